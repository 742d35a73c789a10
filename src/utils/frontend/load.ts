/** Loads the scripts of the frontend host, each once, and again only after a failure (contract §6). */
import { API, type Script, type ScriptName } from './types';
import { ScriptError, ScriptVersionError } from './errors';

/** Imports a module by its URL; replaceable. */
export type ImportModule = (url: string) => Promise<unknown>;

// Which scripts there are is known only at run time: no bundler is to look for them. Minifiers keep a comment with `@preserve`.
const importModule: ImportModule = (url) => import(/* @vite-ignore */ /* webpackIgnore: true, "@preserve": true */ url);

const loaded = new Map<string, Promise<unknown>>();
const failures = new Map<string, number>();

/**
 * Loads a script of the frontend host.
 * @param frontend absolute URL of the host
 * @throws ScriptError, ScriptVersionError, both with the script's URL. The next call tries again.
 */
export function loadScript<Loaded extends Script<never, unknown>>(
  name: ScriptName,
  frontend: string,
  load: ImportModule = importModule,
): Promise<Loaded> {
  const url = `${frontend}/${name}.js`;
  let loading = loaded.get(url);
  if (!loading) {
    const failureCount = failures.get(url);
    // Browsers cache a failed module by its URL.
    loading = load(failureCount ? `${url}?retry=${failureCount}` : url).then(
      (module) => checkScript(url, module as Partial<Script<never, unknown>>),
      (cause: unknown) => {
        throw new ScriptError(url, cause);
      },
    );
    loaded.set(url, loading);
    loading.catch(() => {
      loaded.delete(url);
      failures.set(url, (failureCount ?? 0) + 1);
    });
  }
  return loading as Promise<Loaded>;
}

function checkScript(url: string, module: Partial<Script<never, unknown>>): unknown {
  if (module.api !== API || typeof module.mount !== 'function')
    throw new ScriptVersionError(url, typeof module.mount === 'function' ? module.api : undefined);
  return module;
}
