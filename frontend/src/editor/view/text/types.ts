/** A block's text as Quill is handed it, and what the view is told of it. Both sides of a frame speak of nothing else. */
import type { SimpleMarkType } from '../../../../../src/utils/editing/model/mark-registry';

/** Formats of a stretch: the elements of the template that it stands in, by their names, and marks that are new. */
export type TextFormats = Readonly<Record<string, unknown>>;

/** A stretch of text, or one thing in it: an atom by its key, or a line break (`br`, or the character in code). */
export interface TextInsert {
  readonly insert: string | { readonly atom: string } | { readonly newline: 'br' | '\n' };
  readonly attributes?: TextFormats;
}

/** An inline element of the template. */
export interface TextElement {
  /** Its format. */
  readonly name: string;
  /** Id of its node. */
  readonly key: string;
  readonly tag: string;
  /** How deep it stands in others: 0 outside of all. */
  readonly rank: number;
  /** Typing at its end goes on behind it. */
  readonly isLink: boolean;
  /** It has no other end than that of its label. */
  readonly isButton: boolean;
}

export interface TextContent {
  readonly inserts: readonly TextInsert[];
  readonly elements: readonly TextElement[];
  /** It has spaces that would collapse. */
  readonly hasSpaces: boolean;
}

/** A caret or a selection, in characters of the text; an atom and a line break count as one. */
export interface TextRange {
  readonly anchor: number;
  readonly head: number;
}

/** What a key, or an input, asks for that is more than typing in the block. */
export type TextCommand = 'split' | 'breakLine' | 'joinBackward' | 'joinForward' | 'undo' | 'redo' | SimpleMarkType;

export interface TextDependencies {
  /** Attribute with the id of an element's node. */
  readonly idAttribute: string;
  graphemeBefore(text: string, at: number): number;
  graphemeAfter(text: string, at: number): number;
  /** Text was typed, deleted or formatted. */
  changed(): void;
  command(name: TextCommand): void;
}

export interface TextEditor {
  readonly root: HTMLElement;
  readonly isComposing: boolean;
  /** Shows a content, where it is not shown yet. */
  load(content: TextContent): void;
  /** What was typed up to now, without the line's end. */
  contents(): TextInsert[];
  /** Characters of the text. */
  length(): number;
  range(): TextRange | undefined;
  select(range: TextRange): void;
  /** Formats of what would be typed at the caret, or of all that is selected. */
  formats(): TextFormats;
  format(formats: TextFormats): void;
  /** Types text in place of what is selected. */
  insert(text: string): void;
  /** Deletes what is selected, else a character before or behind the caret. */
  delete(direction: -1 | 1): void;
  /** Notices what the browser has typed by now. */
  flush(): void;
  /** Ends a composition with what it shows. */
  endComposition(): void;
  /** The caret is moved by a key, or by a press: what is typed next does not go on in a link. */
  leaveLink(): void;
  /** Gives the element back with the text that it shows. */
  destroy(): void;
}
