/**
 * The writes of a session. Each continues from the host's state. An interrupted write resumes where it stopped.
 * It uses the same idempotency keys, so that the host does not repeat steps whose responses were lost.
 */
import type { Version, VersionStore, Write } from '../../gateway';
import { hash } from '../../../global/hash';
import type { OpenSession, WriteTarget } from './open-session';

export interface Writing {
  readonly store: VersionStore;
  readonly writeTarget: WriteTarget;
  /** The last known version on the host; null if there is none yet. */
  readonly version: Version | null;
  /** Identifies this session in the idempotency keys. */
  readonly session: string;
  /** Address of the page, which is sent with writes to its own instance. */
  readonly page?: string | undefined;
  /** Called after each step that the host has completed. */
  done(version: Version): void;
  /** Whether to continue; called before each step of a commit. Defaults to always. */
  isWanted?(): boolean;
}

type WriteOperation = (write: Write) => Promise<Version>;

/** @param isWanted no further step runs once it returns false */
function stepRunner({ version, session, done }: Writing, isWanted: () => boolean = () => true) {
  let current = version;
  return {
    now: () => current!,
    /** @param content distinguishes writes of the same revision */
    async take(name: string, content: string, write: WriteOperation): Promise<void> {
      if (!isWanted()) return;
      const expectedRevision = current?.revision ?? 0;
      const idempotencyKey = `${session}-${name}-${expectedRevision}-${hash(content)}`;
      current = await write({ expectedRevision, idempotencyKey });
      done(current);
    },
  };
}

/**
 * Commits a text, stages and publishes it; creates the fork first if there is none.
 * It stops once `isWanted` returns false: a text that was already sent stays a draft.
 * @throws ConflictError and whatever else the store throws; completed steps were reported, and are not repeated
 */
export async function commit(writing: Writing, text: string): Promise<Version> {
  const { store } = writing;
  const { id } = writing.writeTarget;
  const { now, take } = await saveText(writing, text);
  if (now().staged !== now().revision) await take('stage', '', (write) => store.stage(id, write));
  if (now().published !== now().revision) await take('publish', '', (write) => store.publish(id, write));
  return now();
}

/** Commits a text as a draft; visitors still get the published revision. @throws as {@link commit} */
export const commitDraft = async (writing: Writing, text: string): Promise<Version> =>
  (await saveText(writing, text)).now();

/** Saves a text unless it is the last revision; creates the fork first if there is none. */
async function saveText(writing: Writing, text: string): Promise<ReturnType<typeof stepRunner>> {
  const { store, version } = writing;
  const { id, instance, originalId } = writing.writeTarget;
  const runner = stepRunner(writing, writing.isWanted);
  const { now, take } = runner;
  const { page } = writing;
  const pageArgument = instance === undefined || page === undefined ? {} : { page };
  if (instance !== undefined && (!version || version.deletedAt !== null)) {
    await take('fork', originalId, (write) => store.fork(originalId, instance, { ...write, ...pageArgument }));
  }
  if (now()?.view !== text) await take('save', text, (write) => store.save(id, text, { ...write, ...pageArgument }));
  return runner;
}

/** Resets a fork to the original's markup and withdraws it, so that the page shows the original again. */
export async function reset(writing: Writing & { readonly version: Version }, original: Version): Promise<Version> {
  const { store } = writing;
  const { id } = writing.writeTarget;
  const { now, take } = stepRunner(writing);
  const { view } = original;
  if (now().view !== view) await take('save', view, (write) => store.save(id, view, write));
  if (now().staged !== null) await take('unstage', '', (write) => store.unstage(id, write));
  if (now().published !== null) await take('unpublish', '', (write) => store.unpublish(id, write));
  return now();
}

/** Returns the current original; if it no longer exists, the one that was found at the opening. */
export async function originalOf(store: VersionStore, { writeTarget, original }: OpenSession): Promise<Version | null> {
  const [found] = await store.find([writeTarget.originalId]);
  return found && found.deletedAt === null ? found : original;
}
