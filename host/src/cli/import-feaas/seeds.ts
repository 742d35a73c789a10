/** Finds the content to read: from a URL, from the pages of a list or sitemap, or from the files of a folder. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { HostError } from '../../lib/host-error.js';
import type { LimitTable } from '../../lib/limits.js';
import { isMissing } from '../../lib/locate-file.js';
import {
  type ComponentAddress,
  decodeName,
  parseComponent,
  parseStylesheet,
  type StylesheetAddress,
} from './addresses.js';
import type { Seeds } from './collect.js';
import { decode } from './decode.js';
import { FETCH_LIMITS, type Fetcher, UnreadableError } from './fetcher.js';
import type { Findings } from './findings.js';
import { filesIn } from './origin.js';
import { isSitemap, parseList, parseSitemap } from './page-list.js';
import { type ComponentUse, type Scan, reportUnread, scan } from './scan.js';

/** Maximum pages and sitemaps of one run. */
const LIST_LIMITS = Object.freeze({ pages: 10_000, sitemaps: 1_000 });

/** A component source without a URL, such as `library/component/version`. Excludes characters of sentences, code and keys. */
const SOURCE = /^[^\s<>"'{}[\]\\=+;,&|]+$/;

export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);

interface Collected {
  readonly components: ComponentUse[];
  readonly stylesheets: StylesheetAddress[];
}

export interface ListOptions {
  readonly fetcher: Fetcher;
  readonly findings: Findings;
  readonly limits?: Partial<LimitTable<typeof LIST_LIMITS>>;
}

