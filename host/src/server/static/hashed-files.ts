import { text } from 'node:stream/consumers';
import type { Content } from '../../lib/content.js';
import type { FileReader } from './file-reader.js';

/** Written by `scripts/hashed-files.ts` at the end of a build: paths whose names contain a hash of their content. */
const MANIFEST = 'hashed-files.json';

/** Whether a path is `build/<version>/…`, a copy of the kit's scripts for pages that refer to this version. */
export const isOfVersion = ([folder, version = '', ...rest]: readonly string[]): boolean =>
  folder === 'build' && rest.length > 0 && VERSION.test(version);

const VERSION = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;

/**
 * Whether a file of the site is immutable according to the build's manifest. The name alone does not suffice:
 * `logo-DarkMode.svg` looks hashed and would be cached for a year.
 */
export function hashedFiles(root: string, files: FileReader): (names: readonly string[]) => Promise<boolean> {
  const parsed = new WeakMap<Content, Promise<ReadonlySet<string>>>();
  return async (names) => {
    // Most paths cannot be hashed, so the manifest is not read for them.
    if (!isOfVersion(names) && !/-[\w-]{8}\./.test(names.at(-1) ?? '')) return false;
    const manifest = await files.read(root, [MANIFEST]);
    if (!manifest) return false;
    let paths = parsed.get(manifest);
    if (!paths) parsed.set(manifest, (paths = parse(manifest)));
    return (await paths).has(names.join('/'));
  };
}

/** An invalid manifest counts as empty. */
async function parse(manifest: Content): Promise<ReadonlySet<string>> {
  try {
    const value: unknown = JSON.parse(await text(manifest.stream(0, manifest.size - 1)));
    return new Set(Array.isArray(value) ? value.filter((path) => typeof path === 'string') : []);
  } catch {
    return new Set();
  }
}
