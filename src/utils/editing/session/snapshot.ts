/** What a session looks like at one moment: all that its interface renders from. */
import type { PresentUser, Version } from '../../gateway';
import type { MessageKey } from '../messages/messages';
import type { EditorState } from '../model/state';
import { isChanged } from '../model/state';
import type { Conflict } from './conflict';
import type { RecoverableDraft } from './journal';
import type { OpenSession } from './open-session';
import type { UpstreamChange } from './upstream';
import type { Target } from './target';

export interface Snapshot {
  /** Specification §4. */
  readonly state: 'idle' | 'loading' | 'ready';
  readonly target: Target | null;
  readonly opening: OpenSession | null;
  /** What the host has of what is edited; null while there is nothing. */
  readonly version: Version | null;
  readonly editor: EditorState | null;
  /** The page shows a fork. */
  readonly forked: boolean;
  /** What is being written right now. */
  readonly busy: 'save' | 'draft' | 'unfork' | null;
  /** Why the last action did not succeed; null once one did. */
  readonly error: Error | null;
  /** What that was; null where nothing failed. */
  readonly failed: 'save' | 'unfork' | null;
  /** A write failed for a reason that passes, and is tried again by itself. */
  readonly retrying: boolean;
  readonly conflict: Conflict | null;
  /** Changes of a session that was not closed: to be restored, or dismissed. The newest of them; another one is offered next. */
  readonly restorable: RecoverableDraft | null;
  /** Those of other sessions, newest first. */
  readonly moreRestorable: readonly RecoverableDraft[];
  /** The original went on since this fork was last saved: what is new may be taken over. */
  readonly origin: UpstreamChange | null;
  /** Somebody else has written since: when, which revision, and who, where that is known. */
  readonly newer: { readonly at: string; readonly revision: number; readonly author: string | null } | null;
  /** Who else has it open, in the order in which they came. */
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

/** Whether there is something that the host does not have. */
export const hasChanges = ({ editor }: Snapshot): boolean => editor !== null && isChanged(editor);

/** Whether closing loses something: what is changed, or was saved and is not delivered yet. */
export const isUnfinished = (snapshot: Snapshot): boolean => hasChanges(snapshot) || snapshot.retrying;

/** What somebody else saved is what is here: there is nothing to choose. */
export const sameAs = ({ opening }: Snapshot, version: Version): Partial<Snapshot> => ({
  ...{ version, newer: null, conflict: null },
  forked: opening!.writeTarget.instance !== undefined && version.deletedAt === null,
});

/** Whether what is edited is this page's own instance. */
const isCustomization = ({ opening }: Snapshot): boolean => opening?.writeTarget.instance !== undefined;

/**
 * Whether visitors are not given the last revision: it is a draft, or could not be published. An original that is not published at all
 * was taken from its visitors by somebody, and is not given back without a change.
 */
export const isUnpublished = (snapshot: Snapshot): boolean => {
  const { forked, version } = snapshot;
  if (version === null || version.published === version.revision) return false;
  return forked || (!isCustomization(snapshot) && version.published !== null);
};

/** Whether saving does something. */
const isSaveable = (snapshot: Snapshot): boolean => isUnfinished(snapshot) || isUnpublished(snapshot);

/** What an action can do right now. */
export const can = (snapshot: Snapshot) => ({
  save: snapshot.state === 'ready' && !snapshot.busy && !snapshot.conflict && isSaveable(snapshot),
  discard: snapshot.state === 'ready' && !snapshot.busy && hasChanges(snapshot),
  unfork: snapshot.state === 'ready' && !snapshot.busy && snapshot.forked && snapshot.opening?.original !== null,
});

type SaveLabel = Extract<MessageKey, `save.${string}`>;

/** What saving is called. */
export const saveAction = (snapshot: Snapshot): SaveLabel =>
  isCustomization(snapshot) ? 'save.customization' : 'save.save';

/** Label of the save button (specification §2). */
export const saveLabel = (snapshot: Snapshot): SaveLabel =>
  isSaveable(snapshot) ? saveAction(snapshot) : 'save.upToDate';
