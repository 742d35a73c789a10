/** The packages that are published. Tests, the release, licenses and the table of dependencies all read this list. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = new URL('..', import.meta.url).pathname;

/** Folders of the packages, in the order of their publication: each is published after the packages that it asks for. */
const PACKAGE_FOLDERS = ['.', 'react-wrapper', 'host'] as const;

/** What of a `package.json` the scripts and tests read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export interface PublishedPackage {
  readonly manifest: Manifest;
  /** In the repository; `.` is the root. */
  readonly folder: string;
  /** Absolute path of the folder. */
  readonly path: string;
}

export const readPackages = (): readonly PublishedPackage[] =>
  PACKAGE_FOLDERS.map((folder) => {
    const path = join(ROOT, folder);
    return { folder, path, manifest: JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest };
  });
