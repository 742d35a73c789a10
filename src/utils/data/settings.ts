/**
 * Data settings (D14): a remote data source in place of data, fetched and replaced by its result.
 */
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

/** Choices of one call of {@link fetchData}. */
export interface DataFetchOptions {
  /** Does the requests of this call, in place of `DataSettings.fetchImplementation`. */
  readonly fetch?: Fetch | undefined;
  /** Cancels the requests; what they would have answered is `{}`. */
  readonly signal?: AbortSignal | undefined;
  /** Gets what each source answered, by its settings as JSON, and is asked first; the failed ones are not in it. */
  readonly fetched?: Pick<Map<string, Promise<unknown>>, 'get' | 'set' | 'delete'> | undefined;
  /** Finds what a server has got for the element that asks. */
  readonly findAnswer?: ((key: string) => { readonly answer: unknown } | undefined) | undefined;
}

function appendAll<Value>(
  target: { append(name: string, value: Value): void },
  values: unknown,
  put: (value: unknown) => Value,
): void {
  const entries =
    typeof values === 'string'
      ? new URLSearchParams(values)
      : Object.entries((values ?? {}) as Record<string, unknown>);
  for (const [name, value] of entries) {
    for (const each of Array.isArray(value) ? value : [value]) if (each != null) target.append(name, put(each));
  }
}

/** A value as a field of a form. */
const field = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** What `fetch` is called with. */
export type FetchArguments = [url: string, init: RequestInit & { method: string; headers: Headers }];

/** The address and options with which settings are fetched. */
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
      // The platform adds the header, with the boundary it chose.
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

/** Lets a plain key on a list of one read its item (D14), without changing what the list is. */
function aliasOnly(list: unknown[]): unknown[] {
  const [only] = list;
  if (list.length === 1 && typeof only === 'object' && only !== null && !Array.isArray(only)) {
    for (const [key, value] of Object.entries(only)) {
      if (!Object.hasOwn(list, key)) Object.defineProperty(list, key, { value, enumerable: false });
    }
  }
  return list;
}

const inFlight = new Map<string, Promise<unknown>>();

let told = 0;

/** Settings as JSON, by which identical ones are the same; of what JSON does not tell, as a file, none are identical. */
function keyOf(settings: Settings): string {
  let isTold = true;
  const look = (_name: string, value: unknown): unknown => {
    isTold &&= typeof value !== 'object' || value === null || Array.isArray(value) || isPlain(value);
    return value;
  };
  try {
    const key = JSON.stringify(settings, look);
    if (isTold) return key;
  } catch {
    // It can not be sent either.
  }
  return `${settings.url} ${++told}`;
}

/** Fetches one data source; whatever fails is `{}` (§8). */
function fetchOne(settings: Settings, options: DataFetchOptions = {}): Promise<unknown> {
  const key = keyOf(settings);
  const found = (options.findAnswer ?? answerOfServer)(key);
  if (found) return Promise.resolve(shapeAnswer(found.answer, settings));
  const known = options.fetched ?? inFlight;
  let request = known.get(key);
  if (!request) {
    request = ask(settings, options).catch((error: unknown) => {
      if (frameworkSignalOf(error)) throw error;
      if (!options.signal?.aborted)
        warnOnce(
          `data source ${settings.url} failed and counts as empty: ${(error as Error).message || (error as Error).name}. Check its URL.`,
        );
      known.delete(key);
      return {};
    });
    known.set(key, request);
    if (known === inFlight) {
      const forget = (): boolean => inFlight.delete(key);
      request.then(forget, forget);
    }
  }
  return request;
}

/** The path that picks matches out of an answer; undefined where the answer is taken as it is. */
function filterOf(settings: Settings): string | undefined {
  const jsonpath = String(settings.jsonpath ?? '$');
  return jsonpath && jsonpath !== '$' ? jsonpath : undefined;
}

/** What a server has fetched, as it was before it became JSON. */
const shapeAnswer = (answer: unknown, settings: Settings): unknown =>
  filterOf(settings) ? aliasOnly(answer as unknown[]) : answer;

async function ask(settings: Settings, options: DataFetchOptions): Promise<unknown> {
  const { url } = settings;
  const jsonpath = filterOf(settings);
  const signal = requestSignal(REQUEST_TIMEOUT, options.signal)!;
  const json = await (url.startsWith('datasource:')
    ? importWithRetry(() => import('../external/datasource')).then(({ fetchDatasource }) =>
        fetchDatasource(settings, signal),
      )
    : request(settings, signal, options.fetch ?? DataSettings.fetchImplementation));
  return jsonpath ? aliasOnly([...flatten(await queryPath(jsonpath, json))]) : json;
}

async function request(settings: Settings, signal: AbortSignal, doFetch: Fetch): Promise<unknown> {
  const [url, init] = toFetchArguments(settings);
  const response = await doFetch(url, { ...init, signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}

/**
 * Replaces data settings by what they fetch: at the top level, or per source id beside plain data. In parallel,
 * identical ones once; a failing one is `{}`. Data without settings comes back as it is.
 */
export async function fetchData(data: unknown, given: DataFetchOptions = {}): Promise<unknown> {
  if (!isDataSettings(data) && !hasDataSettings(data)) return data;
  // Whose requests are done in another way shares no answers with others: they may be signed in as somebody else. Nor does who can
  // cancel them.
  const isShared = given.fetched || !(given.fetch || given.signal);
  const options = isShared ? given : { ...given, fetched: new Map<string, Promise<unknown>>() };
  if (isDataSettings(data)) return fetchOne(data, options);
  const entries = Object.entries(data as object).map(
    async ([id, value]) => [id, isDataSettings(value) ? await fetchOne(value, options) : value] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Fetches the data of an element. Where the element shows what a server rendered, the part of the data that the server's template reads is
 * enough; the element's attribute tells that the data is such a part.
 */
export async function fetchElementData(given: unknown, element: Element): Promise<unknown> {
  // A request's parts are what JSON has of them, as a server sends them.
  const data = plainData(given);
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
  // Another template may have taken its place meanwhile.
  else if (!element.hasAttribute(PRUNED_ATTRIBUTE)) return fetchData(data, { findAnswer: findComplete });
  return found;
}

/** Data settings with their defaults filled in. */
export interface FullSettings {
  url: string;
  method: string;
  headers: Record<string, string>;
  params: Record<string, unknown>;
  body: unknown;
  jsonpath: string;
}

/** Fills in the defaults of data settings; its members are the other functions about them. */
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
// Of types that name their own member, no bundle of declarations can be made.
DataSettings.isDataSettings = isDataSettings as (value: unknown) => value is Settings;
DataSettings.hasDataSettings = hasDataSettings;
DataSettings.toFetchArguments = toFetchArguments as (settings: Settings) => FetchArguments;
DataSettings.fetch = fetchData;
DataSettings.fetchOne = (settings: Settings): Promise<unknown> => fetchOne(settings);
/** What does the requests; replaceable. */
DataSettings.fetchImplementation = ((url, init) => fetch(url, init)) as Fetch;
