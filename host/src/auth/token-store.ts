/** Bearer tokens and sessions with their roles. Tokens are stored as hashes only. */
import type { PrincipalIdentity } from './identity.js';
import type { Role } from './roles.js';
import type { SigningKeys } from './signing-keys.js';

export interface Token {
  readonly id: string;
  readonly name: string;
  /** Undefined for all libraries. */
  readonly library: string | undefined;
  readonly role: Role;
  readonly createdAt: number;
  /** Undefined if it never expires. */
  readonly expiresAt: number | undefined;
  readonly revokedAt: number | undefined;
}

export interface SessionBasis {
  /** Whether the token of the session is neither revoked nor expired. True if no token created the session. */
  readonly isActive: boolean;
  /** When the session's library was created. Undefined for a session without library, or if the library does not exist. */
  readonly libraryCreatedAt: number | undefined;
}

export interface TokenStore extends SigningKeys {
  /** Creates a token and returns its secret, only here. @param bytes 32 random bytes; new ones by default */
  createToken(
    token: Pick<Token, 'name' | 'library' | 'role' | 'expiresAt'>,
    actor?: PrincipalIdentity,
    bytes?: Buffer,
  ): Promise<Token & { secret: string }>;
  revokeToken(id: string, actor?: PrincipalIdentity): Promise<Token | undefined>;
  tokens(): Promise<readonly Token[]>;
  /** The token of a secret, unless it is revoked or expired. */
  tokenOf(secret: string): Promise<Token | undefined>;
  /** The current state of the token and library on which a session depends. */
  sessionBasis(session: {
    readonly madeBy?: string | undefined;
    readonly library?: string | undefined;
  }): Promise<SessionBasis>;
}
