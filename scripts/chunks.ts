/**
 * How the builds are cut. The lazy build is loaded as it is: files in a chain cost round trips, so what every visitor needs
 * is one file, and each part that arrives later is one file more. What sites import is bundled by them: there each module
 * is a file, so that a bundler takes those that are used and no others.
 */
import type { ModuleInfo, Plugin } from 'rollup';

/** Entry module of each chunk, first come first served: a module belongs to the first that imports it statically. */
const CHUNKS: readonly (readonly [name: string, entry: string])[] = [
  ['engine', '/src/components/feaas-component/feaas-component.tsx'],
  ['engine', '/src/utils/modules.ts'],
  ['engine', '/src/utils/element/shadow.ts'],
  ['engine', '/src/utils/element/send.ts'],
  ['deferred', '/src/utils/deferred.ts'],
  ['deferred', '/src/utils/template/updates.ts'],
  ['persistence', '/src/utils/persistence.ts'],
  ['settings', '/src/utils/data/settings.ts'],
];

/** The elements' runtime stands with the engine: a page that shows anything needs both, and together they pack better. */
const RUNTIME = /stencil.*(?:internal[/\\]client|app-globals|app-data)/;

/** A module that only the build of what sites import has. */
export const IMPORTED = '\0core';

const ownFile = (id: string): string | undefined => (RUNTIME.test(id) ? 'runtime' : /\/src\/(.*)\.tsx?$/.exec(id)?.[1]);

type GetModuleInfo = (id: string) => ModuleInfo | null;

function reachable(entry: string, info: GetModuleInfo, into: Set<string>): void {
  if (into.has(entry)) return;
  into.add(entry);
  for (const id of info(entry)?.importedIds ?? []) reachable(id, info, into);
}

/** Rollup plugin that sets `manualChunks`. */
export function chunks(): Plugin {
  return {
    name: 'feaas-chunks',
    outputOptions(options) {
      const sets = new Map<string, Set<string>>();
      return {
        ...options,
        manualChunks: (id, { getModuleIds, getModuleInfo }) => {
          if (getModuleInfo(IMPORTED)) return ownFile(id);
          if (!sets.size) {
            for (const [name, entry] of CHUNKS) {
              const set = new Set<string>();
              for (const each of getModuleIds())
                if (each.split('?')[0]!.endsWith(entry)) reachable(each, getModuleInfo, set);
              sets.set(name, new Set([...(sets.get(name) ?? []), ...set]));
            }
          }
          if (RUNTIME.test(id)) return 'engine';
          for (const [name, set] of sets) if (set.has(id) && id.includes('/src/')) return name;
          return undefined;
        },
      };
    },
  };
}
