/** What commands that read all blobs of a store have in common: one blob that fails does not keep the others out. */
import { BlobStoreError, DamagedBlobError } from '../../storage/blob-store.js';
import { BadInputError } from '../../lib/domain-error.js';
import { formatError } from '../command-line/format-error.js';
import type { Output } from '../command-line/progress.js';

/** A blob that a command had to leave out, and why. */
export interface MissingBlob {
  readonly key: string;
  readonly reason: string;
  /** The store has it, but not as somebody wrote it. Otherwise the next attempt may find it. */
  readonly isDamaged: boolean;
}

/** How a command ends that did its work without some blobs; as of other tools, it is neither success nor failure. */
export const INCOMPLETE = 3;

/** So many blobs in a row that fail, though none is damaged, are a store that does not answer. */
const MAX_FAILURES = 10;

export interface BlobAttempts {
  /**
   * Resolves with undefined where it fails: after the first time the key is in `failed`, after the second in `missing`.
   * @throws what the last of too many attempts in a row threw, and what is no failure of a blob
   */
  attempt<Result>(key: string, work: () => Promise<Result>): Promise<Result | undefined>;
  /** Keys to attempt once more, after all others: a store may have been busy. */
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
        // Anything else is no failure of one blob.
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

/** A line for each. */
export function nameMissing(missing: readonly MissingBlob[], { err }: Output): void {
  for (const { key, reason } of missing) err.write(`${key}: ${reason}\n`);
}
