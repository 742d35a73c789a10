/** `feaas types`: writes the types of the data of content components. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { hasSameTypes, printTypes, type LibraryContent } from '../src/utils/content-types/print-types';
import { parseHTML } from '../src/utils/template/parse-html';
import { CommandError } from './command-error';
import { fetchLibraries } from './fetch-library';
import { readLibraries } from './read-library';

const DEFAULT_OUT = 'feaas-content.d.ts';

export const USAGE = `Usage: feaas types <library> [<library> …] [options]
       feaas --version

  <library>            a library's folder, as 'feaas-host export' writes it, a folder of libraries, or the URL of a content host

  --out <file>         the declaration file to write (${DEFAULT_OUT}); your tsconfig.json has to include it
  --library <id>       of a host: only this library; may be repeated
  --check              write nothing; exit code 1 if the file is out of date
  --help               this text

FEAAS_TOKEN is a bearer token of the host with the role viewer. Without one, a host gives no samples of data sources.`;

export interface Output {
  out(text: string): void;
  err(text: string): void;
}

const OPTIONS = {
  out: { type: 'string' },
  library: { type: 'string', multiple: true },
  check: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Parses the options and operands of the command. @throws CommandError */
export function parseTypesArguments(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${(error as Error).message.replace(/\.? To specify.*/s, '')}.\n\n${USAGE}`);
  }
}

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text);

/** Quotes an argument for a shell. */
const quoted = (text: string): string => (/^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Runs `feaas types`. Resolves with the exit code. @throws CommandError for user errors. */
export async function typesCommand(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  folder: string,
  output: Output,
): Promise<number> {
  const { values, positionals } = parseTypesArguments(argv);
  if (values.help) {
    output.out(`${USAGE}\n`);
    return 0;
  }
  if (positionals.length === 0) throw new CommandError(`'types' needs <library>. Add it:\n\n${USAGE}`);
  const blank = positionals.find((source) => !source.trim());
  if (blank !== undefined)
    throw new CommandError(
      `<library> is '${blank}', but must name a folder or a URL. Check the variable that it comes from, or give '.' for this folder.`,
    );
  if (values.library && !positionals.some(isUrl))
    throw new CommandError(
      `--library is for hosts, but no <library> is a URL. Give the folder of '${values.library[0]!}'.`,
    );
  const name = values.out ?? DEFAULT_OUT;
  // Any other TypeScript file may be handwritten.
  if (!/\.d\.[cm]?ts$/.test(name)) throw new CommandError(`--out is '${name}', but must end with .d.ts.`);
  const token = environment['FEAAS_TOKEN'];

  const libraries = new Map<string, LibraryContent>();
  for (const source of positionals) {
    const found = isUrl(source)
      ? await fetchLibraries(source, values.library ?? [], token)
      : await readLibraries(resolve(folder, source), source);
    if (isUrl(source) && !token)
      output.err('feaas: FEAAS_TOKEN is not set, so types come from templates alone, without samples.\n');
    for (const library of found) {
      if (libraries.has(library.id))
        throw new CommandError(`Two libraries have the id '${library.id}'. Give one of them.`);
      libraries.set(library.id, library);
    }
  }
  const options = [
    ...(values.library ?? []).flatMap((id) => ['--library', id]),
    ...(values.out === undefined ? [] : ['--out', values.out]),
  ];
  const text = printTypes([...libraries.values()], {
    parse: parseHTML,
    command: ['npx feaas types', ...[...positionals, ...options].map(quoted)].join(' '),
    onWarning: (message) => output.err(`feaas: ${message}\n`),
  });

  const path = resolve(folder, name);
  const existing = await readFile(path, 'utf8').catch(() => undefined);
  const components = [...libraries.values()].reduce((sum, library) => sum + library.components.size, 0);
  if (values.check) {
    if (existing !== undefined && hasSameTypes(existing, text)) return 0;
    const problem = existing === undefined ? 'does not exist' : 'is out of date';
    output.err(`feaas: ${name} ${problem}. Run the command without --check, then commit the file.\n`);
    return 1;
  }
  const isCurrent = existing?.replaceAll('\r\n', '\n') === text;
  if (!isCurrent)
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    } catch (error) {
      throw new CommandError(
        `could not write ${name} (${(error as Error).message}). Check the path and its permissions.`,
      );
    }
  output.out(`${name}: types of ${components} components, ${isCurrent ? 'unchanged' : 'written'}\n`);
  return 0;
}
