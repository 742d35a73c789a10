/** Creates a starter library, for `feaas-host init` and the package `create-feaas`. */
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { HostError } from '../../lib/host-error.js';
import { isMissing } from '../../lib/locate-file.js';

export interface CreateLibraryOptions {
  /** The folder with the files of the library, `host/starter`. */
  readonly starter: string;
  /** Location of the JSON schemas: a path relative to the library's folder, or a URL. */
  readonly schemas: string;
  /** Origin of the host, for the settings of the data source. */
  readonly host?: string;
}

/** JSON schemas of the installed host package, relative to the project's folder. */
export const INSTALLED_SCHEMAS = 'node_modules/feaas-kit-host/www/schemas';

/** The values in the files of the starter. */
const STARTER = { id: 'my-library', name: 'My library', host: 'http://127.0.0.1:3333' } as const;
const STARTER_SCHEMAS = `${STARTER.host}/schemas`;

/** Ids are part of URLs, so they consist of characters that need no encoding. */
const ID = /^[a-z0-9][a-z0-9_-]{0,99}$/i;

/** Files that an empty folder may contain. */
const IGNORED: ReadonlySet<string> = new Set(['.git', '.DS_Store']);

/**
 * Writes a library into a new or empty folder, whose name becomes the library's id. Resolves with the id.
 * @throws HostError that names the folder, if it contains files or its name is no valid id.
 */
export async function createLibrary(
  folder: string,
  { starter, schemas, host = STARTER.host }: CreateLibraryOptions,
): Promise<string> {
  const id = libraryIdOf(folder);
  await requireEmpty(folder);
  await mkdir(dirname(resolve(folder)), { recursive: true });
  await cp(starter, folder, { recursive: true });
  const name = id[0]!.toUpperCase() + id.slice(1).replaceAll(/[-_]+/g, ' ');
  for (const file of ['library.json', 'components/welcome/component.json', 'data/news.settings.json']) {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    await writeFile(
      path,
      text
        .replace(STARTER_SCHEMAS, schemasFrom(folder, file, schemas))
        .replaceAll(STARTER.host, host)
        .replaceAll(STARTER.id, id)
        .replaceAll(STARTER.name, name),
    );
  }
  return id;
}

/** @throws HostError that names the folder. */
export function libraryIdOf(folder: string): string {
  const id = basename(resolve(folder));
  if (ID.test(id)) return id;
  throw new HostError(
    `'${folder}' can be no library: its id is the name of the folder, and '${id}' is no id. Use letters, digits, - and _.`,
  );
}

/** @throws HostError that names files in the folder. */
export async function requireEmpty(folder: string): Promise<void> {
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (await stat(folder).catch(() => undefined))
      throw new HostError(`'${folder}' is a file. Give a new or an empty folder.`, { cause: error });
    return;
  }
  const found = names.filter((name) => !IGNORED.has(name)).sort();
  if (found.length === 0) return;
  const first = found.slice(0, 3).map((name) => `'${name}'`);
  const rest = found.length > 3 ? ` and ${found.length - 3} more` : '';
  throw new HostError(`'${folder}' is not empty: it holds ${first.join(', ')}${rest}. Give a new or an empty folder.`);
}

/** A path to schemas, relative to the file that contains it. */
function schemasFrom(folder: string, file: string, schemas: string): string {
  if (/^https?:/.test(schemas)) return schemas;
  const path = relative(dirname(resolve(folder, file)), resolve(folder, schemas));
  return path.split(sep).join('/');
}
