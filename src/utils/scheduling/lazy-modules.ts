/**
 * Modules of the kit that are loaded when a page needs them. This file knows none of them: `src/utils/modules.ts` declares which
 * there are, so that nothing that uses a module imports it.
 */

import { importWithRetry } from './retry-import';

/** The modules by name; `src/utils/modules.ts` adds its entries by declaration merging. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface LazyModules {}

/** The name of a lazily loaded module. */
export type ModuleName = keyof LazyModules;

/** The modules that are loaded. */
export const lazyModules: Partial<LazyModules> = {};

/** How the others are loaded. Servers and pages register different loaders. */
export const moduleLoaders: { [N in ModuleName]?: () => Promise<LazyModules[N]> } = {};

/** Thrown by {@link requireModule}; `module` names what is not loaded yet. */
class ModuleNotLoadedError {
  constructor(readonly module: ModuleName) {}
}

/**
 * A module that is loaded.
 * @throws ModuleNotLoadedError when it is not loaded yet.
 */
export function requireModule<N extends ModuleName>(name: N): LazyModules[N] {
  const found = lazyModules[name];
  if (!found) throw new ModuleNotLoadedError(name);
  return found as LazyModules[N];
}

const pending: { [N in ModuleName]?: Promise<LazyModules[N]> } = {};
/** The first import of each module that is being loaded. */
const firstImports: { [name: string]: Promise<unknown> | undefined } = {};
const listeners: { [name: string]: (() => void)[] | undefined } = {};

/** Loads a module. Concurrent calls share one import, which is repeated with backoff; after that the next call imports it again. */
export async function loadModule<N extends ModuleName>(name: N): Promise<LazyModules[N]> {
  if (!lazyModules[name])
    try {
      lazyModules[name] = await ((pending[name] as Promise<LazyModules[N]>) ??= importWithRetry(() => {
        const loading = (moduleLoaders[name] as () => Promise<LazyModules[N]>)();
        firstImports[name] ??= loading;
        return loading;
      }));
    } finally {
      delete pending[name];
      delete firstImports[name];
    }
  const found = lazyModules[name] as LazyModules[N];
  listeners[name]?.splice(0).forEach((use) => use());
  return found;
}

/** Loads a module like {@link loadModule}, and rejects as soon as an import has failed: that is repeated, without the caller. */
export async function tryModule<N extends ModuleName>(name: N): Promise<LazyModules[N]> {
  const loading = loadModule(name);
  loading.catch(() => {});
  await firstImports[name];
  return loading;
}

/** Calls with a module as soon as it is loaded, without loading it. */
export function onModuleLoaded<N extends ModuleName>(name: N, use: (module: LazyModules[N]) => void): void {
  const found = lazyModules[name];
  if (found) use(found as LazyModules[N]);
  else (listeners[name] ??= []).push(() => use(lazyModules[name] as LazyModules[N]));
}

const scheduled = new Set<ModuleName>();

/** Loads a module when the page is idle, then calls with it, once. A failure is reported when the module is needed. */
export function loadModuleWhenIdle<N extends ModuleName>(name: N, use?: (module: LazyModules[N]) => void): void {
  if (scheduled.has(name)) return;
  scheduled.add(name);
  (globalThis.requestIdleCallback ?? setTimeout)(() => loadModule(name).then(use, () => scheduled.delete(name)));
}
