/**
 * Older versions of the documentation. Each is a folder of Markdown in `site/versions`, which `npm run docs -- --keep`
 * writes when a version is released. Each build renders them to `/docs/<version>/`, so that they look and search like
 * current pages.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ELSEWHERE, urlOf } from './order';
import { pagesIn, type Page } from './pages';

export const VERSIONS = 'site/versions';

export interface Version {
  readonly name: string;
  /** Folder of its pages on the site. */
  readonly root: string;
  readonly pages: readonly Page[];
}

const partsOf = (version: string): number[] => version.split('.').map(Number);

/** Sorts the newest version first. */
function byAge(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  const partIndex = a.findIndex((part, index) => part !== b[index]);
  return partIndex < 0 ? 0 : b[partIndex]! - a[partIndex]!;
}

/** Matches a release; pre-releases are not kept. */
const RELEASE = /^\d+\.\d+\.\d+$/;

/**
 * The stored versions except the current one, the newest first.
 * @throws Error with the name of a folder that is not a version.
 */
export function keptVersions(current: string, folder = VERSIONS): Version[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const invalid = names.find((name) => !RELEASE.test(name));
  if (invalid) throw new Error(`${folder}/${invalid} is not named as a version, such as 1.2.0. Rename or remove it.`);
  return names
    .filter((name) => name !== current)
    .sort(byAge)
    .map((name) => ({ name, root: `/docs/${name}/`, pages: pagesIn(`${folder}/${name}`) }));
}

/** Whether a page is about a version of the kit; others are about the repository. */
const isKept = ({ name }: Page): boolean => !(name in ELSEWHERE) && !['architecture', 'STATUS'].includes(name);

/**
 * Stores the pages of a version, including generated ones; replaces earlier pages of that version.
 * @param markdown text of each page by its name
 * @returns the folder
 * @throws Error for a pre-release.
 */
export function keepVersion(
  version: string,
  pages: readonly Page[],
  markdown: ReadonlyMap<string, string>,
  folder = VERSIONS,
): string {
  if (!RELEASE.test(version))
    throw new Error(`'${version}' is no release such as 1.2.0. Only pages of releases are kept.`);
  const target = `${folder}/${version}`;
  rmSync(target, { recursive: true, force: true });
  for (const page of pages.filter(isKept)) {
    const path = `${target}/${page.name}.md`;
    mkdirSync(dirname(path), { recursive: true });
    const frontMatter = `---\ntitle: ${page.title}\ndescription: ${page.description}\n---\n`;
    writeFileSync(path, `${frontMatter}\n${markdown.get(page.name)!}`);
  }
  return target;
}

const LINK_OF_SITE = /^\/docs\/(.*?)\.md(#.*)?$/;

/** Returns a function that resolves links of a stored page within its own version, if the page exists there. */
export function resolverOf({ root, pages }: Version): (link: string) => string | undefined {
  const names = new Set(pages.map(({ name }) => name));
  return (link) => {
    const [, name, hash = ''] = LINK_OF_SITE.exec(link) ?? [];
    if (name === undefined) return link;
    return names.has(name) ? urlOf(name, root) + hash : undefined;
  };
}
