import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HOST = fileURLToPath(new URL('../host/', import.meta.url));
const changedAt = (path: string): number => statSync(join(HOST, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Whether the build of the content host is newer than all its sources. */
export const isHostBuilt = (): boolean =>
  readdirSync(join(HOST, 'src'), { recursive: true, encoding: 'utf8' }).every(
    (path) => changedAt(`src/${path}`) < changedAt('dist/cli.js'),
  );
