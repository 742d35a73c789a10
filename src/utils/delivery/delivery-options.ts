/** What a site may decide about delivery: by `configureDelivery`, or in the page's head. */

export interface DeliveryOptions {
  /** Seconds for which a copy that was checked is not checked again (S6); 0, so each page load checks, by default. */
  freshness: number;
  /** Seconds after which a request counts as failed; 10 by default. */
  timeout: number;
  /** Seconds after its last check for which a copy is still shown; 30 days by default. */
  maxAge: number;
  /** Bytes of copies kept; 50,000,000 by default. */
  maxBytes: number;
  /** Copies kept; 2,000 by default. */
  maxEntries: number;
}

let chosen: Partial<Record<keyof DeliveryOptions, unknown>> | undefined;

/** What is chosen; at first what `<meta name="feaas-delivery" content="freshness=300, timeout=10">` says. */
const all = (): NonNullable<typeof chosen> =>
  (chosen ??= Object.fromEntries(
    new URLSearchParams(
      globalThis.document
        ?.querySelector<HTMLMetaElement>('meta[name=feaas-delivery]')
        ?.content.replace(/[,;]\s*/g, '&'),
    ),
  ));

/** One deliveryOption; what is no number from 0 on says nothing. */
export function deliveryOption(name: keyof DeliveryOptions, byDefault: number): number {
  const value = +(all()[name] ?? byDefault);
  return value >= 0 ? value : byDefault;
}

/** Sets options; those not named stay. */
export const setDeliveryOptions = (options: Partial<DeliveryOptions>): void => void Object.assign(all(), options);
