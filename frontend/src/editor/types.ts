/** The editor's UI state and controller, which combine the session and the view. */
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

/** The panel that is open beside the toolbar. */
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
  /** Marks for text typed at the caret; undefined for a range, or if nothing can be typed. */
  readonly caretMarks: Marks | undefined;
  /** Increases when the selection or the active block changes. */
  readonly selectionVersion: number;
  /** The open confirmation. `answer` closes it. */
  readonly confirmation: {
    readonly question: Question | 'copies.ask';
    readonly values?: { readonly count: number };
    answer(yes: boolean): void;
  } | null;
  readonly panel: PanelName | null;
  /** Id of the element that is selected as a whole; undefined for the active block. */
  readonly selectedNode: number | undefined;
  /** The last selected copy of a repeater, by an element in it. Further selections show in the same copy. */
  readonly selectedCopy: Copy | undefined;
  /** Whether data mode is on, which shows and edits paths. */
  readonly areBindingsShown: boolean;
  /** The text for screen readers. */
  readonly announcement: string;
  /** Id of the element that the panel edits; undefined for the component. */
  readonly panelNode: number | undefined;
  /** Content that the last paste left out, and the command that restores what is possible. */
  readonly pasteReport: { readonly lost: readonly Message[]; readonly restore?: Command | undefined } | null;
  /** Certain diagnostics of the last check. */
  readonly diagnostics: readonly Diagnostic[];
  /** Ids of dismissed notices. */
  readonly dismissedNotices: readonly string[];
  readonly stylesheet: Stylesheet | null;
  /** Whether a requested part of the interface failed to load. */
  readonly isPartMissing: boolean;
  /** Whether the journal cannot be written, so that unsaved changes do not survive a crash. */
  readonly isJournalFailing: boolean;
  /** Whether the edited text is hidden because its data have no entry for it. */
  readonly isTextHidden: boolean;
  /** Whether the last input was rejected because the text would exceed the host's limit. */
  readonly isOverLimit: boolean;
}

/** The editor's messages in the user's language. */
export type EditorMessages = Messages<EditorMessageValues>;

export interface EditorController {
  readonly store: Store<EditorUIState>;
  readonly messages: EditorMessages;
  readonly shell: EditorShell;
  readonly dependencies: ScriptDependencies;
  readonly element: ContentElement;
  /** The element where the content is edited. */
  readonly editableRoot: EditableRoot;
  readonly session: Session;
  readonly editorView: EditorView;
  /** Runs a command on the page's selection. Returns whether it succeeded. */
  run(command: Command): boolean;
  /** Whether a command can run now. */
  can(command: Command): boolean;
  announce(text: string): void;
  /** Reads recent typing into the document. Resolves after queued keys have been applied as well. */
  flush(): Promise<void>;
  /** Closes the session. Resolves with whether it is closed, since the user may cancel. */
  close(): Promise<boolean>;
  /** Reverts to the last saved state. Returns whether that was done. */
  discard(): boolean;
  /** Saves on behalf of the user. Resolves with whether everything is saved. */
  save(): Promise<boolean>;
  /** Saves a draft, like {@link Session.saveDraft}. */
  saveDraft(): ReturnType<Session['saveDraft']>;
  /** Resets to the original on behalf of the user. */
  unfork(): ReturnType<Session['unfork']>;
  /** Resolves once the page shows the host's current content. */
  refreshed(): Promise<void>;
}
