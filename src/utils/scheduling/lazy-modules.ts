/**
 * Modules of the kit that are loaded when a page needs them. `src/utils/modules.ts` declares them, so that this file
 * and its users import none of them.
 */

import { importWithRetry } from './retry-import';

/** The modules by name; `src/utils/modules.ts` adds its entries by declaration merging. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface LazyModules {}

/** The name of a lazily loaded module. */
export type ModuleName = keyof LazyModules;

/** The modules that are loaded. */
export const lazyModules: Partial<LazyModules> = {};

/** Loaders of the modules. Servers and pages register different ones. */
export const moduleLoaders: { [N in ModuleName]?: () => Promise<LazyModules[N]> } = {};

/** Thrown by {@link requireModule}; `module` is the missing module. */
class ModuleNotLoadedError {
  constructor(readonly module: ModuleName) {}
}

/**
 * Returns a loaded module.
 * @throws ModuleNotLoadedError if it is not loaded yet.
 */
export function requireModule<N extends ModuleName>(name: N): LazyModules[N] {
  const found = lazyModules[name];
  if (!found) throw new ModuleNotLoadedError(name);
  return found as LazyModules[N];
}

const pending: { [N in ModuleName]?: Promise<LazyModules[N]> } = {};
/** The first import attempt of each module that is being loaded. */
const firstImports: { [name: string]: Promise<unknown> | undefined } = {};
const listeners: { [name: string]: (() => void)[] | undefined } = {};

/**
 * Loads a module. Concurrent calls share one import, which is retried with backoff. After a failure, the next call
 * imports again.
 */
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
  listeners[name]?.splice(0).forEach((callback) => callback());
  return found;
}

/**
 * Loads a module like {@link loadModule}, but rejects after the first failed import, which is retried in the
 * background.
 */
export async function tryModule<N extends ModuleName>(name: N): Promise<LazyModules[N]> {
  const loading = loadModule(name);
  loading.catch(() => {});
  await firstImports[name];
  return loading;
}

/** Calls `callback` as soon as a module is loaded, but does not load it. */
export function onModuleLoaded<N extends ModuleName>(name: N, callback: (module: LazyModules[N]) => void): void {
  const found = lazyModules[name];
  if (found) callback(found as LazyModules[N]);
  else (listeners[name] ??= []).push(() => callback(lazyModules[name] as LazyModules[N]));
}

const scheduled = new Set<ModuleName>();

/** Loads a module once when the page is idle, then calls `callback`. A failure is reported when the module is needed. */
export function loadModuleWhenIdle<N extends ModuleName>(name: N, callback?: (module: LazyModules[N]) => void): void {
  if (scheduled.has(name)) return;
  scheduled.add(name);
  (globalThis.requestIdleCallback ?? setTimeout)(() => loadModule(name).then(callback, () => scheduled.delete(name)));
}
