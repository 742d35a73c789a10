/**
 * State transitions of an entry, other than new revisions. If the entry is in the target state already, nothing is
 * written. Only `stage` and `publish` deliver again.
 */
import type { StateTransition } from '../content-service.js';
import type { VersionAddress } from '../model.js';
import type { Queries } from '../../db/schema.js';
import { changeEntry, findEntry, type Entry, entryDeleted, entryNotFound, throwWriteError } from './entries.js';
import type { Outbox } from './outbox.js';

export interface TransitionResult {
  readonly row: Entry;
  /** Keys of the blobs to write. */
  readonly keys: readonly string[];
  /** False if there was nothing to do. */
  readonly changed: boolean;
}

/**
 * @param requireAllowed called before content becomes public; rejects if that is not allowed
 * @throws ConflictError, NotFoundError
 */
export async function applyTransition(
  transaction: Queries,
  outbox: Outbox,
  step: StateTransition,
  address: VersionAddress,
  { expected, at, requireAllowed }: { expected: number; at: number; requireAllowed: (entry: Entry) => Promise<void> },
  toConflictPayload: (row: Entry) => { revision: number },
): Promise<TransitionResult> {
  const before = await findEntry(transaction, address);
  if (!before) throw entryNotFound(address);
  if (before.revision !== expected) return throwWriteError(transaction, address, expected, toConflictPayload);
  const deleted = before.deleted_at !== null;
  const unchanged: TransitionResult = { row: before, keys: [], changed: false };

  /** Another writer may have changed the row since it was read. */
  const change = async (values: Parameters<typeof changeEntry>[3]): Promise<Entry> => {
    const row = await changeEntry(transaction, address, { expected, deleted }, values, at);
    return row
      ? { ...row, content: before.content }
      : throwWriteError(transaction, address, expected, toConflictPayload);
  };

  switch (step) {
    case 'stage': {
      if (deleted) throw entryDeleted(address);
      await requireAllowed(before);
      const row = await change({ staged: expected });
      return { row, keys: [await outbox.enqueue(transaction, row, 'staged')], changed: true };
    }
    case 'publish': {
      if (deleted) throw entryDeleted(address);
      await requireAllowed(before);
      const row = await change({ published: expected });
      const keys = [await outbox.enqueue(transaction, row, 'published')];
      // For a stylesheet, a number selects the published content.
      if (address.component !== '') keys.push(await outbox.enqueue(transaction, row, String(expected)));
      return { row, keys, changed: true };
    }
    case 'unstage': {
      if (before.staged === null) return unchanged;
      const row = await change({ staged: null });
      return { row, keys: await outbox.enqueueTombstones(transaction, address, 'staged', at), changed: true };
    }
    case 'unpublish': {
      if (before.published === null) return unchanged;
      const row = await change({ published: null });
      return {
        row,
        keys: await outbox.enqueueTombstones(transaction, address, 'published and numbers', at),
        changed: true,
      };
    }
    case 'delete': {
      if (deleted) return unchanged;
      const row = await change({ deleted_at: at, staged: null, published: null });
      return { row, keys: await outbox.enqueueTombstones(transaction, address, 'everything', at), changed: true };
    }
    case 'restore': {
      if (!deleted) return unchanged;
      await requireAllowed(before);
      return { row: await change({ deleted_at: null }), keys: [], changed: true };
    }
  }
}
