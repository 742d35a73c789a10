/** `head.html`: the tags a page copies, so that the browser requests every file of the first render at once. */
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { EAGER_ELEMENTS, PRELOAD_CHUNK } from './chunks';

/** The script that pages load. */
const SCRIPT = 'feaas.esm.js';

/** What Stencil's output target `stats` says of the lazy build. */
interface Stats {
  readonly formats: {
    readonly esmBrowser: readonly { readonly components: readonly string[]; readonly fileName: string }[];
  };
}

/** Files that a file imports statically. */
const staticImports = (code: string): string[] =>
  [...code.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map(([, name]) => name!);

/** A file and all that it imports statically. */
function withImports(folder: string, name: string, found = new Set<string>()): Set<string> {
  if (!found.has(name)) {
    found.add(name);
    for (const each of staticImports(readFileSync(`${folder}/${name}`, 'utf8'))) withImports(folder, each, found);
  }
  return found;
}

/** The file that defines an element in the lazy build. */
function entryFile(tag: string, about: string): string {
  const { formats } = JSON.parse(readFileSync(`${about}/stats.json`, 'utf8')) as Stats;
  const entry = formats.esmBrowser.find(({ components }) => components.includes(tag));
  if (!entry) throw new Error(`${about}/stats.json names no file of ${tag}.`);
  return entry.fileName;
}

/**
 * Files of the first render: the script, the element, and what both import.
 * @param about folder of what Stencil tells of the elements
 */
export function firstRenderFiles(folder: string, about = 'dist'): string[] {
  return [...withImports(folder, entryFile(EAGER_ELEMENTS[0], about), withImports(folder, SCRIPT))];
}

/** Script tags and modulepreload links, one a line; the first is the only one that is needed. */
function headTags(folder: string, base: string, about = 'dist'): string {
  const [script, ...rest] = firstRenderFiles(folder, about);
  const isPreload = (name: string): boolean => name.startsWith(`${PRELOAD_CHUNK}-`);
  return [
    `<script type="module" src="${base}${script}"></script>`,
    // It runs before the first one, which waits for all that it imports: the browser requests it before those, too.
    ...rest.filter(isPreload).map((name) => `<script type="module" async src="${base}${name}"></script>`),
    ...rest.filter((name) => !isPreload(name)).map((name) => `<link rel="modulepreload" href="${base}${name}">`),
  ].join('\n');
}

/** What Subresource Integrity compares a file with. */
const integrityOf = (bytes: Uint8Array): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/**
 * The hash of each script of a version, by its URL, as an import map takes it. Browsers check an import by nothing else: what a
 * link preloads with a wrong hash, Chrome loads once more without one.
 */
function integrityMap(folder: string, base: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const hashes = names
    .map((name) => name.replaceAll('\\', '/'))
    .sort()
    .map((name) => [base + name, integrityOf(readFileSync(`${folder}/${name}`))] as const);
  return JSON.stringify({ integrity: Object.fromEntries(hashes) });
}

/** The same tags for one version, each with the hash of its file. */
function pinnedTags(folder: string, base: string, about: string): string {
  return headTags(folder, base, about)
    .split('\n')
    .map((tag) => {
      const name = /="([^"]*\/)?([^"/]+)">/.exec(tag)?.[2];
      if (name === undefined) throw new Error(`A tag of head.html names no file: ${tag}`);
      return tag.replace('">', `" integrity="${integrityOf(readFileSync(`${folder}/${name}`))}">`);
    })
    .join('\n');
}

/** The import map as a tag, which is an inline script: a page with a strict policy has to allow it. */
function importMapTag(map: string): string {
  const hash = createHash('sha256').update(map).digest('base64');
  return [
    `<!-- Put this above the tags of head.html. If your Content-Security-Policy forbids inline scripts, add 'sha256-${hash}' to its script-src. -->`,
    `<script type="importmap">${map}</script>`,
  ].join('\n');
}

/** What `build` has that no page loads. */
const ABOUT_BUILDS = /\.(?:html|json)$/;

/**
 * Writes the tags to copy into a built site, and into its pages. The pages take the ones of any version: each build writes them anew.
 * @param version of a build that never changes: it is copied to `build/<version>`, `head.html` names that one, and `import-map.html` has
 *   the hashes of its scripts.
 */
export function writeHead(site: string, about = 'dist', version?: string): void {
  const build = `${site}/build`;
  const tags = headTags(build, '/build/', about);
  writeFileSync(`${build}/evergreen.html`, `${tags}\n`);
  writeFileSync(`${build}/head.html`, `${version === undefined ? tags : pin(build, version, about)}\n`);
  for (const name of readdirSync(site)) {
    if (!name.endsWith('.html')) continue;
    const page = readFileSync(`${site}/${name}`, 'utf8');
    writeFileSync(`${site}/${name}`, page.replace(tags.split('\n')[0]!, tags.replace(/\n/g, '\n    ')));
  }
}

/** Copies a build under its version. @returns the tags of that version. */
function pin(build: string, version: string, about: string): string {
  const folder = `${build}/${version}`;
  for (const name of readdirSync(build))
    if (name !== version && !ABOUT_BUILDS.test(name))
      cpSync(`${build}/${name}`, `${folder}/${name}`, {
        recursive: true,
        filter: (source) => !ABOUT_BUILDS.test(source),
      });
  const base = `/build/${version}/`;
  const map = integrityMap(folder, base);
  writeFileSync(`${folder}/integrity.json`, map);
  writeFileSync(`${build}/import-map.html`, `${importMapTag(map)}\n`);
  return pinnedTags(folder, base, about);
}
