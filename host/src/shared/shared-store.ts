/** What the hosts of one database count and keep together, in PostgreSQL or in Redis. Nothing of it is content: all of it may be lost. */
import { createHash } from 'node:crypto';

/** Asks for tokens of a bucket, which holds `burst` and is refilled by `perSecond`. */
export interface TokenRequest {
  /** Names the bucket. */
  readonly key: string;
  readonly perSecond: number;
  readonly burst: number;
  /** Nothing is granted where there are fewer. A negative number gives tokens back. */
  readonly needed: number;
  /** Tokens beyond `needed` are granted as far as there are any. */
  readonly wanted: number;
}

export interface TokenGrant {
  /** 0 where there were fewer than `needed`. */
  readonly granted: number;
  /** What is left in the bucket. */
  readonly level: number;
}

/** Something that is open at a host, on behalf of holders that are each limited. */
export interface Lease {
  readonly id: string;
  readonly holders: readonly string[];
}

export interface SharedStore {
  /** Takes from each bucket by itself, in one round trip. No key is there twice. */
  takeTokens(requests: readonly TokenRequest[]): Promise<readonly TokenGrant[]>;
  /** Takes a lease that ends after so many milliseconds, unless a holder has its limit already. @param limits one for each holder */
  takeLease(lease: Lease, limits: readonly number[], milliseconds: number): Promise<boolean>;
  /** Makes leases last so many milliseconds from now on, also those that the store has lost. */
  renewLeases(leases: readonly Lease[], milliseconds: number): Promise<void>;
  removeLeases(leases: readonly Lease[]): Promise<void>;
  /** The text of a persisted query by its SHA-256. Whoever reads it verifies it. */
  query(hash: string): Promise<string | undefined>;
  putQuery(hash: string, text: string): Promise<void>;
  close(): Promise<void>;
}

/** Persisted queries that are kept; the least recently written goes first. */
export const MAX_QUERIES = 2000;
/** Milliseconds for which a persisted query is kept after its last write. */
export const QUERY_MILLISECONDS = 30 * 24 * 3_600_000;

/** A name as keys hold it: of one length, and without what it says, such as the id of an editor. */
export const hashed = (name: string): string => createHash('sha256').update(name).digest('base64url');
