import { lstat, opendir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, HostError } from '../../lib/host-error.js';
import { isMissing } from '../../lib/locate-file.js';
import { readIfThere, replaceFile } from '../../lib/replace-file.js';

/** A folder that is written to; files whose bytes are right already are not touched. */
export interface TargetFolder {
  /** Number of files that were written. */
  readonly written: number;
  /** Number of files that were removed. */
  readonly removed: number;
  /** Paths that are not there, because the file system takes no name as long as one of theirs. */
  readonly tooLong: readonly string[];
  write(path: readonly string[], bytes: string | Uint8Array): Promise<void>;
  /** Removes entries of a folder that `keeps` says no to; folders with all they hold. */
  sweep(path: readonly string[], keeps: (name: string) => boolean): Promise<void>;
}

/** @throws HostError if something is there already, unless `replace`. */
export async function targetFolder(root: string, replace: boolean): Promise<TargetFolder> {
  const there = await readdir(root).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  if (there.length > 0 && !replace) {
    throw new HostError(`'${root}' is not empty. Choose another folder, or --force to replace what it holds.`);
  }
  let written = 0;
  let removed = 0;
  const tooLong: string[] = [];
  return {
    tooLong,
    get written() {
      return written;
    },
    get removed() {
      return removed;
    },
    async write(names, content) {
      const path = join(root, ...names);
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      try {
        const there = replace ? await readIfThere(path) : undefined;
        if (there?.equals(bytes)) return;
        // A folder in the place of a file can not be replaced by it.
        if (replace && !there && (await lstat(path).catch(() => undefined))?.isDirectory()) {
          await rm(path, { recursive: true });
          removed++;
        }
        await replaceFile(path, bytes);
      } catch (error) {
        // The host takes longer names than a file system does. All the rest can be written.
        if (codeOf(error) !== 'ENAMETOOLONG') throw error;
        tooLong.push(path);
        return;
      }
      written++;
    },
    async sweep(names, keeps) {
      if (!replace) return;
      const folder = join(root, ...names);
      try {
        for await (const entry of await opendir(folder)) {
          // Hidden ones are the business of editors and version control.
          if (entry.name.startsWith('.') || keeps(entry.name)) continue;
          await rm(join(folder, entry.name), { recursive: true });
          removed++;
        }
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
  };
}
