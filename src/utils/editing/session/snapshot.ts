/** The state of a session at one moment: everything that its user interface renders from. */
import type { PresentUser, Version } from '../../gateway';
import type { MessageKey } from '../messages/messages';
import type { EditorState } from '../model/state';
import { isChanged } from '../model/state';
import type { Conflict } from './conflict';
import type { RecoverableDraft } from './journal';
import type { OpenSession } from './open-session';
import type { UpstreamChange } from './upstream';
import type { Target } from './target';

export interface NewerRevision {
  readonly at: string;
  readonly revision: number;
  /** Null if unknown. */
  readonly author: string | null;
  /** Whether that user has reset the fork. */
  readonly isReset?: true;
}

export interface Snapshot {
  /** Specification §4. */
  readonly state: 'idle' | 'loading' | 'ready';
  readonly target: Target | null;
  readonly opening: OpenSession | null;
  /** The edited version on the host; null until it exists. */
  readonly version: Version | null;
  readonly editor: EditorState | null;
  /** Whether an existing fork is edited. */
  readonly forked: boolean;
  /** The write in progress. */
  readonly busy: 'save' | 'draft' | 'unfork' | null;
  /** The error of the last action; null after a successful one. */
  readonly error: Error | null;
  /** The action that failed; null if none did. */
  readonly failed: 'save' | 'unfork' | null;
  /** A write failed with a transient error, and is retried automatically. */
  readonly retrying: boolean;
  readonly conflict: Conflict | null;
  /** The newest draft of a session that was not closed, to be restored or dismissed. The next draft follows it. */
  readonly restorable: RecoverableDraft | null;
  /** The drafts of other sessions, newest first. */
  readonly moreRestorable: readonly RecoverableDraft[];
  /** The change of the original since this fork was last saved; the user may apply it. */
  readonly origin: UpstreamChange | null;
  /** A newer revision by another user. */
  readonly newer: NewerRevision | null;
  /** Other users who have the version open, in the order of their arrival. */
  readonly others: readonly PresentUser[];
}

export const IDLE: Snapshot = Object.freeze({
  state: 'idle',
  target: null,
  opening: null,
  version: null,
  editor: null,
  forked: false,
  busy: null,
  error: null,
  failed: null,
  retrying: false,
  conflict: null,
  restorable: null,
  moreRestorable: [],
  origin: null,
  newer: null,
  others: [],
});

/** Whether there are changes that the host does not have. */
export const hasChanges = ({ editor }: Snapshot): boolean => editor !== null && isChanged(editor);

/** Whether closing would lose something: unsaved changes, or a write that is being retried. */
export const isUnfinished = (snapshot: Snapshot): boolean => hasChanges(snapshot) || snapshot.retrying;

/** The new snapshot state if another user saved the local text: there is nothing to choose. */
export const sameAs = ({ opening }: Snapshot, version: Version): Partial<Snapshot> => ({
  ...{ version, newer: null, conflict: null },
  forked: opening!.writeTarget.instance !== undefined && version.deletedAt === null,
});

/** Whether the page's own instance is edited. */
const isCustomization = ({ opening }: Snapshot): boolean => opening?.writeTarget.instance !== undefined;

/**
 * Whether visitors do not get the last revision: it is a draft, or its publication failed.
 * An original that is not published was withdrawn by a user, so it is not published again without a change.
 */
export const isUnpublished = (snapshot: Snapshot): boolean => {
  const { forked, version } = snapshot;
  if (version === null || version.published === version.revision) return false;
  return forked || (!isCustomization(snapshot) && version.published !== null);
};

/** Whether saving has an effect. */
const isSaveable = (snapshot: Snapshot): boolean => isUnfinished(snapshot) || isUnpublished(snapshot);

/** Which actions are possible now. */
export const can = (snapshot: Snapshot) => ({
  save: snapshot.state === 'ready' && !snapshot.busy && !snapshot.conflict && isSaveable(snapshot),
  discard: snapshot.state === 'ready' && !snapshot.busy && hasChanges(snapshot),
  unfork: snapshot.state === 'ready' && !snapshot.busy && snapshot.forked && snapshot.opening?.original !== null,
});

type SaveLabel = Extract<MessageKey, `save.${string}`>;

/** Label of the save action. */
export const saveAction = (snapshot: Snapshot): SaveLabel =>
  isCustomization(snapshot) ? 'save.customization' : 'save.save';

/** Label of the save button (specification §2). */
export const saveLabel = (snapshot: Snapshot): SaveLabel =>
  isSaveable(snapshot) ? saveAction(snapshot) : 'save.upToDate';
