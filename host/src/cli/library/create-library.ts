/** A library to begin with. `feaas-host init` and the package `create-feaas` write it. */
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { HostError } from '../../lib/host-error.js';
import { isMissing } from '../../lib/locate-file.js';

export interface CreateLibraryOptions {
  /** The folder with the files of the library, `host/starter`. */
  readonly starter: string;
  /** Where JSON schemas are: a path from the library's folder, or an address. */
  readonly schemas: string;
  /** Address of the host, in the settings of the data source. */
  readonly host?: string;
}

/** Where the installed package of the host has JSON schemas, from the folder of a project. */
export const INSTALLED_SCHEMAS = 'node_modules/feaas-kit-host/www/schemas';

/** As the files of the starter have them. */
const STARTER = { id: 'my-library', name: 'My library', host: 'http://127.0.0.1:3333' } as const;
const STARTER_SCHEMAS = `${STARTER.host}/schemas`;

/** What is part of every address of its content needs no encoding there. */
const ID = /^[a-z0-9][a-z0-9_-]{0,99}$/i;

/** Files that a folder may hold and count as empty. */
const IGNORED: ReadonlySet<string> = new Set(['.git', '.DS_Store']);

/**
 * Writes a library into a folder, which is new or empty; its id is the folder's name. Resolves with the id.
 * @throws HostError that names the folder, for one that holds files or whose name can be no id.
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

/** @throws HostError that names what the folder holds. */
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
  const shown = found.slice(0, 3).map((name) => `'${name}'`);
  const more = found.length > 3 ? ` and ${found.length - 3} more` : '';
  throw new HostError(`'${folder}' is not empty: it holds ${shown.join(', ')}${more}. Give a new or an empty folder.`);
}

/** Schemas beside the library are named relative to the file that names them. */
function schemasFrom(folder: string, file: string, schemas: string): string {
  if (/^https?:/.test(schemas)) return schemas;
  const path = relative(dirname(resolve(folder, file)), resolve(folder, schemas));
  return path.split(sep).join('/');
}
