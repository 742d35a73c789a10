/** Data settings (D14): data sources that are fetched and replaced by their results. */
import { REQUEST_TIMEOUT } from '../../global/defaults';
import { frameworkSignalOf } from '../../global/framework-signal';
import { warnOnce } from '../../global/logger';
import { requestSignal } from '../../global/request-signal';
import { isPlain } from '../path/lookup';
import { flatten } from '../path/query';
import { queryPath } from '../path/query-path';
import { importWithRetry } from '../scheduling/retry-import';
import { hasDataSettings, isDataSettings, type Settings } from './is-settings';
import { plainData } from '../path/plain-data';
import { PRUNED_ATTRIBUTE } from './pruned-attribute';
import { answerOfServer, prunedKey } from './ssr-data';

export { hasDataSettings, isDataSettings, type Settings };

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Options of one call of {@link fetchData}. */
export interface DataFetchOptions {
  /** Sends the requests of this call, instead of `DataSettings.fetchImplementation`. */
  readonly fetch?: Fetch | undefined;
  /** Cancels the requests; their results are then `{}`. */
  readonly signal?: AbortSignal | undefined;
  /** Cache of results by settings as JSON: it is read first, and receives the results. Failed requests are removed. */
  readonly fetched?: Pick<Map<string, Promise<unknown>>, 'get' | 'set' | 'delete'> | undefined;
  /** Finds a result that a server has fetched for the element. */
  readonly findAnswer?: ((key: string) => { readonly answer: unknown } | undefined) | undefined;
}

function appendAll<Value>(
  target: { append(name: string, value: Value): void },
  values: unknown,
  convert: (value: unknown) => Value,
): void {
  const entries =
    typeof values === 'string'
      ? new URLSearchParams(values)
      : Object.entries((values ?? {}) as Record<string, unknown>);
  for (const [name, value] of entries) {
    for (const each of Array.isArray(value) ? value : [value]) if (each != null) target.append(name, convert(each));
  }
}

/** Converts a value to a form field. */
const field = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Arguments for `fetch`. */
export type FetchArguments = [url: string, init: RequestInit & { method: string; headers: Headers }];

