/**
 * Writes `hashed-files.json` to the built site: files with a hash in their name, which the host serves as immutable.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { VERSION } from './release-checks';

/** Folders and names of chunks by our bundlers. Other files there have stable names. */
const CHUNKS: readonly (readonly [folder: string, name: RegExp])[] = [
  ['assets', /^p-[\w-]{8}\.\w+$/],
  ['build', /^p-[\w-]{8}(?:\.entry)?\.(?:js|css)$/],
  ['build/one', /^part-[\w-]{8}\.js$/],
  ['site', /^part-[A-Z0-9]{8}\.js$/],
];

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`);

/** Files in `build/<version>`, which never change. */
const pinnedIn = (site: string): string[] =>
  readdirSync(`${site}/build`)
    .filter((name) => VERSION.test(name))
    .flatMap((name) => filesIn(`${site}/build/${name}`))
    .map((path) => path.slice(site.length + 1));

export function writeHashedFiles(site: string): void {
  const hashed = CHUNKS.flatMap(([folder, pattern]) =>
    (existsSync(`${site}/${folder}`) ? readdirSync(`${site}/${folder}`) : [])
      .filter((name) => pattern.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const paths = [...hashed, ...pinnedIn(site)];
  writeFileSync(`${site}/hashed-files.json`, `${JSON.stringify(paths.sort())}\n`);
}
