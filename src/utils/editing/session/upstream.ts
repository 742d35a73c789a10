/** Detects changes of the original since its fork was last saved. Earlier changes were shown to the user at that save. */
import type { Revision, VersionStore } from '../../gateway';
import type { OpenSession } from './open-session';
import { revisionsOf } from './revisions';

export interface UpstreamChange {
  /** The original's markup when the fork was last saved. */
  readonly then: string;
  /** The original's current markup. */
  readonly now: string;
  /** Time (ISO 8601) and author of the original's last revision. */
  readonly at: string;
  readonly author: string;
}

/** Returns null if the target is not a fork, or if the original's markup is unchanged. */
export async function findUpstreamChange(store: VersionStore, opening: OpenSession): Promise<UpstreamChange | null> {
  const { original, writeTarget, forked } = opening;
  if (!forked || !original) return null;
  const [saved] = (await store.history(writeTarget.id, { first: 1 })).items;
  if (!saved || original.modifiedAt <= saved.at) return null;
  const { last, then } = await revisionsAt(store, original.id, saved.at);
  if (!last || !then || then.content === last.content) return null;
  return { then: then.content, now: last.content, at: last.at, author: last.author };
}

/** Returns the last revision, and the last one at a given time (or the oldest, if all are newer). */
async function revisionsAt(
  store: VersionStore,
  id: string,
  time: string,
): Promise<{ last: Revision | undefined; then: Revision | undefined }> {
  let last: Revision | undefined;
  let oldest: Revision | undefined;
  for await (const revision of revisionsOf(store, id)) {
    last ??= revision;
    if (revision.at <= time) return { last, then: revision };
    oldest = revision;
  }
  return { last, then: oldest };
}