/** The content to which a URL, or the entries of a list, lead. */
export async function seedsFromList(entries: readonly string[], options: ListOptions): Promise<Seeds> {
  const { fetcher, findings } = options;
  const limits = { ...LIST_LIMITS, ...options.limits };
  const found: Collected = { components: [], stylesheets: [] };
  const visited = new Set<string>();
  /** URLs from sitemap indexes. */
  const sitemaps = new Set<string>();
  const counts = { pages: 0, sitemaps: 0 };
  // A file that is no list may contain anything, even secrets. Then no part of it is sent to the default delivery host.
  const isList = entries.every((entry) => isAddress(entry) || SOURCE.test(entry));

  const add = (location: string, text: string, base: string): void =>
    addScan(found, findings, location, scan(text, base, true));

  /** @returns further URLs */
  const read = async (url: string): Promise<readonly string[]> => {
    let file;
    try {
      file = await fetcher.get(url, FETCH_LIMITS.pageBytes);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      findings.problem(url, `could not read this. Check the address: ${error.message}`);
      return [];
    }
    if (file.status !== 200) {
      findings.problem(url, `could not read this. Check the address: it answers ${file.status}`);
      return [];
    }
    const { text, problem } = decode(file.bytes, file.contentType);
    if (problem !== undefined) findings.warning(url, problem);
    if (isSitemap(text)) {
      const list = parseSitemap(text);
      if (list.pages.length === 0 && list.sitemaps.length === 0)
        findings.warning(url, 'is a sitemap without addresses');
      const toAbsolute = (each: string): string => (URL.canParse(each, file.url) ? new URL(each, file.url).href : each);
      for (const each of list.sitemaps) sitemaps.add(toAbsolute(each));
      return [...list.pages, ...list.sitemaps].map(toAbsolute);
    }
    if (/^\s*</.test(text) || /html/i.test(file.contentType)) {
      findings.pages++;
      add(url, text, file.url);
      return [];
    }
    return parseList(text);
  };

  for (let next = entries; next.length > 0;) {
    const work: Promise<readonly string[]>[] = [];
    for (const entry of next) {
      if (visited.has(entry)) continue;
      visited.add(entry);
      const stylesheet = parseStylesheet(entry);
      const isSource = isAddress(entry)
        ? /\/components\/.*\.html?(?:[?#]|$)/.test(entry)
        : isList && SOURCE.test(entry);
      const component = isSource ? parseComponent(entry) : undefined;
      const kind = sitemaps.has(entry) ? 'sitemaps' : 'pages';
      if (stylesheet) found.stylesheets.push(stylesheet);
      else if (component) found.components.push({ address: component, instance: undefined });
      else if (!isAddress(entry))
        findings.problem(
          entry,
          !isList && SOURCE.test(entry)
            ? 'skipped: another line is wrong. Correct that line'
            : "is neither an address nor a component's source. Correct this line",
        );
      else if (++counts[kind] > limits[kind])
        findings.problem(
          entry,
          `skipped: one run reads at most ${limits[kind]} ${kind}. Import the rest in another run`,
        );
      else work.push(read(entry));
    }
    next = (await Promise.all(work)).flat();
  }
  return found;
}

function addScan(found: Collected, findings: Findings, location: string, scanned: Scan): void {
  for (const use of scanned.components) found.components.push(use);
  for (const address of scanned.stylesheets) found.stylesheets.push(address);
  reportUnread(scanned, findings, location);
}

/**
 * The entries of a file: a sitemap, or one URL or source per line.
 * @throws HostError for a page, whose text must not be sent to servers as URLs.
 */
export async function entriesOfFile(path: string, displayPath: string): Promise<readonly string[]> {
  const { text } = decode(await readFile(path));
  if (!isSitemap(text)) {
    if (!/^\s*[<{[]/.test(text)) return parseList(text);
    throw new HostError(
      `'${displayPath}' is neither a sitemap nor a list of addresses. Give a list with one address per line, or a folder with copies of pages.`,
    );
  }
  const { pages, sitemaps } = parseSitemap(text);
  return [...pages, ...sitemaps];
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

/**
 * The folder that contains `components` or `styles`: the given one, or its only such subfolder, as tools that copy
 * sites create it.
 * @throws HostError
 */
export async function rootOf(folder: string, displayPath: string): Promise<string> {
  const names = await readdir(folder);
  if (names.includes('library.json'))
    throw new HostError(`'${displayPath}' is a library of files already. Give it to 'import'.`);
  const isRoot = (entries: readonly string[]): boolean => entries.includes('components') || entries.includes('styles');
  if (isRoot(names)) return folder;
  const roots: string[] = [];
  for (const name of names) {
    const path = join(folder, name);
    if (!name.startsWith('.') && (await isFolder(path)) && isRoot(await readdir(path))) roots.push(path);
  }
  const [root, second] = roots;
  if (root !== undefined && second === undefined) return root;
  throw new HostError(
    root === undefined
      ? `'${displayPath}' holds no content of Sitecore Components. Give a folder with 'components/<library>/<component>/<version>/published.html' or 'styles/<library>/published.css'.`
      : `'${displayPath}' holds several copies: ${roots.map((path) => basename(path)).join(', ')}. Give one of them.`,
  );
}

/** All components and stylesheets among the files. Pages among them show which versions are forks. */
export async function seedsFromFolder(root: string, findings: Findings): Promise<Seeds> {
  const paths = await filesIn(root);
  const pages: Collected = { components: [], stylesheets: [] };
  const found: Collected = { components: [], stylesheets: [] };
  const addressById = new Map<string, ComponentAddress>();
  const base = 'http://folder.invalid/';
  for (const path of paths) {
    const names = path.split('/');
    const [kind, library = '', component = '', version = ''] = names.map(decodeName);
    if (kind === 'components' || kind === 'styles') {
      const isComponent = kind === 'components' && names.length === 5 && /^(?:published|staged)\.html$/.test(names[4]!);
      const isStyles = kind === 'styles' && names.length === 3 && /^(?:published|staged)\.css$/.test(names[2]!);
      if (isComponent)
        addressById.set(`${library}/${component}/${version}`, { cdn: '', query: '', library, component, version });
      else if (isStyles) found.stylesheets.push({ cdn: '', query: '', library });
      else findings.warning(path, 'skipped: this is neither published nor staged content');
    } else if (/\.html?$/i.test(path)) {
      const { text, problem } = decode(await readFile(join(root, path)));
      if (problem !== undefined) findings.warning(path, problem);
      findings.pages++;
      addScan(pages, findings, path, scan(text, base, true));
    } else findings.warning(path, 'skipped: this is no page, component or stylesheet');
  }
  const keyOf = ({ library, component, version }: ComponentAddress): string => `${library}/${component}/${version}`;
  // A file that a page uses as an instance is a fork. The page's use includes it, with its original.
  for (const { address, instance } of pages.components)
    if (instance !== undefined) addressById.delete(keyOf({ ...address, version: instance }));
  return {
    components: [
      ...pages.components,
      ...[...addressById.values()].map((address) => ({ address, instance: undefined })),
    ],
    stylesheets: [...pages.stylesheets, ...found.stylesheets],
  };
}

/** The kinds of operands. */
export type Operand =
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string };

/** @throws HostError if the operand cannot be read. */
export async function parseOperand(operand: string, workingFolder: string): Promise<Operand> {
  if (isAddress(operand)) {
    if (URL.canParse(operand)) return { kind: 'address', url: new URL(operand).href };
    throw new HostError(`'${operand}' is no address. Give one that begins with https://.`);
  }
  const path = resolve(workingFolder, operand);
  try {
    return (await stat(path)).isDirectory() ? { kind: 'folder', path } : { kind: 'file', path };
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new HostError(
      `there is no folder or file '${operand}', and it is no address. Check the path, or write https:// first.`,
      {
        cause: error,
      },
    );
  }
}
