/** Whether the original went on since its fork was last saved: who saved it then has been shown what was new. */
import type { Revision, VersionStore } from '../../gateway';
import type { OpenSession } from './open-session';
import { revisionsOf } from './revisions';

export interface UpstreamChange {
  /** The original's view when the fork was last saved. */
  readonly then: string;
  /** Its view now. */
  readonly now: string;
  /** Of the original's last revision: ISO 8601, and who wrote it. */
  readonly at: string;
  readonly author: string;
}

/** Null for what is no fork, and where the original's view is what it was. */
export async function findUpstreamChange(store: VersionStore, opening: OpenSession): Promise<UpstreamChange | null> {
  const { original, writeTarget: place, forked } = opening;
  if (!forked || !original) return null;
  const [saved] = (await store.history(place.id, { first: 1 })).items;
  if (!saved || original.modifiedAt <= saved.at) return null;
  const { last, then } = await revisionsAt(store, original.id, saved.at);
  if (!last || !then || then.content === last.content) return null;
  return { then: then.content, now: last.content, at: last.at, author: last.author };
}

/** The last revision, and the one that was last at a time; the first where there was none yet. */
async function revisionsAt(
  store: VersionStore,
  id: string,
  at: string,
): Promise<{ last: Revision | undefined; then: Revision | undefined }> {
  let last: Revision | undefined;
  let oldest: Revision | undefined;
  for await (const revision of revisionsOf(store, id)) {
    last ??= revision;
    if (revision.at <= at) return { last, then: revision };
    oldest = revision;
  }
  return { last, then: oldest };
}
