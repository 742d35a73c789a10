import type { SigningKeyState } from '../../auth/signing-keys.js';
import { HostError } from '../../lib/host-error.js';
import { actionOf } from '../command-line/action.js';
import { withServices } from '../content/with-services.js';
import type { CommandContext, CommandHandler } from './command.js';

const ACTIONS = ['list', 'rotate'] as const;

/** `keys list`, `keys rotate [--revoke]` */
export const keysCommand: CommandHandler = async (context) => {
  const { arguments: args, settings, log } = context;
  const action = actionOf(args, ACTIONS);
  const revoke = args.flags['revoke'] === true;
  if (action === 'list') {
    if (revoke) throw new HostError("--revoke works with 'keys rotate' only. Leave it out.");
    return withServices(settings, log, async ({ tokens }) => print(await tokens.signingKeyStates(), context));
  }
  return withServices(settings, log, async ({ tokens }) => print(await tokens.rotateSigningKey({ revoke }), context), {
    logLocation: true,
  });
};

function print(keys: readonly SigningKeyState[], { output }: CommandContext): number {
  for (const { id, createdAt, acceptedUntil } of keys) {
    const state = acceptedUntil === undefined ? 'signs' : `accepted until ${timeOf(acceptedUntil)}`;
    output.out.write(`${id}  made ${timeOf(createdAt)}  ${state}\n`);
  }
  return 0;
}

const timeOf = (time: number): string => new Date(time).toISOString().slice(0, 16).replace('T', ' ');
