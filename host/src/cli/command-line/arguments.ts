import { Command, CommanderError, Option } from 'commander';
import { HostError } from '../../lib/host-error.js';
import { HOST_VERSION } from '../../lib/host-version.js';
import { nearest } from '../../lib/nearest-name.js';
import type { Variables } from '../../config/read-settings.js';
import { SETTINGS } from '../../config/settings-table.js';
import type { Setting } from '../../lib/setting.js';
import { type CommandName, COMMANDS, USAGE } from './usage.js';

export interface Arguments {
  readonly command: CommandName;
  /** Operands of the command. */
  readonly operands: readonly string[];
  /** Flags of settings, by name without dashes. */
  readonly settings: Variables;
  /** Flags of the command: a text, or true for a flag without value. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
}

export interface Version {
  readonly command: 'version';
}

export interface Help {
  readonly command: 'help';
  /** The command to explain; undefined for all. */
  readonly about: CommandName | undefined;
}

const ALL_SETTINGS = Object.values(SETTINGS as Record<string, Setting<unknown>>);

/** Parses the command line. @throws HostError that names the wrong argument and value. */
export function parseArguments(argv: readonly string[]): Arguments | Help | Version {
  const index = argv.findIndex((argument) => !argument.startsWith('-'));
  const first = argv[index];
  const name = first !== undefined && Object.hasOwn(COMMANDS, first) ? (first as CommandName) : undefined;
  const parser = parserOf(name);
  try {
    parser.parse(name === undefined ? argv : argv.toSpliced(index, 1), { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.code === 'commander.helpDisplayed')
      return { command: 'help', about: name };
    if (error instanceof CommanderError && error.code === 'commander.version') return { command: 'version' };
    throw error instanceof CommanderError ? toHostError(error, parser) : error;
  }
  if (name === undefined) {
    if (first === undefined) throw new HostError(`no command given. Name one:\n\n${USAGE}`);
    throw new HostError(`unknown command '${first}'. Use one of these:\n\n${USAGE}`);
  }
  checkValues(argv, parser);
  const valueOf = (flag: string): string | boolean | undefined =>
    parser.getOptionValue(optionOf(parser, flag)!.attributeName()) as string | boolean | undefined;
  return {
    command: name,
    operands: checkOperands(name, parser.args),
    settings: Object.fromEntries(
      ALL_SETTINGS.flatMap(({ flag }) => {
        if (flag === undefined) return [];
        const value = valueOf(flag);
        return [[flag, value === true ? '1' : (value as string | undefined)]];
      }),
    ),
    flags: Object.fromEntries(Object.keys(COMMANDS[name].flags).map((flag) => [flag, valueOf(flag)])),
  };
}

/** A parser with the flags of one command and of all settings. Operands are checked separately, for better messages. */
function parserOf(name: CommandName | undefined): Command {
  const parser = new Command()
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .helpOption('-h, --help')
    .version(HOST_VERSION, '-V, --version')
    .argument('[operands...]')
    .showSuggestionAfterError(false);
  for (const { flag, value } of ALL_SETTINGS)
    if (flag !== undefined) parser.addOption(new Option(value === undefined ? `--${flag}` : `--${flag} <${value}>`));
  for (const [flag, type] of Object.entries(name === undefined ? {} : COMMANDS[name].flags))
    parser.addOption(new Option(type === 'boolean' ? `--${flag}` : `--${flag} <text>`));
  return parser;
}

const optionOf = (parser: Command, flag: string): Option | undefined =>
  parser.options.find(({ long }) => long === `--${flag}`);

/** @throws HostError for a flag without its value, followed by another flag. */
function checkValues(argv: readonly string[], parser: Command): void {
  for (const [index, argument] of argv.entries()) {
    if (argument === '--') return;
    const next = argv[index + 1];
    if (!next?.startsWith('-') || !parser.options.find(({ long }) => long === argument)?.required) continue;
    throw new HostError(`${argument} has no value. If '${next}' is one, write ${argument}=${next}.`);
  }
}

/** @throws HostError */
function checkOperands(name: CommandName, operands: readonly string[]): readonly string[] {
  const { takes } = COMMANDS[name];
  if (operands.length > takes.length) {
    const expected = takes.length === 0 ? 'no further argument' : `${takes.join(' ')} only`;
    throw new HostError(`'${name}' takes ${expected}, but got '${operands[takes.length]}'. Remove it.`);
  }
  const missing = takes.slice(operands.length).find((each) => each.startsWith('<'));
  if (missing) throw new HostError(`'${name}' needs ${missing}. Add it; see 'feaas-host ${name} --help'.`);
  if (operands.includes('')) throw new HostError(`${takes[operands.indexOf('')]} of '${name}' is empty. Give a value.`);
  return operands;
}

/** Converts errors of commander to more helpful messages. */
function toHostError(error: CommanderError, parser: Command): HostError {
  const [, flag] = /'(?:-\w, )?(--?[^'=\s]+)/.exec(error.message) ?? [];
  if (flag === undefined) return new HostError(error.message.replace(/^error: /, ''), { cause: error });
  if (error.code === 'commander.optionMissingArgument')
    return new HostError(`${flag} has no value. Write ${flag}=<value>.`, { cause: error });
  const names = parser.options.flatMap(({ long }) => long?.slice(2) ?? []);
  if (names.includes(flag.slice(2)))
    return new HostError(`${flag} takes no value. Write ${flag} alone.`, { cause: error });
  const closest = nearest(flag.replace(/^-+/, ''), names);
  return new HostError(`there is no option ${flag} here; the nearest is --${closest}. Correct it, or leave it out.`, {
    cause: error,
  });
}

/** A flag's text. @throws HostError if it is empty. */
export function textOf({ flags }: Arguments, flag: string): string | undefined {
  const value = flags[flag];
  if (value === '') throw new HostError(`--${flag} is empty. Give a value, or leave it out.`);
  return typeof value === 'string' ? value : undefined;
}
