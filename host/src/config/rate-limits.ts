/** A token bucket with the capacity `burst`, refilled by `perSecond`. */
export interface Allowance {
  readonly perSecond: number;
  readonly burst: number;
}

export interface RateLimits {
  readonly token: { readonly reads: Allowance; readonly writes: Allowance };
  /** Larger than that of a token, because an office shares an address. */
  readonly address: { readonly reads: Allowance; readonly writes: Allowance };
}

/**
 * Limit of delivery per address: more than many visitors with the same address need, but low enough to keep the host
 * available for others.
 */
export const DEFAULT_DELIVERY_RATE: Allowance = Object.freeze({ perSecond: 2000, burst: 10_000 });

/** An editor's page runs about ten operations at once, and saves at most once a second. */
export const DEFAULT_RATES: RateLimits = Object.freeze({
  token: { reads: { perSecond: 100, burst: 400 }, writes: { perSecond: 20, burst: 100 } },
  address: { reads: { perSecond: 300, burst: 1200 }, writes: { perSecond: 60, burst: 300 } },
});
