/** State shared by the hosts of one database, in PostgreSQL or Redis. It contains no content, and all of it may be lost. */
import { createHash } from 'node:crypto';

/** Requests tokens of a bucket with the capacity `burst`, refilled by `perSecond`. */
export interface TokenRequest {
  /** Identifies the bucket. */
  readonly key: string;
  readonly perSecond: number;
  readonly burst: number;
  /** Nothing is granted if fewer are available. A negative number returns tokens. */
  readonly needed: number;
  /** The desired number. Tokens beyond `needed` are granted as far as available. */
  readonly wanted: number;
}

export interface TokenGrant {
  /** 0 if fewer than `needed` were available. */
  readonly granted: number;
  /** The tokens left in the bucket. */
  readonly level: number;
}

/** An open connection of a host. Each of its holders has a limit. */
export interface Lease {
  readonly id: string;
  readonly holders: readonly string[];
}

export interface SharedStore {
  /** Takes from each bucket independently, in one round trip. Keys must be unique. */
  takeTokens(requests: readonly TokenRequest[]): Promise<readonly TokenGrant[]>;
  /** Creates a lease with a lifetime, unless a holder has reached its limit. @param limits one per holder */
  takeLease(lease: Lease, limits: readonly number[], milliseconds: number): Promise<boolean>;
  /** Extends leases by a lifetime from now, and recreates those that the store has lost. */
  renewLeases(leases: readonly Lease[], milliseconds: number): Promise<void>;
  removeLeases(leases: readonly Lease[]): Promise<void>;
  /** The text of a persisted query by its SHA-256. Callers must verify it. */
  query(hash: string): Promise<string | undefined>;
  putQuery(hash: string, text: string): Promise<void>;
  close(): Promise<void>;
}

/** Maximum persisted queries; the least recently written is removed first. */
export const MAX_QUERIES = 2000;
/** Milliseconds for which a persisted query is retained after its last write. */
export const QUERY_MILLISECONDS = 30 * 24 * 3_600_000;

/** Hashes a name for use in keys: a fixed length, and no disclosure of ids. */
export const hashed = (name: string): string => createHash('sha256').update(name).digest('base64url');
