/** The dependencies and the interface of the editor view. */
import type { TextBlock } from '../../../../src/utils/editing/model/blocks';
import type { NodeRef } from '../../../../src/utils/editing/model/commands/target';
import type { SimpleMarkType } from '../../../../src/utils/editing/model/mark-registry';
import type { Marks } from '../../../../src/utils/editing/model/runs';
import type { Command, EditorState, Transaction } from '../../../../src/utils/editing/model/state';
import type { Copy, ViewportPoint } from './locate';
import type { TextDependencies, TextEditor } from './text/types';

/** A `feaas-component`, as far as the editor uses it. */
export interface ContentElement extends HTMLElement {
  template?: string | undefined;
  suspended: boolean;
  whenRendered?(): Promise<void>;
}

/** Where the content is edited: in the page itself, or in a frame over it. */
export interface EditableRoot {
  /** The editable element: the component, or the mirror of its content. */
  readonly root: HTMLElement;
  /** The element that the page shows. Its boxes are in the page's coordinates. */
  readonly content: HTMLElement;
  /** The page's counterpart of an element of the root. */
  inPage<Kind extends Element>(element: Kind): Kind;
  /** Converts a box of the root's window to the page's window. */
  toPage(area: DOMRect): DOMRect;
  /** Converts a point of the page's window to the root's window. */
  fromPage(point: ViewportPoint): ViewportPoint;
  /** Moves the frame to the component's current position. */
  update(): void;
  /** Whether the frame has lost its document, as when the page moves it. Nothing can be edited there any more. */
  isLost(): boolean;
  /** Restores the page. */
  close(): void;
}

/** Edits the text of an element, with the Quill of the element's own document. */
export type CreateTextEditor = (root: HTMLElement, dependencies: TextDependencies) => TextEditor;

export interface EditorViewDependencies {
  readonly element: ContentElement;
  /** The editable root: the element itself, or its mirror in a frame. */
  readonly root?: HTMLElement | undefined;
  readonly createTextEditor: CreateTextEditor;
  state(): EditorState;
  run(command: Command): boolean;
  dispatch(transaction: Transaction): void;
  /** Called when a composition begins or ends. Its text is not in the document before it ends. */
  composing(isOn: boolean): void;
  /** Called when the active block or its selection changes. */
  moved(): void;
  /** Called when data stop repeating the active block, so that it is hidden, and when it is visible again. */
  hidden?(isHidden: boolean): void;
  /** Called for a press on an element that is not editable: a picture, or data-bound content. */
  choose?(copy: Copy): void;
  /** Pastes at the caret. */
  paste(data: DataTransfer): void;
}

/** The block that is being edited. */
export interface Active {
  readonly element: HTMLElement;
  readonly text: TextEditor;
  /** Its reference in the document. The block itself changes with every edit. */
  readonly ref: NodeRef;
  /** Index of the repeater copy that contains it. */
  readonly copy: number;
}

export interface EditorView {
  readonly active: Active | undefined;
  /** Whether the current change comes from typing. */
  readonly isReading: boolean;
  /** The element with the selection: that of the block, or the whole component while several blocks are selected. */
  readonly area: HTMLElement | undefined;
  /** The active block in the current document. */
  block(): TextBlock | undefined;
  /** Runs a command on the page's selection. */
  run(command: Command): boolean;
  /** The marks for text typed at the caret; undefined for a range, or if nothing can be typed. */
  marksAtCaret(): Marks | undefined;
  /** Toggles a mark on the selection, or for text typed at the caret. */
  toggleMark(type: SimpleMarkType): boolean;
  /** Types text in place of the selection. */
  insertText(text: string): boolean;
  /** Focuses the block at a point of the root's window, else that of the document's selection, else the first one. */
  focus(point?: ViewportPoint): void;
  /** Renders a state that did not come from typing. */
  show(): void;
  /** Deactivates the active block. */
  blur(): void;
  /** Reads typed text into the document at once, or returns a promise if queued keys wait for a render. */
  flush(): Promise<void> | undefined;
  /** Ends a composition. Its text counts as typed. */
  endComposition(): void;
  /** Restores the element. */
  destroy(): void;
}
