/** What to fetch: a list of `data`, `template` and `stylesheet`, also as a text; nothing when it is empty or `false`; all by default. */
export type FetchProp = string | boolean | readonly string[] | null;

/** The attribute of the element, as a property; none for the default. */
export const fetchAttribute = (fetch: FetchProp | undefined): { fetch?: string } =>
  fetch == null || fetch === true ? {} : { fetch: typeof fetch === 'object' ? fetch.join(' ') : String(fetch) };
