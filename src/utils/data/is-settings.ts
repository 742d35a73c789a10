/** What counts as data settings (D14, specification §5). */

/** How a data source is asked. */
export interface Settings {
  url: string;
  /** GET when absent. */
  method?: string | null;
  headers?: Record<string, string> | null;
  /** Added to the query string; a list repeats its name. */
  params?: Record<string, unknown> | null;
  /** Sent as the content type says: JSON, form-urlencoded or multipart. GET and HEAD send none. */
  body?: unknown;
  /** Picks matches out of the answer. */
  jsonpath?: string | null;
}

const KEYS: ReadonlySet<string> = new Set(['url', 'method', 'headers', 'params', 'body', 'jsonpath']);

/** Whether a value is data settings: a string `url` and no key but the six of the specification (§5). */
export function isDataSettings(value: unknown): value is Settings {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return typeof (value as Settings).url === 'string' && Object.keys(value).every((key) => KEYS.has(key));
}

/** Whether data is settings, or holds some under a source id. */
export const hasDataSettings = (data: unknown): boolean =>
  isDataSettings(data) ||
  (typeof data === 'object' && data !== null && !Array.isArray(data) && Object.values(data).some(isDataSettings));
