/** Defaults and limits (specification §9, contract E4), each in one place. */

/** Content-delivery host used when nothing else names one. */
export const DEFAULT_CDN = 'https://feaas.blob.core.windows.net';
/** Version fetched when none is named. */
export const DEFAULT_VERSION = 'responsive';
/** Revision fetched when none is named. */
export const DEFAULT_REVISION = 'published';
/** Milliseconds content waits for its stylesheet and data before it renders without them (D17). */
export const RENDER_TIMEOUT = 3000;
/** Milliseconds a first render waits at least, and at most, for elements before it in the page, so that the page does not shift. */
export const RENDER_ORDER_GRACE = 100;
export const LONGEST_ORDER_GRACE = 1000;
/** Seconds after which a request counts as failed. */
export const REQUEST_TIMEOUT = 10;
/** Seconds after its last check for which a cached response is still shown: 30 days. */
export const CACHE_MAX_AGE = 30 * 24 * 60 * 60;
/** Bytes of cached responses, and their number. */
export const CACHE_MAX_BYTES = 50_000_000;
export const CACHE_MAX_ENTRIES = 2000;
/** A component that contains itself stops at this depth (E10). */
export const NESTING_LIMIT = 20;
/** Compiled templates kept, least recently used out first. */
export const TEMPLATE_CACHE_SIZE = 500;
