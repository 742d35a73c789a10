/** `head.html`: the tags a page copies, so that the browser requests every file of the first render at once. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
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
export function headTags(folder: string, base: string, about = 'dist'): string {
  const [script, ...rest] = firstRenderFiles(folder, about);
  const isPreload = (name: string): boolean => name.startsWith(`${PRELOAD_CHUNK}-`);
  return [
    `<script type="module" src="${base}${script}"></script>`,
    // It runs before the first one, which waits for all that it imports: the browser requests it before those, too.
    ...rest.filter(isPreload).map((name) => `<script type="module" async src="${base}${name}"></script>`),
    ...rest.filter((name) => !isPreload(name)).map((name) => `<link rel="modulepreload" href="${base}${name}">`),
  ].join('\n');
}

/** Writes the tags to copy into a built site, and into its pages. */
export function writeHead(site: string, about = 'dist'): void {
  const tags = headTags(`${site}/build`, '/build/', about);
  writeFileSync(`${site}/build/head.html`, `${tags}\n`);
  for (const name of readdirSync(site)) {
    if (!name.endsWith('.html')) continue;
    const page = readFileSync(`${site}/${name}`, 'utf8');
    writeFileSync(`${site}/${name}`, page.replace(tags.split('\n')[0]!, tags.replace(/\n/g, '\n    ')));
  }
}
