/** The outbox: a write adds its deliveries in its own transaction. `publishing` implements it. */
import type { OutboxRow, EntryRow, Queries } from '../../db/schema.js';
import type { VersionAddress } from '../model.js';

/** Which deliveries tombstones replace: `staged`, `published` with all numbers, or everything delivered. */
export type Removed = 'staged' | 'published and numbers' | 'everything';

export interface Outbox {
  /** Requests delivery of a revision as `staged`, `published` or its number. Returns the key of its blob. */
  enqueue(transaction: Queries, row: EntryRow, slot: string): Promise<string>;
  /** Requests tombstones, dated `at`, in place of an entry's deliveries. Returns their keys. */
  enqueueTombstones(
    transaction: Queries,
    address: VersionAddress,
    removed: Removed,
    at: number,
  ): Promise<readonly string[]>;
  /**
   * Does the same for an erased entry. All its deliveries, including earlier tombstones, refer to its revision 0 from
   * now on.
   */
  enqueueErased(transaction: Queries, address: VersionAddress, at: number): Promise<readonly string[]>;
  /** The deliveries of an entry that are not recorded as written. */
  pending(queries: Queries, address: VersionAddress): Promise<readonly Pick<OutboxRow, 'key' | 'wanted'>[]>;
  /** Resolves when the blobs of these keys are written or have failed, or after a timeout. */
  flush(keys: readonly string[]): Promise<void>;
}
