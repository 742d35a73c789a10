/** Writes `hashed-files.json` into the built site: the files whose names carry a hash, which the host calls immutable. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';

/** Where our bundlers write chunks, and how they name them. Whatever else is there has a name that stays. */
const CHUNKS: readonly (readonly [folder: string, name: RegExp])[] = [
  ['assets', /^p-[\w-]{8}\.\w+$/],
  ['build', /^p-[\w-]{8}(?:\.entry)?\.(?:js|css)$/],
  ['build/one', /^part-[\w-]{8}\.js$/],
  ['site', /^part-[A-Z0-9]{8}\.js$/],
];

export function writeHashedFiles(site: string): void {
  const paths = CHUNKS.flatMap(([folder, pattern]) =>
    (existsSync(`${site}/${folder}`) ? readdirSync(`${site}/${folder}`) : [])
      .filter((name) => pattern.test(name))
      .map((name) => `${folder}/${name}`),
  );
  writeFileSync(`${site}/hashed-files.json`, `${JSON.stringify(paths.sort())}\n`);
}
