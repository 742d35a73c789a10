/** Changes of a library and who has its versions open, as one sequence of events. */
import { versionId } from '../../content/addresses.js';
import type { Change, VersionAddress } from '../../content/model.js';
import type { Presence, Presences } from '../../content/presence/presence.js';

export type LibraryEvent = Change | Presence;

/**
 * Each change in order, and between them the presence at versions where somebody came or went: as it is when it is told,
 * so that a client that reads slowly makes nothing pile up. Ends when the changes do.
 */
export async function* eventsOf(
  library: string,
  changes: AsyncIterable<Change>,
  presences: Presences,
): AsyncGenerator<LibraryEvent> {
  const dirty = new Map<string, VersionAddress>();
  let wake = (): void => {};
  const addChanged = (address: VersionAddress): void => {
    dirty.set(versionId(address), address);
    wake();
  };
  const unwatch = presences.watch(library, addChanged);
  presences.inLibrary(library).forEach(addChanged);
  const iterator = changes[Symbol.asyncIterator]();
  let next: IteratorResult<Change> | undefined;
  let failure: { readonly error: unknown } | undefined;
  const requestNext = (): void => {
    next = undefined;
    iterator.next().then(
      (result) => {
        next = result;
        wake();
      },
      (error: unknown) => {
        failure = { error };
        wake();
      },
    );
  };
  try {
    requestNext();
    for (;;) {
      if (failure) throw failure.error;
      // TypeScript does not see that `ask` answers later.
      const result = next as IteratorResult<Change> | undefined;
      if (result?.done) return;
      if (result) {
        requestNext();
        yield result.value;
        continue;
      }
      const [first] = dirty;
      if (first) {
        dirty.delete(first[0]);
        yield presences.of(first[1]);
        continue;
      }
      await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    unwatch();
    void iterator.return?.().then(undefined, () => {});
  }
}
