import type { Dirent } from 'node:fs';
import { opendir, readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isMissing } from '../../lib/locate-file.js';
import { FileProblem } from './problem.js';

/** Reads a folder. A symbolic link to a target outside of it is a FileProblem. */
export interface SourceFolder {
  readonly root: string;
  /** Names of a folder's entries of one kind, in the order of the file system; empty if the folder does not exist. */
  names(kind: 'file' | 'folder', ...path: readonly string[]): AsyncIterable<string>;
  /** Undefined if the file does not exist. */
  bytes(...path: readonly string[]): Promise<Buffer | undefined>;
  /** The file's UTF-8 text, including a byte order mark, so that encoding it again gives the same bytes. */
  text(...path: readonly string[]): Promise<string | undefined>;
}

/** Maximum bytes of a file. */
const MAX_BYTES = 64 * 1024 * 1024;

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export async function sourceFolder(path: string): Promise<SourceFolder> {
  const root = await realpath(path);

  /** The real path of an entry. */
  const realPathOf = async (names: readonly string[]): Promise<string | undefined> => {
    const relativePath = names.join('/');
    try {
      const found = await realpath(join(root, ...names));
      if (found !== root && !found.startsWith(root.endsWith(sep) ? root : root + sep)) {
        throw new FileProblem(relativePath, 'is a link that leads out of the folder: refused. Replace it by the file');
      }
      return found;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };

  const kindOf = async (entry: Dirent, names: readonly string[]): Promise<'file' | 'folder' | undefined> => {
    // The target of a link determines its kind. A link to the outside is listed, too, and rejected when it is read.
    const target = entry.isSymbolicLink() ? await stat(join(root, ...names)).catch(() => undefined) : entry;
    if (target?.isDirectory()) return 'folder';
    return target?.isFile() ? 'file' : undefined;
  };

  const bytes = async (...names: readonly string[]): Promise<Buffer | undefined> => {
    const found = await realPathOf(names);
    if (found === undefined) return undefined;
    const stats = await stat(found);
    if (!stats.isFile()) return undefined;
    if (stats.size > MAX_BYTES) {
      throw new FileProblem(names.join('/'), `has ${stats.size} bytes; it may have ${MAX_BYTES}`);
    }
    return readFile(found);
  };

  return {
    root,
    async *names(kind, ...path) {
      const folder = await realPathOf(path);
      if (folder === undefined) return;
      for await (const entry of await opendir(folder)) {
        // Hidden entries belong to editors and version control.
        if (entry.name.startsWith('.')) continue;
        if ((await kindOf(entry, [...path, entry.name])) === kind) yield entry.name;
      }
    },
    bytes,
    async text(...path) {
      const found = await bytes(...path);
      if (found === undefined) return undefined;
      try {
        return UTF8.decode(found);
      } catch {
        throw new FileProblem(path.join('/'), 'is not UTF-8. Save it as UTF-8');
      }
    },
  };
}
