/** `head.html`: the tags that a page copies, so that browsers request all files of the first render at once. */
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { EAGER_ELEMENTS, PRELOAD_CHUNK } from './chunks';

/** The script that pages load. */
const SCRIPT = 'feaas.esm.js';

/** The output of Stencil's output target `stats` for the lazy build. */
interface Stats {
  readonly formats: {
    readonly esmBrowser: readonly { readonly components: readonly string[]; readonly fileName: string }[];
  };
}

/** Static imports of a file. */
const staticImports = (code: string): string[] =>
  [...code.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map(([, name]) => name!);

/** A file and all its static imports. */
function withImports(folder: string, name: string, found = new Set<string>()): Set<string> {
  if (!found.has(name)) {
    found.add(name);
    for (const each of staticImports(readFileSync(`${folder}/${name}`, 'utf8'))) withImports(folder, each, found);
  }
  return found;
}

/** The file that defines an element in the lazy build. */
function entryFile(tag: string, metadataFolder: string): string {
  const { formats } = JSON.parse(readFileSync(`${metadataFolder}/stats.json`, 'utf8')) as Stats;
  const entry = formats.esmBrowser.find(({ components }) => components.includes(tag));
  if (!entry) throw new Error(`${metadataFolder}/stats.json names no file of ${tag}.`);
  return entry.fileName;
}

/**
 * Files of the first render: the script, the element, and all their imports.
 * @param metadataFolder folder with Stencil's docs of the elements
 */
export function firstRenderFiles(folder: string, metadataFolder = 'dist'): string[] {
  return [...withImports(folder, entryFile(EAGER_ELEMENTS[0], metadataFolder), withImports(folder, SCRIPT))];
}

/** Script tags and modulepreload links, one per line; only the first is required. */
function headTags(folder: string, base: string, metadataFolder = 'dist'): string {
  const [script, ...rest] = firstRenderFiles(folder, metadataFolder);
  const isPreload = (name: string): boolean => name.startsWith(`${PRELOAD_CHUNK}-`);
  return [
    `<script type="module" src="${base}${script}"></script>`,
    // It runs before the first script, which waits for its imports. So browsers should request it before those, too.
    ...rest.filter(isPreload).map((name) => `<script type="module" async src="${base}${name}"></script>`),
    ...rest.filter((name) => !isPreload(name)).map((name) => `<link rel="modulepreload" href="${base}${name}">`),
  ].join('\n');
}

/** The Subresource Integrity hash of a file. */
const integrityOf = (bytes: Uint8Array): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/**
 * The hash of each script of a version by URL, for an import map. Browsers check imports only against the import map.
 * Chrome loads a file again without a hash if its preload link has a wrong one.
 */
function integrityMap(folder: string, base: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const hashes = names
    .map((name) => name.replaceAll('\\', '/'))
    .sort()
    .map((name) => [base + name, integrityOf(readFileSync(`${folder}/${name}`))] as const);
  return JSON.stringify({ integrity: Object.fromEntries(hashes) });
}

/** The same tags for one version, with the hash of each file. */
function pinnedTags(folder: string, base: string, metadataFolder: string): string {
  return headTags(folder, base, metadataFolder)
    .split('\n')
    .map((tag) => {
      const name = /="([^"]*\/)?([^"/]+)">/.exec(tag)?.[2];
      if (name === undefined) throw new Error(`A tag of head.html names no file: ${tag}`);
      return tag.replace('">', `" integrity="${integrityOf(readFileSync(`${folder}/${name}`))}">`);
    })
    .join('\n');
}

/** The import map as a tag. It is an inline script, which a page with a strict policy has to allow. */
function importMapTag(map: string): string {
  const hash = createHash('sha256').update(map).digest('base64');
  return [
    `<!-- Put this above the tags of head.html. If your Content-Security-Policy forbids inline scripts, add 'sha256-${hash}' to its script-src. -->`,
    `<script type="importmap">${map}</script>`,
  ].join('\n');
}

/** Files in `build` that no page loads. */
const NOT_LOADED = /\.(?:html|json)$/;

/**
 * Writes the tags into files of a built site, and into its pages. The pages have tags without a version, as each build
 * writes them again.
 * @param version version of a build that never changes. It is copied to `build/<version>`, which `head.html` refers to;
 *   `import-map.html` has the hashes of its scripts.
 */
export function writeHead(site: string, metadataFolder = 'dist', version?: string): void {
  const build = `${site}/build`;
  const tags = headTags(build, '/build/', metadataFolder);
  writeFileSync(`${build}/evergreen.html`, `${tags}\n`);
  writeFileSync(`${build}/head.html`, `${version === undefined ? tags : pin(build, version, metadataFolder)}\n`);
  for (const name of readdirSync(site)) {
    if (!name.endsWith('.html')) continue;
    const page = readFileSync(`${site}/${name}`, 'utf8');
    writeFileSync(`${site}/${name}`, page.replace(tags.split('\n')[0]!, tags.replace(/\n/g, '\n    ')));
  }
}

/** Copies a build to a folder for its version. @returns the tags of that version. */
function pin(build: string, version: string, metadataFolder: string): string {
  const folder = `${build}/${version}`;
  for (const name of readdirSync(build))
    if (name !== version && !NOT_LOADED.test(name))
      cpSync(`${build}/${name}`, `${folder}/${name}`, {
        recursive: true,
        filter: (source) => !NOT_LOADED.test(source),
      });
  const base = `/build/${version}/`;
  const map = integrityMap(folder, base);
  writeFileSync(`${folder}/integrity.json`, map);
  writeFileSync(`${build}/import-map.html`, `${importMapTag(map)}\n`);
  return pinnedTags(folder, base, metadataFolder);
}
