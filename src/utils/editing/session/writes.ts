/**
 * The writes of a session, each of which goes on from what the host has: one that was cut off is taken up where it
 * stopped, and under the same keys, so that what the host did without our hearing of it is not done again.
 */
import type { Version, VersionStore, Write } from '../../gateway';
import { hash } from '../../../global/hash';
import type { OpenSession, WriteTarget } from './open-session';

export interface Writing {
  readonly store: VersionStore;
  readonly place: WriteTarget;
  /** What the host has, as far as is known; null where there is nothing yet. */
  readonly version: Version | null;
  /** Names this session in the keys of its writes. */
  readonly session: string;
  /** Address of the page, for what is its own. */
  readonly page?: string | undefined;
  /** Hears of each step that the host has done. */
  done(version: Version): void;
  /** Whether the editor still wants it: asked before each step of a commit; always, where nobody can say no. */
  isWanted?(): boolean;
}

type Act = (write: Write) => Promise<Version>;

/** @param isWanted no further step is taken once it says no */
function steps({ version, session, done }: Writing, isWanted: () => boolean = () => true) {
  let now = version;
  return {
    now: () => now!,
    /** @param what tells writes of the same revision apart */
    async take(name: string, what: string, act: Act): Promise<void> {
      if (!isWanted()) return;
      const expectedRevision = now?.revision ?? 0;
      const idempotencyKey = `${session}-${name}-${expectedRevision}-${hash(what)}`;
      now = await act({ expectedRevision, idempotencyKey });
      done(now);
    },
  };
}

/**
 * Commits a text, stages and publishes it; makes the fork first where there is none.
 * What nobody wants any more goes no further: a text that was sent already stays a draft.
 * @throws ConflictError and whatever else the store throws; what was done until then is told, and not done again.
 */
export async function commit(writing: Writing, text: string): Promise<Version> {
  const { store } = writing;
  const { id } = writing.place;
  const { now, take } = await saveText(writing, text);
  if (now().staged !== now().revision) await take('stage', '', (write) => store.stage(id, write));
  if (now().published !== now().revision) await take('publish', '', (write) => store.publish(id, write));
  return now();
}

/** Commits a text as a draft: visitors go on seeing what is published. @throws as {@link commit} */
export const commitDraft = async (writing: Writing, text: string): Promise<Version> =>
  (await saveText(writing, text)).now();

/** Saves a text where it is not the last revision; makes the fork first where there is none. */
async function saveText(writing: Writing, text: string): Promise<ReturnType<typeof steps>> {
  const { store, version } = writing;
  const { id, instance, originalId } = writing.place;
  const done = steps(writing, writing.isWanted);
  const { now, take } = done;
  const { page } = writing;
  const remark = instance === undefined || page === undefined ? {} : { page };
  if (instance !== undefined && (!version || version.deletedAt !== null)) {
    await take('fork', originalId, (write) => store.fork(originalId, instance, { ...write, ...remark }));
  }
  if (now()?.view !== text) await take('save', text, (write) => store.save(id, text, { ...write, ...remark }));
  return done;
}

/** Resets a fork to the original's view, then delivers it no more, so that the page shows the original again. */
export async function reset(writing: Writing & { readonly version: Version }, original: Version): Promise<Version> {
  const { store } = writing;
  const { id } = writing.place;
  const { now, take } = steps(writing);
  const { view } = original;
  if (now().view !== view) await take('save', view, (write) => store.save(id, view, write));
  if (now().staged !== null) await take('unstage', '', (write) => store.unstage(id, write));
  if (now().published !== null) await take('unpublish', '', (write) => store.unpublish(id, write));
  return now();
}

/** The original as it is now; the fork as it was found where there is none any more. */
export async function originalOf(
  store: VersionStore,
  { writeTarget: place, original }: OpenSession,
): Promise<Version | null> {
  const [found] = await store.find([place.originalId]);
  return found && found.deletedAt === null ? found : original;
}
