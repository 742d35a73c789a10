/** What the interface renders from, and what it can do: the session and the view, as one thing. */
import type { Stylesheet } from '../../../src/utils/gateway';
import type { Diagnostic } from '../../../src/utils/editing/model/lint/lint';
import type { EditorMessageValues, Message, Question } from '../../../src/utils/editing/messages/messages';
import type { Messages } from '../ui-kit/messages';
import type { Session } from '../../../src/utils/editing/session/session';
import type { Snapshot } from '../../../src/utils/editing/session/snapshot';
import type { Marks } from '../../../src/utils/editing/model/runs';
import type { Command } from '../../../src/utils/editing/model/state';
import type { EditorShell, ScriptDependencies } from '../../../src/utils/frontend/types';
import type { Copy } from './view/locate';
import type { ContentElement, EditableRoot, EditorView } from './view/types';
import type { Store } from './store';

/** What is open beside the toolbar. */
export type PanelName =
  | 'link'
  | 'image'
  | 'theme'
  | 'insert'
  | 'history'
  | 'conflict'
  | 'origin'
  | 'restore'
  | 'checks'
  | 'preview'
  | 'external'
  | 'forks'
  | 'previewLinks'
  | 'schedule'
  | 'keys'
  | 'path'
  | 'language';

export interface EditorUIState {
  readonly snapshot: Snapshot;
  /** Marks of what would be typed at the caret; undefined where something is selected, or nothing can be typed. */
  readonly caretMarks: Marks | undefined;
  /** Grows when something else is selected, or another block is typed in. */
  readonly selectionVersion: number;
  /** What is asked right now; `answer` ends it. */
  readonly confirmation: {
    readonly question: Question | 'copies.ask';
    readonly values?: { readonly count: number };
    answer(yes: boolean): void;
  } | null;
  readonly panel: PanelName | null;
  /** Id of the element that is chosen as a whole; undefined for the block that is typed in. */
  readonly selectedNode: number | undefined;
  /** Which of a repeater's copies was selected last, by an element in it: what else is selected is shown in the same one. */
  readonly selectedCopy: Copy | undefined;
  /** Paths are shown, and may be changed. */
  readonly areBindingsShown: boolean;
  /** What is read out. */
  readonly announcement: string;
  /** Id of the element that the panel is about; undefined for the component. */
  readonly panelNode: number | undefined;
  /** What was left out of what was pasted last, and what brings back of it what can be. */
  readonly pasteReport: { readonly lost: readonly Message[]; readonly restore?: Command | undefined } | null;
  /** What should be looked at, as far as it was checked. */
  readonly diagnostics: readonly Diagnostic[];
  /** Ids of notices that were put away. */
  readonly dismissedNotices: readonly string[];
  readonly stylesheet: Stylesheet | null;
  /** Something that was asked for could not be loaded. */
  readonly isPartMissing: boolean;
  /** Nothing outlives a crash here. */
  readonly isJournalFailing: boolean;
  /** The text that somebody typed in is not on the page: its data have no entry for it. */
  readonly isTextHidden: boolean;
  /** What was put in last is not there, as the text would be longer than what the host takes. */
  readonly isOverLimit: boolean;
}

/** The editor's messages in the language of who edits. */
export type EditorMessages = Messages<EditorMessageValues>;

export interface EditorController {
  readonly store: Store<EditorUIState>;
  readonly messages: EditorMessages;
  readonly shell: EditorShell;
  readonly dependencies: ScriptDependencies;
  readonly element: ContentElement;
  /** Where it stands while it is edited. */
  readonly editableRoot: EditableRoot;
  readonly session: Session;
  readonly editorView: EditorView;
  /** Runs a command on what is selected in the page; answers whether it could be done. */
  run(command: Command): boolean;
  /** Whether a command could be done now. */
  can(command: Command): boolean;
  announce(text: string): void;
  /** Takes what was typed a moment ago into the document. Resolves once keys that wait for a render are in it, too. */
  flush(): Promise<void>;
  /** Closes the session. Resolves with whether it is closed: somebody may be asked, and say no. */
  close(): Promise<boolean>;
  /** Brings back what was saved last; whether that is done. */
  discard(): boolean;
  /** Saves, as somebody who wants it now. Resolves with whether the host has it all. */
  save(): Promise<boolean>;
  /** Saves what visitors do not see yet, as {@link Session.saveDraft} does. */
  saveDraft(): ReturnType<Session['saveDraft']>;
  /** Brings the original back, as somebody who wants it now. */
  unfork(): ReturnType<Session['unfork']>;
  /** The page shows what the host has now. */
  refreshed(): Promise<void>;
}
