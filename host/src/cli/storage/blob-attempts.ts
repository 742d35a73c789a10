/** Attempts to read or copy each blob of a store. A blob that fails does not stop the command. */
import { BlobStoreError, DamagedBlobError } from '../../storage/blob-store.js';
import { BadInputError } from '../../lib/domain-error.js';
import { formatError } from '../command-line/format-error.js';
import type { Output } from '../command-line/progress.js';

/** A blob that a command skipped, with the reason. */
export interface MissingBlob {
  readonly key: string;
  readonly reason: string;
  /** Whether the stored bytes are not those that were written. Otherwise, a later attempt may succeed. */
  readonly isDamaged: boolean;
}

/** Exit code of a command that completed without some blobs. */
export const INCOMPLETE = 3;

/** Number of consecutive failures without damage after which the store counts as unreachable. */
const MAX_FAILURES = 10;

export interface BlobAttempts {
  /**
   * Resolves with undefined if the work fails: the first time, the key is added to `failed`, the second time to `missing`.
   * @throws the error of the last of too many consecutive failures, and errors that do not concern a blob
   */
  attempt<Result>(key: string, work: () => Promise<Result>): Promise<Result | undefined>;
  /** Keys to attempt again after all others, because the store may have been busy. */
  readonly failed: ReadonlySet<string>;
  readonly missing: readonly MissingBlob[];
}

export function createBlobAttempts(): BlobAttempts {
  const failed = new Set<string>();
  const missing: MissingBlob[] = [];
  let failures = 0;
  return {
    failed,
    missing,
    async attempt(key, work) {
      try {
        const result = await work();
        failures = 0;
        return result;
      } catch (error) {
        // Other errors do not concern a single blob.
        if (!(error instanceof BlobStoreError || error instanceof BadInputError)) throw error;
        const isDamaged = error instanceof DamagedBlobError;
        if (failed.has(key)) missing.push({ key, reason: formatError(error) ?? error.message, isDamaged });
        else {
          failures = isDamaged ? 0 : failures + 1;
          if (failures >= MAX_FAILURES) throw error;
          failed.add(key);
        }
        return undefined;
      }
    },
  };
}

/** Writes one line per missing blob. */
export function nameMissing(missing: readonly MissingBlob[], { err }: Output): void {
  for (const { key, reason } of missing) err.write(`${key}: ${reason}\n`);
}
