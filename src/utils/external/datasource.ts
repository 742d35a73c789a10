/** Data sources of the page: data settings with a URL `datasource:<id>` are read from the data source that is registered with that id. */
import { warnOnce } from '../../global/logger';
import type { ExternalDatasource } from './definition';
import { settingsOf } from './props';
import { registry } from './registry';

/** The scheme of the URLs. */
const SCHEME = 'datasource:';

/** Resolves as a promise does, or rejects when a signal is aborted before. It leaves no listener on the signal. */
async function untilAborted<T>(signal: AbortSignal, work: T | Promise<T>): Promise<T> {
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Resolves with a data source once the page has registered it; on a server it must be registered already. */
async function whenRegistered(id: string, signal: AbortSignal): Promise<ExternalDatasource> {
  const { datasources, listeners } = registry();
  const existing = datasources.get(id);
  if (existing) return existing;
  const problem = `no data source '${id}' is registered`;
  if (typeof document === 'undefined') throw new Error(problem);
  let listener = (): void => {};
  try {
    const registered = new Promise<ExternalDatasource>((resolve) => {
      listener = () => {
        const found = datasources.get(id);
        if (found) resolve(found);
      };
      listeners.add(listener);
    });
    return await untilAborted(signal, registered);
  } catch {
    throw new Error(`${problem}. Register it with registerDatasource()`);
  } finally {
    listeners.delete(listener);
  }
}

/**
 * Fetches a value from a data source of the page.
 * @throws Error if it is not registered in time, a setting is missing or wrong, or its `fetch` fails
 */
export async function fetchDatasource(
  { url, params }: { readonly url: string; readonly params?: Readonly<Record<string, unknown>> | null },
  signal: AbortSignal,
): Promise<unknown> {
  const id = url.slice(SCHEME.length);
  const source = await whenRegistered(id, signal);
  const settings = settingsOf(source, params ?? {}, (problem) => {
    throw new Error(problem);
  });
  const value = await untilAborted(signal, source.fetch(settings, { signal }));
  if (value === undefined) {
    warnOnce(`data source ${url} gave nothing, which counts as empty. Return a value from its \`fetch\`.`);
    return {};
  }
  return value;
}
