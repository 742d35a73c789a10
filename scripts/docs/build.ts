/** Builds the documentation as pages of the site, with an index for its search. */
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import MiniSearch from 'minisearch';
import sharp from 'sharp';
import { SEARCH_OPTIONS, type Section } from '../../site/src/docs/search-options';
import { layout, type Site } from './layout';
import { type Group, llmsFullText, llmsText, markdownOf, markdownUrl, OPTIONAL } from './llms';
import { ELSEWHERE, GROUPS, fileOf, urlOf } from './order';
import { pagesIn, type Page } from './pages';
import { references } from './reference';
import { renderer, type Size } from './render';
import { manifest } from './repository';
import { sectionsOf } from './sections';
import { VERSIONS, keepVersion, keptVersions, resolverOf, type Version } from './versions';

/** Creates a page from a file without front matter: its heading and first words are title and description. */
function pageWithoutHead(name: string, path: string): Page {
  const text = readFileSync(path, 'utf8');
  const title = /^# (.+)/.exec(text)?.[1] ?? path;
  const plainText = text
    .replace(/^#.*$/gm, '')
    .replace(/[`*]|\]\([^)]*\)|[[\]]/g, '')
    .trim();
  return {
    name,
    title,
    description: plainText.split(/\n\n/)[0]!.replace(/\s+/g, ' ').slice(0, 155),
    text,
    headLines: 0,
  };
}

/** Written by `npm run screenshots`. */
const PICTURES = 'docs/pictures';

/**
 * Returns a function that resolves links to addresses on the site.
 * @param addressOf returns the address of a page by its name
 */
function resolver(
  page: Page,
  pages: readonly Page[],
  addressOf: (name: string) => string = urlOf,
): (link: string) => string | undefined {
  const nameByFile = new Map(pages.map(({ name }) => [fileOf(name), name]));
  return (link) => {
    if (/^(?:https?:|mailto:|#)/.test(link)) return link;
    const [path = '', hash] = link.split('#');
    const file = join(dirname(fileOf(page.name)), path);
    if (file.startsWith(`${PICTURES}/`)) return `/${file}`;
    const name = nameByFile.get(file);
    return name === undefined ? undefined : addressOf(name) + (hash ? `#${hash}` : '');
  };
}

/** The sizes of pictures, by their addresses on the site. */
async function picturesOf(): Promise<Map<string, Size>> {
  const sizes = readdirSync(PICTURES).map(async (name): Promise<[string, Size]> => {
    // For a clip, this is the size of its first frame.
    const { width, height } = await sharp(`${PICTURES}/${name}`).metadata();
    return [`/${PICTURES}/${name}`, { width, height }];
  });
  return new Map(await Promise.all(sizes));
}

/** All pages. The kit has to be built. */
export const allPages = (metadataFolder = 'dist'): Page[] => [
  ...pagesIn('docs'),
  ...references(metadataFolder),
  ...Object.entries(ELSEWHERE).map(([name, path]) => pageWithoutHead(name, path)),
];

/** Texts for language models: pages as Markdown by their names, `llms.txt` and `llms-full.txt`. */
export function textsForModels(pages: readonly Page[]): {
  readonly markdown: ReadonlyMap<string, string>;
  readonly index: string;
  readonly full: string;
} {
  const pageByName = new Map(pages.map((page) => [page.name, page]));
  const markdown = new Map(pages.map((page) => [page.name, markdownOf(page, resolver(page, pages, markdownUrl))]));
  // Developers of the kit have the repository.
  const groups = GROUPS.map(([heading, names]): Group => [
    heading === 'Change' ? OPTIONAL : heading,
    names.map((name) => pageByName.get(name)!),
  ]);
  const inFull = groups.filter(([heading]) => heading !== OPTIONAL).flatMap(([, each]) => each);
  return {
    markdown,
    index: llmsText(groups),
    full: llmsFullText(inFull.map(({ name }) => ({ name, markdown: markdown.get(name)! }))),
  };
}

/** Writes the pages of a version, with its search index. */
function writeVersion(site: Site, version: Version, www: string, contentOf: (page: Page) => string): void {
  for (const page of version.pages) {
    const path = `${www}${version.root}${page.name}.html`;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, layout(site, version, page, contentOf(page)));
  }
  const index = new MiniSearch<Section>(SEARCH_OPTIONS);
  index.addAll(version.pages.flatMap((page) => sectionsOf(page, version.root)));
  writeFileSync(`${www}${version.root}search.json`, JSON.stringify(index));
}

/** Stores the pages of the version in package.json for the builds of later versions; returns their folder. */
export function keepCurrentVersion(): string {
  const pages = allPages();
  return keepVersion(manifest().version, pages, textsForModels(pages).markdown);
}

/**
 * Writes the pages. The elements have to be built.
 * @param www folder of the site
 * @param metadataFolder folder with Stencil's docs of the elements
 * @param folder folder of older versions
 */
export async function buildDocs(www: string, metadataFolder = 'dist', folder = VERSIONS): Promise<void> {
  const pages = allPages(metadataFolder);
  const pageNames = new Set(pages.map(({ name }) => name));
  for (const name of GROUPS.flatMap(([, names]) => names))
    if (!pageNames.has(name)) throw new Error(`the documentation has no page '${name}'`);
  const { version } = manifest();
  const current = { name: version, root: '/docs/', pages };
  const versions = keptVersions(version, folder);
  const site: Site = { current, versions, tags: readFileSync(`${www}/build/evergreen.html`, 'utf8').trim() };
  const pictures = await picturesOf();
  const render = await renderer(pictures);
  rmSync(`${www}/docs`, { recursive: true, force: true });
  cpSync(PICTURES, `${www}/${PICTURES}`, { recursive: true });
  writeVersion(site, current, www, (page) => render(page, resolver(page, pages)));
  for (const older of versions) {
    const resolve = resolverOf(older);
    writeVersion(site, older, www, (page) => render(page, resolve, { isOlder: true }));
  }
  const { markdown, index: llms, full } = textsForModels(pages);
  for (const [name, text] of markdown) writeFileSync(`${www}${markdownUrl(name)}`, text);
  writeFileSync(`${www}/llms.txt`, llms);
  writeFileSync(`${www}/llms-full.txt`, full);
}
