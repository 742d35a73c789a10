import { lstat, opendir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, HostError } from '../../lib/host-error.js';
import { isMissing } from '../../lib/locate-file.js';
import { readIfExists, replaceFile } from '../../lib/replace-file.js';

/** Writes to a folder. Files with unchanged bytes are not written. */
export interface TargetFolder {
  /** Number of files that were written. */
  readonly written: number;
  /** Number of files that were removed. */
  readonly removed: number;
  /** Paths that were not written, because a name is too long for the file system. */
  readonly tooLong: readonly string[];
  write(path: readonly string[], bytes: string | Uint8Array): Promise<void>;
  /** Removes entries of a folder unless `keeps` returns true; folders with their content. */
  sweep(path: readonly string[], keeps: (name: string) => boolean): Promise<void>;
}

/** @throws HostError if the folder is not empty, unless `replace` is set. */
export async function targetFolder(root: string, replace: boolean): Promise<TargetFolder> {
  const entries = await readdir(root).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  if (entries.length > 0 && !replace) {
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
        const existing = replace ? await readIfExists(path) : undefined;
        if (existing?.equals(bytes)) return;
        // A folder cannot be replaced by a file, so it is removed first.
        if (replace && !existing && (await lstat(path).catch(() => undefined))?.isDirectory()) {
          await rm(path, { recursive: true });
          removed++;
        }
        await replaceFile(path, bytes);
      } catch (error) {
        // The host allows longer names than file systems. The other files can be written.
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
          // Hidden entries belong to editors and version control.
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