/** The URL and options to fetch settings. */
function toFetchArguments(settings: Settings): FetchArguments {
  const method = String(settings.method || 'GET').toUpperCase();
  const headers = new Headers(Object.entries(settings.headers ?? {}).filter(([, value]) => value != null));
  if (!headers.has('accept')) headers.set('accept', 'application/json');
  let body: BodyInit | undefined;
  const { body: payload } = settings;
  if (method !== 'GET' && method !== 'HEAD' && payload != null) {
    const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (type === 'multipart/form-data') {
      const form = new FormData();
      appendAll<string | Blob>(form, payload, (value) => (value instanceof Blob ? value : field(value)));
      body = form;
      // The platform adds the header with its boundary.
      headers.delete('content-type');
    } else if (type === 'application/x-www-form-urlencoded') {
      const form = new URLSearchParams();
      appendAll(form, payload, field);
      body = form;
    } else if (typeof payload === 'string' && type && !type.endsWith('json')) {
      body = payload;
    } else {
      if (!type) headers.set('content-type', 'application/json');
      body = JSON.stringify(payload);
    }
  }
  const params = new URLSearchParams();
  appendAll(params, settings.params, String);
  const [address = '', hash] = settings.url.split(/#(.*)/s);
  const query = params.toString();
  const url = query ? address + (address.includes('?') ? '&' : '?') + query : address;
  return [hash === undefined ? url : `${url}#${hash}`, { method, headers, ...(body === undefined ? {} : { body }) }];
}

/**
 * Lets a plain key read the item of a one-item list (D14). The added members are not enumerable, so the list stays the
 * same.
 */
function aliasSingleItem(list: unknown[]): unknown[] {
  const [item] = list;
  if (list.length === 1 && typeof item === 'object' && item !== null && !Array.isArray(item)) {
    for (const [key, value] of Object.entries(item)) {
      if (!Object.hasOwn(list, key)) Object.defineProperty(list, key, { value, enumerable: false });
    }
  }
  return list;
}

const inFlight = new Map<string, Promise<unknown>>();

let uniqueKeys = 0;

/**
 * Settings as JSON, equal for identical settings. If JSON can not represent a value, such as a file, the key is unique.
 */
function keyOf(settings: Settings): string {
  let isSerializable = true;
  const check = (_name: string, value: unknown): unknown => {
    isSerializable &&= typeof value !== 'object' || value === null || Array.isArray(value) || isPlain(value);
    return value;
  };
  try {
    const key = JSON.stringify(settings, check);
    if (isSerializable) return key;
  } catch {
    // Such settings can not be sent either.
  }
  return `${settings.url} ${++uniqueKeys}`;
}

/** Fetches one data source; a failure results in `{}` (§8). */
function fetchOne(settings: Settings, options: DataFetchOptions = {}): Promise<unknown> {
  const key = keyOf(settings);
  const found = (options.findAnswer ?? answerOfServer)(key);
  if (found) return Promise.resolve(shapeAnswer(found.answer, settings));
  const cache = options.fetched ?? inFlight;
  let request = cache.get(key);
  if (!request) {
    request = fetchAnswer(settings, options).catch((error: unknown) => {
      if (frameworkSignalOf(error)) throw error;
      if (!options.signal?.aborted)
        warnOnce(
          `data source ${settings.url} failed and counts as empty: ${(error as Error).message || (error as Error).name}. Check its URL.`,
        );
      cache.delete(key);
      return {};
    });
    cache.set(key, request);
    if (cache === inFlight) {
      const remove = (): boolean => inFlight.delete(key);
      request.then(remove, remove);
    }
  }
  return request;
}

/** The JSONPath that selects matches in a response; undefined to use the whole response. */
function filterOf(settings: Settings): string | undefined {
  const jsonpath = String(settings.jsonpath ?? '$');
  return jsonpath && jsonpath !== '$' ? jsonpath : undefined;
}

/** Restores a result that a server has fetched, after its serialization to JSON. */
const shapeAnswer = (answer: unknown, settings: Settings): unknown =>
  filterOf(settings) ? aliasSingleItem(answer as unknown[]) : answer;

async function fetchAnswer(settings: Settings, options: DataFetchOptions): Promise<unknown> {
  const { url } = settings;
  const jsonpath = filterOf(settings);
  const signal = requestSignal(REQUEST_TIMEOUT, options.signal)!;
  const json = await (url.startsWith('datasource:')
    ? importWithRetry(() => import('../external/datasource')).then(({ fetchDatasource }) =>
        fetchDatasource(settings, signal),
      )
    : request(settings, signal, options.fetch ?? DataSettings.fetchImplementation));
  return jsonpath ? aliasSingleItem([...flatten(await queryPath(jsonpath, json))]) : json;
}

async function request(settings: Settings, signal: AbortSignal, doFetch: Fetch): Promise<unknown> {
  const [url, init] = toFetchArguments(settings);
  const response = await doFetch(url, { ...init, signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}

/**
 * Replaces data settings by fetched data, at the top level or per source id. Requests run in parallel, identical ones
 * once; a failed one results in `{}`. Data without settings is returned unchanged.
 */
export async function fetchData(data: unknown, callOptions: DataFetchOptions = {}): Promise<unknown> {
  if (!isDataSettings(data) && !hasDataSettings(data)) return data;
  // A call with its own fetch function or signal does not share results: it may be signed in as another user, or be
  // canceled.
  const isShared = callOptions.fetched || !(callOptions.fetch || callOptions.signal);
  const options = isShared ? callOptions : { ...callOptions, fetched: new Map<string, Promise<unknown>>() };
  if (isDataSettings(data)) return fetchOne(data, options);
  const entries = Object.entries(data as object).map(
    async ([id, value]) => [id, isDataSettings(value) ? await fetchOne(value, options) : value] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Fetches the data of an element. If the element shows server-rendered content, the members that the server's template
 * reads are sufficient; the element's attribute marks such partial data.
 */
export async function fetchElementData(rawData: unknown, element: Element): Promise<unknown> {
  // Requests use the JSON form of the settings, as a server sends them.
  const data = plainData(rawData);
  const mark = element.getAttribute(PRUNED_ATTRIBUTE);
  let isPruned = false;
  const findComplete = (key: string) => answerOfServer(key, element);
  const findAnswer = (key: string): ReturnType<typeof answerOfServer> => {
    const pruned = mark === null ? undefined : answerOfServer(prunedKey(mark, key), element);
    isPruned ||= !!pruned;
    return pruned ?? findComplete(key);
  };
  const found = await fetchData(data, { findAnswer });
  if (!isPruned) element.removeAttribute(PRUNED_ATTRIBUTE);
  // Another template may have replaced the server's meanwhile.
  else if (!element.hasAttribute(PRUNED_ATTRIBUTE)) return fetchData(data, { findAnswer: findComplete });
  return found;
}

/** Data settings with all defaults. */
export interface FullSettings {
  url: string;
  method: string;
  headers: Record<string, string>;
  params: Record<string, unknown>;
  body: unknown;
  jsonpath: string;
}

/** Adds the defaults to data settings. Its members are other functions for data settings. */
export function DataSettings(settings?: Partial<Settings>): FullSettings {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(settings?.headers ?? {})) {
    headers[name.toLowerCase().replace(/(^|-)[a-z]/g, (start) => start.toUpperCase())] = value;
  }
  return {
    url: String(settings?.url ?? ''),
    method: String(settings?.method || 'GET').toUpperCase(),
    headers: { ...headers, Accept: headers['Accept'] ?? 'application/json' },
    params: settings?.params ?? {},
    body: settings?.body ?? {},
    jsonpath: settings?.jsonpath || '$',
  };
}
// Typed by assertion: declarations can not be bundled if a type refers to its own member.
DataSettings.isDataSettings = isDataSettings as (value: unknown) => value is Settings;
DataSettings.hasDataSettings = hasDataSettings;
DataSettings.toFetchArguments = toFetchArguments as (settings: Settings) => FetchArguments;
DataSettings.fetch = fetchData;
DataSettings.fetchOne = (settings: Settings): Promise<unknown> => fetchOne(settings);
/** Sends the requests; can be replaced. */
DataSettings.fetchImplementation = ((url, init) => fetch(url, init)) as Fetch;
