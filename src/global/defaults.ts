/** Defaults and limits (specification §9, contract E4). */

/** Default content-delivery host. */
export const DEFAULT_CDN = 'https://feaas.blob.core.windows.net';
/** Default version. */
export const DEFAULT_VERSION = 'responsive';
/** Default revision. */
export const DEFAULT_REVISION = 'published';
/** Milliseconds that content waits for its stylesheet and data before it renders without them (D17). */
export const RENDER_TIMEOUT = 3000;
/**
 * Minimum and maximum milliseconds that a first render waits for earlier elements of the page, to avoid layout shifts.
 */
export const RENDER_ORDER_GRACE = 100;
export const LONGEST_ORDER_GRACE = 1000;
/** Seconds after which a request counts as failed. */
export const REQUEST_TIMEOUT = 10;
/** Seconds after its last check for which a cached response may be shown: 30 days. */
export const CACHE_MAX_AGE = 30 * 24 * 60 * 60;
/** Maximum bytes and number of cached responses. */
export const CACHE_MAX_BYTES = 50_000_000;
export const CACHE_MAX_ENTRIES = 2000;
/** Maximum nesting depth of a component in itself (E10). */
export const NESTING_LIMIT = 20;
/** Maximum number of compiled templates in a cache, evicted least recently used first. */
export const TEMPLATE_CACHE_SIZE = 500;
