/**
 * Parts to fetch: a list of `data`, `template` and `stylesheet`, also as text; none if empty or `false`; all by
 * default.
 */
export type FetchProp = string | boolean | readonly string[] | null;

/** The element's `fetch` attribute as props; empty for the default. */
export const fetchAttribute = (fetch: FetchProp | undefined): { fetch?: string } =>
  fetch == null || fetch === true ? {} : { fetch: typeof fetch === 'object' ? fetch.join(' ') : String(fetch) };
