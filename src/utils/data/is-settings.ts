/** Detection of data settings (D14, specification §5). */

/** The request of a data source. */
export interface Settings {
  url: string;
  /** GET by default. */
  method?: string | null;
  headers?: Record<string, string> | null;
  /** Added to the query string; a list repeats the name. */
  params?: Record<string, unknown> | null;
  /** Encoded by the content type: JSON, form-urlencoded or multipart. GET and HEAD send no body. */
  body?: unknown;
  /** Selects matches in the response. */
  jsonpath?: string | null;
}

const KEYS: ReadonlySet<string> = new Set(['url', 'method', 'headers', 'params', 'body', 'jsonpath']);

/** Whether a value is data settings: it has a string `url` and only the six keys of the specification (§5). */
export function isDataSettings(value: unknown): value is Settings {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return typeof (value as Settings).url === 'string' && Object.keys(value).every((key) => KEYS.has(key));
}

/** Whether data is settings, or contains settings under a source id. */
export const hasDataSettings = (data: unknown): boolean =>
  isDataSettings(data) ||
  (typeof data === 'object' && data !== null && !Array.isArray(data) && Object.values(data).some(isDataSettings));
