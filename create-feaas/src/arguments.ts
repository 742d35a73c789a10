import { parseArgs } from 'node:util';
import { isTemplate, TEMPLATE_NAMES, TEMPLATES, type TemplateName } from './templates.js';
import { UsageError } from './usage-error.js';

export interface Request {
  readonly folder: string;
  readonly template: TemplateName;
  /** Port of the development site; undefined for that of the template. */
  readonly port: number | undefined;
  readonly hostPort: number;
  /** Folder with tarballs of the kit's packages; undefined to use the registry. */
  readonly packages: string | undefined;
}

export const DEFAULT_HOST_PORT = 3333;

export const USAGE = `Usage: npm create feaas@latest <folder> -- --template <name>

  <folder>                a new or empty folder; its name is the name of the site and its library
  --template <name>       one of these:
${TEMPLATE_NAMES.map((name) => `                            ${name.padEnd(12)} ${TEMPLATES[name].title}`).join('\n')}
  --port <number>         port of the site in development
  --host-port <number>    port of the content host (${DEFAULT_HOST_PORT})
  --packages <folder>     install the kit from the tarballs in this folder, not from the registry (or FEAAS_PACKAGES)
  --help                  this text

Without arguments, on a terminal, the command asks.`;

/** @throws UsageError with the argument and its value. */
export function parseArguments(argv: readonly string[], environment: NodeJS.ProcessEnv): Request | 'help' {
  const { values, positionals } = parseOptions(argv);
  if (values.help) return 'help';
  const [folder, surplus] = positionals;
  if (folder === undefined) throw new UsageError(`No folder is given. Name one:\n\n${USAGE}`);
  if (folder === '') throw new UsageError('<folder> is empty. Give the name of a new folder.');
  if (surplus !== undefined)
    throw new UsageError(
      `Only one folder can be given, but there is '${surplus}' after '${folder}'. Leave one of them out.`,
    );
  const { template } = values;
  // npm parses options itself unless `--` precedes them.
  if (template === undefined)
    throw new UsageError(
      `No template is given. Add -- --template <name>, with one of ${TEMPLATE_NAMES.join(', ')}. ` +
        'The two dashes before it are for npm.',
    );
  return {
    folder,
    template: templateOf(template),
    port: values.port === undefined ? undefined : portOf('--port', values.port),
    hostPort: values['host-port'] === undefined ? DEFAULT_HOST_PORT : portOf('--host-port', values['host-port']),
    packages: values.packages ?? (environment['FEAAS_PACKAGES'] || undefined),
  };
}

/** @throws UsageError */
export function templateOf(name: string): TemplateName {
  if (isTemplate(name)) return name;
  throw new UsageError(`There is no template '${name}'. Use one of ${TEMPLATE_NAMES.join(', ')}.`);
}

function portOf(option: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port > 0 && port <= 65_535) return port;
  throw new UsageError(`${option} must be a whole number from 1 to 65535, but is '${text}'.`);
}

function parseOptions(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        template: { type: 'string', short: 't' },
        port: { type: 'string' },
        'host-port': { type: 'string' },
        packages: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    // The first sentence contains the option.
    const [sentence] = (error as Error).message.split(/\. |\n/);
    throw new UsageError(`${sentence}.\n\n${USAGE}`, { cause: error });
  }
}
