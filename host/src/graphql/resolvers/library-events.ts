/** Combines changes of a library and presence at its versions into one sequence of events. */
import { versionId } from '../../content/addresses.js';
import type { Change, VersionAddress } from '../../content/model.js';
import type { Presence, Presences } from '../../content/presence/presence.js';

export type LibraryEvent = Change | Presence;

/**
 * Yields each change in order, and between them the presence at versions where it changed. Presence is read when it is
 * yielded, so that nothing accumulates for a slow client. Ends when the changes end.
 */
export async function* eventsOf(
  library: string,
  changes: AsyncIterable<Change>,
  presences: Presences,
): AsyncGenerator<LibraryEvent> {
  const changedVersions = new Map<string, VersionAddress>();
  let wake = (): void => {};
  const addChanged = (address: VersionAddress): void => {
    changedVersions.set(versionId(address), address);
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
      // TypeScript does not detect that `requestNext` sets it later.
      const result = next as IteratorResult<Change> | undefined;
      if (result?.done) return;
      if (result) {
        requestNext();
        yield result.value;
        continue;
      }
      const [first] = changedVersions;
      if (first) {
        changedVersions.delete(first[0]);
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
