/**
 * Which modules share a file in the builds. This is the one place that decides it; `src/utils/modules.ts` is the one list of the
 * modules that a page loads lazily.
 *
 * The lazy build is loaded by pages as it is. Files that import one another cost a round trip each, so everything that the first
 * render needs is one chunk, and each lazily loaded module is one more. `dist/components` is bundled by sites: there each source
 * module is a file, so that a bundler takes the modules that are used and no others.
 */
import { basename } from 'node:path';
import type { ModuleInfo, Plugin } from 'rollup';
import { freshImports } from './fresh-imports';

/** The elements whose code the first render needs; each of the others has an entry chunk of its own. */
export const EAGER_ELEMENTS = ['feaas-component', 'feaas-context'] as const;

/** The declaration of the lazily loaded modules. Each module that it imports dynamically is one chunk. */
const MODULES = '/src/utils/modules.ts';

/** The script that runs while the others load; it and all that it imports are one chunk, which the others import. */
const PRELOAD = '/src/preload.ts';
export const PRELOAD_CHUNK = 'preload';

/** Source modules whose static imports are all in the chunk of the first render. */
const FIRST_RENDER = [...EAGER_ELEMENTS.map((tag) => `/src/components/${tag}/${tag}.tsx`), MODULES];
const FIRST_RENDER_CHUNK = 'first-render';

/** Stencil's runtime. Every page that renders anything needs it as well, and compressed together both are smaller. */
const RUNTIME = /stencil.*(?:internal[/\\]client|app-globals|app-data)/;

type GetModuleInfo = (id: string) => ModuleInfo | null;

/** Stencil's lazy build has entries `<tag>.entry`, which load when an element is there; the build of `dist/components` has none. */
const isLazyBuild = (ids: Iterable<string>): boolean => [...ids].some((id) => id.endsWith('.entry'));

const isSource = (id: string): boolean => id.includes('/src/') && !id.includes('/node_modules/');
const pathOf = (id: string): string => id.split('?')[0]!;

/** The chunk of a module in `dist/components`: one for each source file. */
const fileChunk = (id: string): string | undefined =>
  RUNTIME.test(id) ? 'runtime' : isSource(id) ? /\/src\/(.*)\.tsx?$/.exec(pathOf(id))?.[1] : undefined;

/** Assigns a module, and all that it imports statically, to a chunk; a module belongs to the first chunk that wants it. */
function assign(id: string, chunk: string, info: GetModuleInfo, chunks: Map<string, string>): void {
  if (chunks.has(id) || !isSource(id)) return;
  chunks.set(id, chunk);
  for (const imported of info(id)?.importedIds ?? []) assign(imported, chunk, info, chunks);
}

/** A module and all that it imports statically. */
function closureOf(id: string, info: GetModuleInfo, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of info(id)?.importedIds ?? []) closureOf(imported, info, found);
  return found;
}

/**
 * The chunk of each module of the one-file build: the first file has what the entry imports statically, and each module that it
 * imports dynamically is one more, with all that it imports. What several of them import is in the smallest, which imports no other.
 */
export function oneFileChunks(entry: string, info: GetModuleInfo): ReadonlyMap<string, string> {
  const first = closureOf(entry, info);
  const chunks = new Map([...first].map((id) => [id, 'feaas']));
  const modules = new Set([...first].flatMap((id) => info(id)?.dynamicallyImportedIds ?? []));
  const closures = [...modules].map((id) => closureOf(id, info)).sort((one, other) => one.size - other.size);
  for (const closure of closures) {
    const [module] = closure;
    for (const id of closure) if (!chunks.has(id)) chunks.set(id, basename(module!, '.js'));
  }
  return chunks;
}

/** The chunk of each source module in the lazy build, as far as it is declared; Rollup places the others. */
function lazyChunks(ids: Iterable<string>, info: GetModuleInfo): ReadonlyMap<string, string> {
  const chunks = new Map<string, string>();
  const all = [...ids];
  const find = (end: string): string[] => all.filter((id) => pathOf(id).endsWith(end));
  for (const id of find(PRELOAD)) assign(id, PRELOAD_CHUNK, info, chunks);
  const sources = FIRST_RENDER.flatMap(find);
  for (const id of sources) assign(id, FIRST_RENDER_CHUNK, info, chunks);
  const declaration = sources.find((id) => pathOf(id).endsWith(MODULES));
  for (const id of (declaration && info(declaration)?.dynamicallyImportedIds) ?? [])
    assign(id, pathOf(id).replace(/^.*\/src\/|\.tsx?$/g, ''), info, chunks);
  return chunks;
}

/** Rollup plugin that sets `manualChunks`, and names the file of {@link PRELOAD_CHUNK}: pages load it by a tag of its own. */
export function chunks(): Plugin {
  return {
    name: 'feaas-chunks',
    outputOptions(options) {
      /** The chunks of the lazy build; null in the other one. */
      let assigned: ReadonlyMap<string, string> | null | undefined;
      const { chunkFileNames: fileNames } = options;
      return {
        ...options,
        chunkFileNames: (chunk) =>
          chunk.name === PRELOAD_CHUNK
            ? `${PRELOAD_CHUNK}-[hash].js`
            : typeof fileNames === 'function'
              ? fileNames(chunk)
              : (fileNames ?? '[name]-[hash].js'),
        manualChunks: (id, { getModuleIds, getModuleInfo }) => {
          if (assigned === undefined)
            assigned = isLazyBuild(getModuleIds()) ? lazyChunks(getModuleIds(), getModuleInfo) : null;
          if (!assigned) return fileChunk(id);
          return RUNTIME.test(id) ? FIRST_RENDER_CHUNK : assigned.get(id);
        },
      };
    },
  };
}

/** Rollup plugin of the lazy build; what sites import is loaded by the code of their bundler. */
export const freshLazyImports = (): Plugin => freshImports(isSource, isLazyBuild);
