/** Reads libraries from files in the format of `feaas-host export`. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { idOf, parseDataFile, parseVersionFile, type Slot } from '../host/src/cli/library/names.js';
import type { LibraryContent } from '../src/utils/content-types/print-types';
import { CommandError } from './command-error';

/** Slots of a version's content in order of preference: unpublished content gets types, too. */
const SLOTS: readonly Slot[] = ['published', 'plain', 'staged', 'saved'];

/** Converts the error of an unreadable file or folder to a message with a solution. */
function readError(path: string, error: unknown): CommandError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new CommandError(
    code === 'EISDIR'
      ? `${path} is a folder, but must be a file. Rename or remove it, then run the command again.`
      : `could not read ${path} (${message}). Check the path and its permissions.`,
  );
}

/**
 * Sorted names of a folder's entries; none if it does not exist. Skips hidden entries of editors and version control.
 */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw readError(folder, error);
  }
}

/** Reads the text of a file. @throws CommandError if it can not be read. */
const readText = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    throw readError(path, error);
  });

async function readJson(path: string): Promise<unknown> {
  const text = await readText(path);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new CommandError(
      `${path} is not JSON (${(error as Error).message}). Correct it, then run the command again.`,
    );
  }
}

async function templatesIn(folder: string): Promise<string[]> {
  const versions = new Map<string, { files: Map<Slot, string>; deleted: Set<Slot> }>();
  for (const name of await namesIn(folder)) {
    const parsed = parseVersionFile(name);
    // A number is an entry of the history.
    if (!parsed || typeof parsed.slot === 'number') continue;
    const version = versions.get(parsed.id) ?? { files: new Map(), deleted: new Set() };
    versions.set(parsed.id, version);
    if (parsed.deleted) version.deleted.add(parsed.slot);
    else version.files.set(parsed.slot, name);
  }
  const names = [...versions.values()].flatMap(({ files, deleted }) => {
    if (deleted.has('plain')) return [];
    const slot = SLOTS.find(
      (each) => files.has(each) && !(each === 'plain' && deleted.has('published') && files.size > 1),
    );
    return slot === undefined ? [] : [files.get(slot)!];
  });
  return Promise.all(names.map((name) => readText(join(folder, name))));
}

async function readLibrary(folder: string): Promise<LibraryContent> {
  const isListed = (await namesIn(folder)).includes('library.json');
  const manifest = isListed ? ((await readJson(join(folder, 'library.json'))) as { id?: unknown } | null) : undefined;
  const components = new Map<string, string[]>();
  for (const name of await namesIn(join(folder, 'components'))) {
    const templates = await templatesIn(join(folder, 'components', name));
    if (templates.length > 0) components.set(idOf(name), templates);
  }
  const samples = new Map<string, unknown>();
  for (const name of await namesIn(join(folder, 'data'))) {
    const parsed = parseDataFile(name);
    if (parsed?.part === 'sample') samples.set(parsed.id, await readJson(join(folder, 'data', name)));
  }
  return { id: typeof manifest?.id === 'string' ? manifest.id : idOf(basename(folder)), components, samples };
}

const isLibrary = async (folder: string): Promise<boolean> =>
  (await namesIn(folder)).some((name) => name === 'library.json' || name === 'components');

/** Reads the library in a folder, or the libraries in its subfolders. @throws CommandError if there is none. */
export async function readLibraries(folder: string, path: string): Promise<LibraryContent[]> {
  const stats = await stat(folder).catch(() => undefined);
  if (!stats?.isDirectory())
    throw new CommandError(`<library> is '${path}', which is no folder. Give a library's folder or the URL of a host.`);
  if (await isLibrary(folder)) return [await readLibrary(folder)];
  const libraries: LibraryContent[] = [];
  for (const name of await namesIn(folder))
    if (await isLibrary(join(folder, name))) libraries.push(await readLibrary(join(folder, name)));
  if (libraries.length === 0)
    throw new CommandError(
      `<library> is '${path}', which holds no library. Give a folder with library.json or a folder components.`,
    );
  return libraries;
}
