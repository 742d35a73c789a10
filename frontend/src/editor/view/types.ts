/** What the view of an edited component is handed, and what it can do. */
import type { TextBlock } from '../../../../src/utils/editing/model/blocks';
import type { NodeRef } from '../../../../src/utils/editing/model/commands/target';
import type { SimpleMarkType } from '../../../../src/utils/editing/model/mark-registry';
import type { Marks } from '../../../../src/utils/editing/model/runs';
import type { Command, EditorState, Transaction } from '../../../../src/utils/editing/model/state';
import type { Copy, ViewportPoint } from './locate';
import type { TextDependencies, TextEditor } from './text/types';

/** A `feaas-component`, as far as it is driven by the editor. */
export interface ContentElement extends HTMLElement {
  template?: string | undefined;
  suspended: boolean;
  whenRendered?(): Promise<void>;
}

/** Where what is edited stands: in the page itself, or in a frame over it. */
export interface EditableRoot {
  /** What is typed in: the component, or the twin of its content. */
  readonly root: HTMLElement;
  /** What the page shows: boxes within it are the page's own. */
  readonly content: HTMLElement;
  /** What stands in the page for an element of the root. */
  inPage<Kind extends Element>(element: Kind): Kind;
  /** A box of the root's window in that of the page. */
  toPage(area: DOMRect): DOMRect;
  /** A point of the page's window in that of the root. */
  fromPage(point: ViewportPoint): ViewportPoint;
  /** Puts a frame where the component is by now. */
  update(): void;
  /** Whether a frame has lost its document, as it does when the page moves it: nothing can be typed there any more. */
  isLost(): boolean;
  /** Gives the page its own back. */
  close(): void;
}

/** Edits the text of an element, with the Quill of the document that the element is in. */
export type CreateTextEditor = (root: HTMLElement, dependencies: TextDependencies) => TextEditor;

export interface EditorViewDependencies {
  readonly element: ContentElement;
  /** What the content stands in: the element itself, or its mirror in a frame. */
  readonly root?: HTMLElement | undefined;
  readonly createTextEditor: CreateTextEditor;
  state(): EditorState;
  run(command: Command): boolean;
  dispatch(transaction: Transaction): void;
  /** An input method begins to compose, or is done: until then nothing of it is in the document. */
  composing(isOn: boolean): void;
  /** Another block is typed in, or none, or another part of it is selected. */
  moved(): void;
  /** What is typed in is not seen any more, as data repeat it no longer; or it is seen again. */
  hidden?(isHidden: boolean): void;
  /** An element is pressed that nothing can be typed in: a picture, or what comes from data. */
  choose?(copy: Copy): void;
  /** Something is pasted where the caret is. */
  paste(data: DataTransfer): void;
}

/** The block that is typed in. */
export interface Active {
  readonly element: HTMLElement;
  readonly text: TextEditor;
  /** Its name in the document; the block itself changes with every edit. */
  readonly ref: NodeRef;
  /** Which of a repeater's copies it stands in. */
  readonly copy: number;
}

export interface EditorView {
  readonly active: Active | undefined;
  /** What comes now is what was typed. */
  readonly isReading: boolean;
  /** The element that is selected in: that of the block, or the whole component while several blocks are selected. */
  readonly area: HTMLElement | undefined;
  /** The block that is typed in, as the document has it now. */
  block(): TextBlock | undefined;
  /** Runs a command on what is selected in the page. */
  run(command: Command): boolean;
  /** Marks of what would be typed at the caret; undefined where something is selected, or nothing can be typed. */
  marksAtCaret(): Marks | undefined;
  /** Sets a mark on what is selected, or on what will be typed at the caret. */
  toggleMark(type: SimpleMarkType): boolean;
  /** Types text in place of what is selected. */
  insertText(text: string): boolean;
  /** Goes to the block at a point of the root's window, else to that at the document's selection, else to the first one. */
  focus(point?: ViewportPoint): void;
  /** Shows a state that came about by anything but typing. */
  show(): void;
  /** Types in no block any more. */
  blur(): void;
  /** What was typed a moment ago is in the document from now on; or when it resolves, where keys wait for a render. */
  flush(): Promise<void> | undefined;
  /** What an input method is composing counts as typed. */
  endComposition(): void;
  /** Gives the element back as it was. */
  destroy(): void;
}
