/** A bucket holds `burst` and is refilled by `perSecond`. */
export interface Allowance {
  readonly perSecond: number;
  readonly burst: number;
}

export interface RateLimits {
  readonly token: { readonly reads: Allowance; readonly writes: Allowance };
  /** Larger than a token's: an office shares one. */
  readonly address: { readonly reads: Allowance; readonly writes: Allowance };
}

/**
 * What one address may be delivered: more than any number of visitors behind it ask for, and less than what keeps the host from
 * answering others.
 */
export const DEFAULT_DELIVERY_RATE: Allowance = Object.freeze({ perSecond: 2000, burst: 10_000 });

/** An editor's page asks for some ten operations at once, and saves once a second at most. */
export const DEFAULT_RATES: RateLimits = Object.freeze({
  token: { reads: { perSecond: 100, burst: 400 }, writes: { perSecond: 20, burst: 100 } },
  address: { reads: { perSecond: 300, burst: 1200 }, writes: { perSecond: 60, burst: 300 } },
});
