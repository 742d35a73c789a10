/** What a canvas is handed, and what it can do. */
import type { TextBlock } from '../../../../src/utils/editing/blocks';
import type { NodeRef } from '../../../../src/utils/editing/commands/target';
import type { Command, EditorState, Transaction } from '../../../../src/utils/editing/state';
import type { ViewportPoint } from './root';

/** A `feaas-component`, as far as it is driven by the editor. */
export interface ContentElement extends HTMLElement {
  template?: string | undefined;
  suspended: boolean;
  whenRendered?(): Promise<void>;
}

export interface CanvasPorts {
  readonly element: ContentElement;
  /** What the content stands in: the element itself, or its twin in a frame. */
  readonly root?: HTMLElement | undefined;
  state(): EditorState;
  run(command: Command): boolean;
  dispatch(transaction: Transaction): void;
  /** Another block is typed in, or none, or another part of it is selected. */
  moved(): void;
  /** An element is pressed that nothing can be typed in: a picture, or what comes from data. */
  choose?(id: number): void;
  /** Something is pasted; resolves with the command that does it. */
  paste(data: DataTransfer): Command | undefined;
}

/** The block that is typed in. */
export interface Active {
  readonly element: HTMLElement;
  /** Its name in the view; the block itself changes with every edit. */
  readonly ref: NodeRef;
  /** Which of a repeat's copies it stands in. */
  readonly copy: number;
}

export interface Canvas {
  readonly active: Active | undefined;
  /** What comes now is what was typed. */
  readonly isReading: boolean;
  /** The element that is selected in: that of the block, or the whole component while several blocks are selected. */
  readonly area: HTMLElement | undefined;
  /** The block that is typed in, as the view has it now. */
  block(): TextBlock | undefined;
  /** Runs a command on what is selected in the page. */
  run(command: Command): boolean;
  /** Goes to the block at a point of the root's window, else to that at the view's selection, else to the first one. */
  focus(point?: ViewportPoint): void;
  /** Shows a state that came about by anything but typing. */
  show(): void;
  /** Types in no block any more. */
  blur(): void;
  /** What was typed a moment ago is in the view from now on; or when it resolves, where keys wait for a paint. */
  settle(): Promise<void> | undefined;
  /** Gives the element back as it was. */
  destroy(): void;
}
