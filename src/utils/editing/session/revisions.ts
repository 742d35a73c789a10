/** The revisions of a version, read page by page. */
import type { Revision, RevisionPage, VersionStore } from '../../gateway';

/** Yields all revisions, latest first. Each page is read on demand. */
export async function* revisionsOf(store: VersionStore, id: string): AsyncGenerator<Revision, void> {
  let after: string | null = null;
  do {
    const { items, next }: RevisionPage = await store.history(id, after === null ? {} : { after });
    yield* items;
    after = next;
  } while (after !== null);
}
