import { parseArgs } from 'node:util';
import { HostError } from '../../lib/host-error.js';
import { nearest } from '../../lib/nearest-name.js';
import type { Variables } from '../../config/read-settings.js';
import { SETTINGS } from '../../config/settings-table.js';
import type { Setting } from '../../lib/setting.js';
import { type CommandName, COMMANDS, USAGE } from './usage.js';

export interface Arguments {
  readonly command: CommandName;
  /** What the command takes besides flags, as many as it wants. */
  readonly operands: readonly string[];
  /** Flags of settings, by name without dashes. */
  readonly settings: Variables;
  /** The command's own flags: a text, or true where the flag takes no value. */
  readonly own: Readonly<Record<string, string | boolean | undefined>>;
}

const ALL_SETTINGS = Object.values(SETTINGS as Record<string, Setting<unknown>>);
const SETTING_FLAGS = ALL_SETTINGS.flatMap(({ flag }) => flag ?? []);
/** Flags of settings that take no value. */
const SWITCHES = new Set(ALL_SETTINGS.flatMap(({ flag, value }) => (value === undefined ? (flag ?? []) : [])));

/** What the command line asks for. @throws HostError that names the argument and the value that is wrong. */
export function parseArguments(argv: readonly string[]): Arguments | { readonly command: 'help' } {
  const first = argv.find((argument) => !argument.startsWith('-'));
  const command =
    COMMANDS[first as CommandName] && Object.hasOwn(COMMANDS, first!) ? (first as CommandName) : undefined;
  const own = command === undefined ? {} : COMMANDS[command].flags;
  const { values, positionals } = parse(argv, own);
  if (values['help']) return { command: 'help' };
  if (command === undefined) {
    if (first === undefined) throw new HostError(`no command given.\n\n${USAGE}`);
    throw new HostError(`unknown command '${first}'.\n\n${USAGE}`);
  }
  const operands = positionals.slice(1);
  const { takes } = COMMANDS[command];
  if (operands.length > takes.length) {
    const most = takes.length === 0 ? 'no further argument' : `${takes.join(' ')} only`;
    throw new HostError(`'${command}' takes ${most}, but got '${operands[takes.length]}'.`);
  }
  const missing = takes.slice(operands.length).find((name) => name.startsWith('<'));
  if (missing) throw new HostError(`'${command}' needs ${missing}.`);
  if (operands.includes('')) throw new HostError(`${takes[operands.indexOf('')]} of '${command}' is empty.`);
  return {
    command,
    operands,
    settings: Object.fromEntries(
      SETTING_FLAGS.map((flag) => [flag, values[flag] === true ? '1' : (values[flag] as string | undefined)]),
    ),
    own: Object.fromEntries(Object.keys(own).map((flag) => [flag, values[flag]])),
  };
}

interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

function parse(argv: readonly string[], own: Readonly<Record<string, 'string' | 'boolean'>>): Parsed {
  const options = {
    ...Object.fromEntries(
      SETTING_FLAGS.map((flag) => [flag, { type: SWITCHES.has(flag) ? 'boolean' : 'string' } as const]),
    ),
    ...Object.fromEntries(Object.entries(own).map(([flag, type]) => [flag, { type }])),
    help: { type: 'boolean', short: 'h' } as const,
  };
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options }) as Parsed;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const unknown = /^Unknown option '(--[^']+)'/.exec(error.message)?.[1];
    if (unknown === undefined) throw new HostError(error.message, { cause: error });
    const close = nearest(unknown.slice(2), Object.keys(options));
    throw new HostError(`there is no option ${unknown} here; the nearest is --${close}.`, { cause: error });
  }
}

/** A flag's text. @throws HostError if it is empty. */
export function textOf({ own }: Arguments, flag: string): string | undefined {
  const value = own[flag];
  if (value === '') throw new HostError(`--${flag} is empty.`);
  return typeof value === 'string' ? value : undefined;
}
