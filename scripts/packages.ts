/** The published packages. Tests, the release and the table of dependencies read this list. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = new URL('..', import.meta.url).pathname;

/** Folders of the packages in publication order: each package after its dependencies. */
const PACKAGE_FOLDERS = ['.', 'react-wrapper', 'host', 'compat', 'create-feaas'] as const;

/** The fields of a `package.json` that scripts and tests read. */
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
  /** Folder in the repository; `.` is the root. */
  readonly folder: string;
  /** Absolute path of the folder. */
  readonly path: string;
}

export const readPackages = (): readonly PublishedPackage[] =>
  PACKAGE_FOLDERS.map((folder) => {
    const path = join(ROOT, folder);
    return { folder, path, manifest: JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest };
  });

/**
 * Fields that only the repository needs. npm publishes a `package.json` unchanged, and has no setting to omit fields.
 */
const OF_THE_REPOSITORY = ['workspaces', 'allowScripts', 'devDependencies', 'scripts'];

/** A `package.json` without fields that only the repository needs. */
export const publishedManifest = (manifest: Manifest): Manifest =>
  Object.fromEntries(
    Object.entries(manifest).filter(([name]) => !OF_THE_REPOSITORY.includes(name)),
  ) as unknown as Manifest;

const SOURCES = 'https://github.com/feaas-kit/feaas-kit';
const LINK = /(!?)\[((?:[^\]]|\](?!\())*)\]\((?![a-z]+:|#|\/)([^)\s]+)\)/g;

/**
 * Converts relative links in Markdown to links into the repository at the tag of its version, as relative links do not
 * work on npm.
 * @param folder folder of the file in the repository
 */
export function withAbsoluteLinks(markdown: string, folder: string, version: string): string {
  return markdown.replace(LINK, (_link, picture: string, text: string, to: string) => {
    const path = new URL(to, new URL(`${folder}/`, 'file:///')).href.slice('file:///'.length);
    const view = picture ? 'raw' : 'blob';
    return `${picture}[${text}](${SOURCES}/${view}/v${version}/${path})`;
  });
}
