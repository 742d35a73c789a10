/** Writes `hashed-files.json` into the built site: the files whose names carry a hash, which the host calls immutable. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { VERSION } from './release-checks';

/** Where our bundlers write chunks, and how they name them. Whatever else is there has a name that stays. */
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

/** Files below `build/<version>`, of which none ever changes. */
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
