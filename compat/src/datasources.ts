/** Data sources of the site: functions that change the settings of a request, or return data. */
import {
  DataSettings as KitSettings,
  fetchData as fetchKitData,
  registerDatasource as registerKitDatasource,
} from '#kit';
import { transformSchema } from './schema.js';
import { store } from './store.js';
import type {
  DataHandler,
  DataScopes,
  DataSettings as Settings,
  DatasourceOptionsInput,
  RegisteredDatasource,
} from './types.js';

/** All registered data sources by id. */
export const registeredDatasources: Record<string, RegisteredDatasource> = store.datasources;
export const getDatasource = (id: string): RegisteredDatasource | undefined => registeredDatasources[id];

/**
 * Registers a data source. `handler` replaces data settings under its id, `{ [id]: { url } }`. If it returns a promise,
 * that is the data.
 * @throws TypeError if `id` is not a text
 */
export function registerDatasource(handler: DataHandler, options: DatasourceOptionsInput): void {
  const { id, name = id, description = null, title = name, sample, properties, type = 'object' } = options;
  const schema = options.schema ?? (properties && { type, properties });
  registerKitDatasource({
    id,
    name,
    title,
    ...(description && { description }),
    ...(sample !== undefined && { sample }),
    fetch: async (settings) => {
      const result: unknown = await handler(settings as unknown as Settings);
      return KitSettings.isDataSettings(result) ? KitSettings.fetchOne(result) : result;
    },
  });
  registeredDatasources[id] = {
    id,
    name,
    description,
    sample: sample as unknown,
    handler,
    schema: schema && { title, ...transformSchema(schema) },
  };
}

/** The settings that a data source returns for the given ones, or a promise of its data. */
export const customizeDataSettings = (id: string, settings: Settings): Partial<Settings> | Promise<unknown> =>
  registeredDatasources[id]?.handler(settings) ?? settings;

/** Redirects data settings to the registered data sources of the site. */
export function withDatasources(data: unknown): unknown {
  if (KitSettings.isDataSettings(data) || !KitSettings.hasDataSettings(data)) return data;
  return Object.fromEntries(
    Object.entries(data as object).map(([id, value]: [string, unknown]) => [
      id,
      registeredDatasources[id] && KitSettings.isDataSettings(value)
        ? { url: `datasource:${id}`, params: DataSettings(value) }
        : value,
    ]),
  );
}

/** Replaces data settings with the fetched data. */
export const fetchData = async (data: unknown): Promise<DataScopes> =>
  (await fetchKitData(withDatasources(data))) as DataScopes;

/** Settings without default values. */
function clean(settings: unknown): Partial<Settings> {
  const { url, method, headers, params, body, jsonpath } = DataSettings(settings);
  const { Accept, ...others } = headers;
  const rest = Accept === 'application/json' ? others : headers;
  const isFilled = (value: object): boolean => Object.keys(value).length > 0;
  return {
    url,
    ...(method !== 'GET' && { method }),
    ...(isFilled(rest) && { headers: rest }),
    ...(isFilled(params) && { params }),
    ...(method !== 'GET' && isFilled(body) && { body }),
    ...(jsonpath !== '$' && { jsonpath }),
  };
}

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

export type DataSettings = Settings;

/** Completes data settings with defaults. Its members are functions for data settings. */
export const DataSettings = Object.assign(
  (settings?: unknown): Settings => KitSettings(settings as Partial<Settings>) as unknown as Settings,
  {
    clean,
    fetch: fetchData,
    fetchOne: async (settings: unknown): Promise<unknown> => KitSettings.fetchOne(settings as never),
    isDataSettings: (data: unknown): boolean => KitSettings.isDataSettings(data),
    hasDataSettings: (data: unknown): boolean => KitSettings.hasDataSettings(data),
    toFetchArguments: (settings: unknown): Parameters<typeof fetch> =>
      KitSettings.toFetchArguments(settings as never) as Parameters<typeof fetch>,
    /** Executes the requests; can be replaced. */
    fetchImplementation: undefined as unknown as Fetch,
  },
);
// Delegates to the kit, which executes the requests.
Object.defineProperty(DataSettings, 'fetchImplementation', {
  get: () => KitSettings.fetchImplementation,
  set: (value: Fetch) => (KitSettings.fetchImplementation = value),
});
