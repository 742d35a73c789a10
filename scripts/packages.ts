/** The packages that are published. Tests, the release and the table of dependencies read this list. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = new URL('..', import.meta.url).pathname;

/** Folders of the packages, in the order of their publication: each is published after the packages that it asks for. */
const PACKAGE_FOLDERS = ['.', 'react-wrapper', 'host', 'compat', 'create-feaas'] as const;

/** What of a `package.json` the scripts and tests read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly repository?: string | { readonly url: string };
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

/** What only the repository needs. npm publishes a `package.json` as it is, and has no setting that leaves these out. */
const OF_THE_REPOSITORY = ['workspaces', 'allowScripts', 'devDependencies', 'scripts'];

/** A `package.json` without what only the repository needs. */
export const publishedManifest = (manifest: Manifest): Manifest =>
  Object.fromEntries(
    Object.entries(manifest).filter(([name]) => !OF_THE_REPOSITORY.includes(name)),
  ) as unknown as Manifest;

const SOURCES = 'https://github.com/feaas-kit/feaas-kit';
const LINK = /(!?)\[((?:[^\]]|\](?!\())*)\]\((?![a-z]+:|#|\/)([^)\s]+)\)/g;

/**
 * A text of Markdown whose links lead into the repository, at the tag of its version: on npm a relative link leads nowhere.
 * @param folder of the file, in the repository
 */
export function withAbsoluteLinks(markdown: string, folder: string, version: string): string {
  return markdown.replace(LINK, (_link, picture: string, text: string, to: string) => {
    const path = new URL(to, new URL(`${folder}/`, 'file:///')).href.slice('file:///'.length);
    const view = picture ? 'raw' : 'blob';
    return `${picture}[${text}](${SOURCES}/${view}/v${version}/${path})`;
  });
}
