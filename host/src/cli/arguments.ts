import { parseArgs } from 'node:util';
import { DEFAULTS } from '../defaults.js';
import { HostError } from '../errors.js';

export const USAGE = `Usage: feaas-host start [options]

  --port <number>     port to listen on; 0 takes a free one (PORT, else ${DEFAULTS.port})
  --host <address>    address to listen on (${DEFAULTS.hostname}; 0.0.0.0 for every network)
  --library <folder>  folder that holds one folder per library
  --site <folder>     folder of the built site
  --max-age <seconds> how long browsers may show published content without asking (${DEFAULTS.deliveryMaxAge})
  --help              this text`;

export interface StartArguments {
  readonly command: 'start';
  readonly port: number;
  readonly hostname: string;
  /** Undefined means the default folder, which need not be there. */
  readonly libraries: string | undefined;
  readonly site: string | undefined;
  readonly deliveryMaxAge: number;
}

/** What the command line asks for; a HostError names the argument and the value that is wrong. */
export function parseArguments(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): StartArguments | { readonly command: 'help' } {
  const { values, positionals } = parse(argv);
  if (values.help) return { command: 'help' };
  const [command, ...extra] = positionals;
  if (command !== 'start') {
    throw new HostError(
      command === undefined ? `no command given.\n\n${USAGE}` : `unknown command '${command}'.\n\n${USAGE}`,
    );
  }
  if (extra.length > 0) throw new HostError(`'start' takes no further argument, but got '${extra[0]}'.`);
  return {
    command,
    port: portFrom(values.port, environment['PORT']),
    hostname: named('--host', values.host) ?? DEFAULTS.hostname,
    libraries: named('--library', values.library),
    site: named('--site', values.site),
    deliveryMaxAge: wholeNumber('--max-age', values['max-age'], 31_536_000) ?? DEFAULTS.deliveryMaxAge,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        library: { type: 'string' },
        site: { type: 'string' },
        'max-age': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new HostError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function portFrom(argument: string | undefined, environment: string | undefined): number {
  // Process managers set PORT= to mean "none".
  const fromEnvironment = environment === '' ? undefined : environment;
  return wholeNumber('--port', argument, 65_535) ?? wholeNumber('PORT', fromEnvironment, 65_535) ?? DEFAULTS.port;
}

function wholeNumber(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  // Number() would take '', '1e3' and '0x50'.
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Infinity;
  if (value > most) throw new HostError(`${name} must be a whole number from 0 to ${most}, but is '${text}'.`);
  return value;
}

function named(name: string, text: string | undefined): string | undefined {
  if (text === '') throw new HostError(`${name} is empty.`);
  return text;
}
