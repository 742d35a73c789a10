/** What a site may decide about delivery: by `configureDelivery`, or in the page's head. */
import { CACHE_MAX_AGE, CACHE_MAX_BYTES, CACHE_MAX_ENTRIES, REQUEST_TIMEOUT } from '../../global/defaults';
import { warnOnce } from '../../global/logger';

export interface DeliveryOptions {
  /** Seconds for which a cached response that was checked is not checked again (S6); 0, so each page load checks, by default. */
  freshness: number;
  /** Seconds after which a request counts as failed; 10 by default, `Infinity` for no limit. */
  timeout: number;
  /** Seconds after its last check for which a cached response is still shown; 30 days by default. */
  maxAge: number;
  /** Bytes of cached responses; 50,000,000 by default. */
  maxBytes: number;
  /** Number of cached responses; 2,000 by default. */
  maxEntries: number;
}

export type DeliveryOptionName = keyof DeliveryOptions;

const DEFAULTS: Readonly<DeliveryOptions> = {
  freshness: 0,
  timeout: REQUEST_TIMEOUT,
  maxAge: CACHE_MAX_AGE,
  maxBytes: CACHE_MAX_BYTES,
  maxEntries: CACHE_MAX_ENTRIES,
};

/** A number from 0 on, or the text of one; undefined for everything else, an empty text too. */
export function parseOption(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value;
  return typeof number === 'number' && number >= 0 ? number : undefined;
}

/** Options in the content of `<meta name="feaas-delivery" content="freshness=300, timeout=10">`; the rest is ignored with a warning. */
export function parseOptions(content: string): Partial<DeliveryOptions> {
  const options: Partial<DeliveryOptions> = {};
  for (const [name, text] of new URLSearchParams(content.replace(/[,;]\s*/g, '&'))) {
    const value = parseOption(text);
    if (!(name in DEFAULTS)) warnOnce(`<meta name="feaas-delivery">: '${name}' is no option. It is ignored.`);
    else if (value === undefined)
      warnOnce(`<meta name="feaas-delivery">: ${name} is a number from 0 on, not '${text}'. It is ignored.`);
    else options[name as DeliveryOptionName] = value;
  }
  return options;
}

let chosen: Partial<DeliveryOptions> | undefined;

const chosenOptions = (): Partial<DeliveryOptions> =>
  (chosen ??= parseOptions(
    globalThis.document?.querySelector<HTMLMetaElement>('meta[name=feaas-delivery]')?.content ?? '',
  ));

/** The value of an option on this page. */
export const deliveryOption = (name: DeliveryOptionName): number => chosenOptions()[name] ?? DEFAULTS[name];

/**
 * Sets options; those that are not named stay.
 * @throws RangeError for what is no number from 0 on; nothing is set then.
 */
export function setDeliveryOptions(options: Partial<DeliveryOptions>): void {
  const parsed: Partial<DeliveryOptions> = {};
  for (const [name, value] of Object.entries(options) as [DeliveryOptionName, unknown][]) {
    if (value === undefined) continue;
    const number = parseOption(value);
    if (number === undefined)
      throw new RangeError(`configureDelivery: ${name} is a number from 0 on, not '${String(value)}'.`);
    parsed[name] = number;
  }
  Object.assign(chosenOptions(), parsed);
}
