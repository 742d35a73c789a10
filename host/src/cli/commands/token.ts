import { type Role, ROLES } from '../../auth/roles.js';
import type { Token, TokenStore } from '../../auth/token-store.js';
import { HostError } from '../../lib/host-error.js';
import { oneOf, wholeNumber } from '../../lib/setting-readers.js';
import { actionOf, requireNoOperand, requireOperand } from '../command-line/action.js';
import { textOf } from '../command-line/arguments.js';
import type { Services } from '../admin-socket/services.js';
import { withServices } from '../content/with-services.js';
import type { CommandContext, CommandHandler } from './command.js';

const ACTIONS = ['create', 'revoke', 'list'] as const;
const DAY = 86_400_000;
const MAX_DAYS = 36_500;

/** `token create <name>`, `token revoke <id>`, `token list` */
export const tokenCommand: CommandHandler = async (context) => {
  const { arguments: args, settings, log } = context;
  const action = actionOf(args, ACTIONS);
  const [, operand] = args.operands;
  if (action === 'list') {
    requireNoOperand(args, operand);
    return withServices(settings, log, ({ tokens }) => list(tokens, context));
  }
  const subject = requireOperand(args, operand, action === 'create' ? 'a name' : 'an id');
  if (action === 'revoke') return withServices(settings, log, ({ tokens }) => revoke(tokens, subject, context));

  const role = oneOf(...ROLES)(textOf(args, 'role') ?? 'editor', '--role');
  const days = textOf(args, 'days');
  const validDays = days === undefined ? undefined : wholeNumber(MAX_DAYS)(days, '--days');
  if (validDays === 0) throw new HostError("--days must be 1 or more, but is '0'.");
  const library = textOf(args, 'only');
  return withServices(
    settings,
    log,
    (services) => create(services, { name: subject, role, library, days: validDays }, context),
    { logLocation: true },
  );
};

interface TokenOptions {
  readonly name: string;
  readonly role: Role;
  readonly library: string | undefined;
  readonly days: number | undefined;
}

async function create(
  { contentService, tokens }: Services,
  { name, role, library, days }: TokenOptions,
  { output }: CommandContext,
): Promise<number> {
  if (library !== undefined && !(await contentService.library(library))) {
    throw new HostError(`--only: there is no library '${library}'. Import it first, or leave out --only.`);
  }
  const expiresAt = days === undefined ? undefined : Date.now() + days * DAY;
  const token = await tokens.createToken({ name, role, library, expiresAt });
  output.err.write(`${token.id}: ${scopeOf(token)}. This is the only time that you see it:\n`);
  // Alone on standard output, so that a script can read it.
  output.out.write(`${token.secret}\n`);
  return 0;
}

async function revoke(tokens: TokenStore, id: string, { output }: CommandContext): Promise<number> {
  const token = await tokens.revokeToken(id);
  if (!token) throw new HostError(`there is no token '${id}'. Choose one of 'token list'.`);
  output.out.write(`revoked ${id}\n`);
  return 0;
}

async function list(tokens: TokenStore, { output }: CommandContext): Promise<number> {
  const rows = (await tokens.tokens()).map((token) => [
    token.id,
    token.role,
    token.library ?? '(all)',
    token.name,
    stateOf(token),
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => row[column]!.length)));
  for (const row of rows) {
    output.out.write(
      `${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
  return 0;
}

const scopeOf = ({ name, role, library }: Token): string =>
  `'${name}', ${role} ${library === undefined ? 'of all libraries' : `of '${library}'`}`;

function stateOf({ revokedAt, expiresAt }: Token): string {
  if (revokedAt !== undefined) return `revoked ${dayOf(revokedAt)}`;
  if (expiresAt === undefined) return 'for ever';
  return `${expiresAt <= Date.now() ? 'ended' : 'until'} ${dayOf(expiresAt)}`;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 16).replace('T', ' ');
