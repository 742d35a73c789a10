/** Delivery options that a site can set, by `configureDelivery` or in the page's head. */
import { CACHE_MAX_AGE, CACHE_MAX_BYTES, CACHE_MAX_ENTRIES, REQUEST_TIMEOUT } from '../../global/defaults';

export interface DeliveryOptions {
  /**
   * Seconds for which a checked response in the cache is not checked again (S6). The default 0 checks at each page
   * load.
   */
  freshness: number;
  /** Seconds after which a request counts as failed; 10 by default, `Infinity` for no limit. */
  timeout: number;
  /** Seconds after its last check for which a cached response may be shown; 30 days by default. */
  maxAge: number;
  /** Maximum bytes of cached responses; 50,000,000 by default. */
  maxBytes: number;
  /** Maximum number of cached responses; 2,000 by default. */
  maxEntries: number;
}

export type DeliveryOptionName = keyof DeliveryOptions;

export const DEFAULT_OPTIONS: Readonly<DeliveryOptions> = {
  freshness: 0,
  timeout: REQUEST_TIMEOUT,
  maxAge: CACHE_MAX_AGE,
  maxBytes: CACHE_MAX_BYTES,
  maxEntries: CACHE_MAX_ENTRIES,
};

/** Parses a number of at least 0, or its text; undefined for anything else, including an empty text. */
export function parseOption(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value;
  return typeof number === 'number' && number >= 0 ? number : undefined;
}

/**
 * Parses the options in a text such as that of {@link optionsOfPage}. Ignores the rest; `configure-delivery.ts` warns
 * about it.
 */
export function parseOptions(content: string): Partial<DeliveryOptions> {
  const options: Partial<DeliveryOptions> = {};
  for (const [name, text] of splitOptions(content)) {
    const value = parseOption(text);
    if (name in DEFAULT_OPTIONS && value !== undefined) options[name as DeliveryOptionName] = value;
  }
  return options;
}

/** Splits a text into names and values. */
export const splitOptions = (content: string): Iterable<[name: string, text: string]> =>
  new URLSearchParams(content.replace(/[,;]\s*/g, '&'));

/** The content of `<meta name="feaas-delivery" content="freshness=300, timeout=10">`. */
export const optionsOfPage = (): string =>
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name=feaas-delivery]')?.content ?? '';

let chosen: Partial<DeliveryOptions> | undefined;

/** The options of this page that differ from the defaults. */
export const chosenOptions = (): Partial<DeliveryOptions> => (chosen ??= parseOptions(optionsOfPage()));

/** The value of an option on this page. */
export const deliveryOption = (name: DeliveryOptionName): number => chosenOptions()[name] ?? DEFAULT_OPTIONS[name];
