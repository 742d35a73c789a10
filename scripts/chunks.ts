/**
 * Assigns modules to the files of the builds. Only this file decides that. `src/utils/modules.ts` is the only list of
 * the modules that a page loads lazily.
 *
 * Pages load the lazy build as it is. Files that import one another cost a round trip each. So the first render is one
 * chunk, and each lazily loaded module is another one. Sites bundle `dist/components`. There each source module is a
 * file, so that a bundler takes only the modules that are used.
 */
import { basename } from 'node:path';
import type { ModuleInfo, Plugin } from 'rollup';
import { freshImports } from './fresh-imports';

/** The elements whose code the first render needs; each of the others has its own entry chunk. */
export const EAGER_ELEMENTS = ['feaas-component', 'feaas-context'] as const;

/** The declaration of the lazily loaded modules. Each dynamic import in it becomes one chunk. */
const MODULES = '/src/utils/modules.ts';

/** The script that runs while the others load. It and all its imports are one chunk, which the others import. */
const PRELOAD = '/src/preload.ts';
export const PRELOAD_CHUNK = 'preload';

/** Source modules that, with all their static imports, form the chunk of the first render. */
const FIRST_RENDER = [...EAGER_ELEMENTS.map((tag) => `/src/components/${tag}/${tag}.tsx`), MODULES];
const FIRST_RENDER_CHUNK = 'first-render';

/** Stencil's runtime. Every page needs it for rendering, and compressing both together is smaller. */
const RUNTIME = /stencil.*(?:internal[/\\]client|app-globals|app-data)/;

type GetModuleInfo = (id: string) => ModuleInfo | null;

/**
 * Whether it is Stencil's lazy build, whose `<tag>.entry` entries load with their element; `dist/components` has none.
 */
const isLazyBuild = (ids: Iterable<string>): boolean => [...ids].some((id) => id.endsWith('.entry'));

const isSource = (id: string): boolean => id.includes('/src/') && !id.includes('/node_modules/');
const pathOf = (id: string): string => id.split('?')[0]!;

/** The chunk of a module in `dist/components`: one per source file. */
const fileChunk = (id: string): string | undefined =>
  RUNTIME.test(id) ? 'runtime' : isSource(id) ? /\/src\/(.*)\.tsx?$/.exec(pathOf(id))?.[1] : undefined;

/** Assigns a module and all its static imports to a chunk; a module stays in its first chunk. */
function assign(id: string, chunk: string, info: GetModuleInfo, chunks: Map<string, string>): void {
  if (chunks.has(id) || !isSource(id)) return;
  chunks.set(id, chunk);
  for (const imported of info(id)?.importedIds ?? []) assign(imported, chunk, info, chunks);
}

/** A module and all its static imports. */
function closureOf(id: string, info: GetModuleInfo, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of info(id)?.importedIds ?? []) closureOf(imported, info, found);
  return found;
}

/**
 * Chunks of the one-file build: the first file contains the static imports of the entry. Each dynamically imported
 * module is another file with all its imports. A module that several of them import is in the smallest, which imports
 * no other.
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

/** The assigned chunks of source modules in the lazy build; Rollup places the others. */
function lazyChunks(ids: Iterable<string>, info: GetModuleInfo): ReadonlyMap<string, string> {
  const chunks = new Map<string, string>();
  const moduleIds = [...ids];
  const find = (end: string): string[] => moduleIds.filter((id) => pathOf(id).endsWith(end));
  for (const id of find(PRELOAD)) assign(id, PRELOAD_CHUNK, info, chunks);
  const sources = FIRST_RENDER.flatMap(find);
  for (const id of sources) assign(id, FIRST_RENDER_CHUNK, info, chunks);
  const declaration = sources.find((id) => pathOf(id).endsWith(MODULES));
  for (const id of (declaration && info(declaration)?.dynamicallyImportedIds) ?? [])
    assign(id, pathOf(id).replace(/^.*\/src\/|\.tsx?$/g, ''), info, chunks);
  return chunks;
}

/**
 * Rollup plugin that sets `manualChunks`, and the file name of {@link PRELOAD_CHUNK}, which pages load by its own tag.
 */
export function chunks(): Plugin {
  return {
    name: 'feaas-chunks',
    outputOptions(options) {
      /** The chunks of the lazy build; null for the other build. */
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

/** Rollup plugin of the lazy build; in sites, the code of their bundler loads the modules. */
export const freshLazyImports = (): Plugin => freshImports(isSource, isLazyBuild);
