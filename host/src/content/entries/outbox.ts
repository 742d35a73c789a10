/** What a write leaves to be published, in its own transaction. `publishing` implements it. */
import type { OutboxRow, EntryRow, Queries } from '../../db/schema.js';
import type { VersionAddress } from '../model.js';

/** What tombstones are put in place of: `staged`, `published` with all numbers, or whatever was delivered. */
export type Removed = 'staged' | 'published and numbers' | 'everything';

export interface Outbox {
  /** Asks for a revision to be delivered as `staged`, `published` or its number; returns the key of its blob. */
  enqueue(transaction: Queries, row: EntryRow, slot: string): Promise<string>;
  /** Asks for tombstones, as of `at`, in place of what is delivered of an entry; returns their keys. */
  enqueueTombstones(
    transaction: Queries,
    address: VersionAddress,
    removed: Removed,
    at: number,
  ): Promise<readonly string[]>;
  /**
   * The same of an entry whose content is erased: all its deliveries, also tombstones of before, are of its revision 0 from now on.
   */
  enqueueErased(transaction: Queries, address: VersionAddress, at: number): Promise<readonly string[]>;
  /** Of an entry, what is not recorded as written. */
  pending(queries: Queries, address: VersionAddress): Promise<readonly Pick<OutboxRow, 'key' | 'wanted'>[]>;
  /** Resolves once the blobs of these keys are written or have failed, or when the timeout is over. */
  flush(keys: readonly string[]): Promise<void>;
}
