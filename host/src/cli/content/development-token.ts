import { developmentTokenBytes } from '../../auth/development-code.js';
import { COMMAND_LINE } from '../../auth/identity.js';
import type { SigningKey } from '../../auth/signing-key.js';
import { tokenSecret } from '../../auth/token-repository.js';
import type { Token, TokenStore } from '../../auth/token-store.js';
import { HostError } from '../../lib/host-error.js';
import type { OpenedContent } from './open-content.js';

const TOKEN_NAME = 'development';
const TOKEN_MILLISECONDS = 7 * 86_400_000;

/** Minimum remaining lifetime of a token that is reused, in milliseconds. */
const MIN_REMAINING_MILLISECONDS = 86_400_000;
/** Hosts of one database may create the same token concurrently. */
const TOKEN_ATTEMPTS = 3;

/**
 * The token for local development. It stays the same after a restart, so that it can be in the settings of a site. One
 * that expires soon or was revoked is replaced.
 */
export async function developmentToken({ database, contentService: tokens }: OpenedContent): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const key = await tokens.signingKey();
    const existing = (await tokens.tokens()).filter(({ name, role }) => name === TOKEN_NAME && role === 'publisher');
    const found =
      (await reusableToken(tokens, key, existing.length)) ?? (await createNext(tokens, key, existing.length));
    if (found) {
      // On a shared database, other hosts may have printed the other tokens.
      if (database.kind === 'embedded') await revokeOthers(tokens, existing, found.id);
      return found.secret;
    }
    if (attempt === TOKEN_ATTEMPTS)
      throw new HostError('The host could not create its development token. Start it again.');
  }
}

/** The token of an earlier start. Its generation is the number of tokens that existed before it. */
async function reusableToken(tokens: TokenStore, key: SigningKey, count: number) {
  for (let generation = count - 1; generation >= 0; generation--) {
    const secret = tokenSecret(developmentTokenBytes(key, generation));
    const found = await tokens.tokenOf(secret);
    if (found?.expiresAt !== undefined && found.expiresAt - Date.now() > MIN_REMAINING_MILLISECONDS)
      return { id: found.id, secret };
  }
  return undefined;
}

/** Undefined if another host has created it concurrently. */
async function createNext(tokens: TokenStore, key: SigningKey, generation: number) {
  const bytes = developmentTokenBytes(key, generation);
  try {
    const expiresAt = Date.now() + TOKEN_MILLISECONDS;
    return await tokens.createToken(
      { name: TOKEN_NAME, library: undefined, role: 'publisher', expiresAt },
      COMMAND_LINE,
      bytes,
    );
  } catch (error) {
    if (await tokens.tokenOf(tokenSecret(bytes))) return undefined;
    throw error;
  }
}

async function revokeOthers(tokens: TokenStore, existing: readonly Token[], keptId: string): Promise<void> {
  for (const { id, revokedAt } of existing) if (id !== keptId && revokedAt === undefined) await tokens.revokeToken(id);
}
