/** The interface between the editor view and Quill. It is all that crosses the border of a frame. */
import type { SimpleMarkType } from '../../../../../src/utils/editing/model/mark-registry';

/** Formats of a text range: elements of the template by name, and new marks. */
export type TextFormats = Readonly<Record<string, unknown>>;

/** A text range or a single item: an atom by its key, or a line break (`br`, or a newline character in code). */
export interface TextInsert {
  readonly insert: string | { readonly atom: string } | { readonly newline: 'br' | '\n' };
  readonly attributes?: TextFormats;
}

/** An inline element of the template. */
export interface TextElement {
  /** The name of its format. */
  readonly name: string;
  /** Id of its node. */
  readonly key: string;
  readonly tag: string;
  /** Nesting depth: 0 is the outermost. */
  readonly rank: number;
  /** Text typed at its end goes behind it. */
  readonly isLink: boolean;
  /** Text typed at either end stays inside. */
  readonly isButton: boolean;
}

export interface TextContent {
  readonly inserts: readonly TextInsert[];
  readonly elements: readonly TextElement[];
  /** Whether it has spaces that would collapse. */
  readonly hasSpaces: boolean;
}

/** A caret or a selection, in characters of the text. An atom or a line break counts as one. */
export interface TextRange {
  readonly anchor: number;
  readonly head: number;
}

/** Commands of keys and inputs that go beyond typing in the block. */
export type TextCommand = 'split' | 'breakLine' | 'joinBackward' | 'joinForward' | 'undo' | 'redo' | SimpleMarkType;

export interface TextDependencies {
  /** Attribute with the id of an element's node. */
  readonly idAttribute: string;
  graphemeBefore(text: string, offset: number): number;
  graphemeAfter(text: string, offset: number): number;
  /** Called after text was typed, deleted or formatted. */
  changed(): void;
  command(name: TextCommand): void;
}

export interface TextEditor {
  readonly root: HTMLElement;
  readonly isComposing: boolean;
  /** Shows the content, unless it is already shown. */
  load(content: TextContent): void;
  /** The current content, without the final line break. */
  contents(): TextInsert[];
  /** The number of characters. */
  length(): number;
  range(): TextRange | undefined;
  select(range: TextRange): void;
  /** Formats of text typed at the caret, or of the selection. */
  formats(): TextFormats;
  format(formats: TextFormats): void;
  /** Types text in place of the selection. */
  insert(text: string): void;
  /** Deletes the selection, else a character before or after the caret. */
  delete(direction: -1 | 1): void;
  /** Processes pending changes by the browser. */
  flush(): void;
  /** Ends a composition and keeps its text. */
  endComposition(): void;
  /** Called when the caret is moved by a key or press. Text typed next does not continue the link. */
  leaveLink(): void;
  /** Restores the element, with its current text. */
  destroy(): void;
}
