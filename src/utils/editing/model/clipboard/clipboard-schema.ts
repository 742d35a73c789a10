/** What a paste is made of, once it is clean. */
import { BLOCK_TYPES, type BlockType } from '../block-registry';
import { MARK_TYPES, type MarkType, type SimpleMarkType } from '../mark-registry';
import type { Message } from '../../messages/messages';

export type PastedMarks = { readonly [Type in SimpleMarkType]?: true } & {
  readonly link?: string;
  /** Declarations of how it looks: colors, fonts, sizes. */
  readonly style?: string;
};

/** Text with its marks; `\n` is a line break. */
export interface PastedRun {
  readonly text: string;
  readonly marks: PastedMarks;
}

export interface PastedText {
  readonly type: BlockType;
  /** Levels of lists around it, 0 for what is in none or in the outermost. */
  readonly depth: number;
  readonly runs: readonly PastedRun[];
  /** Names the list that an item is in: neighbors with another one are another list's. */
  readonly list?: string | undefined;
  /** The number of an item, where it has one. */
  readonly number?: number | undefined;
  /** Where its text is read from the right. */
  readonly dir?: 'rtl' | undefined;
  /** Declarations of how it is set. */
  readonly style?: string | undefined;
  /** Words of a line, with a space before them: it shows where they go on with the text before the caret. */
  readonly hasSpaceBefore?: true;
  /** Words of a line, with a space behind them: it shows where the text behind the caret goes on with them. */
  readonly hasSpaceAfter?: true;
}
export interface PastedImage {
  readonly type: 'image';
  readonly src: string;
  readonly srcset?: string | undefined;
  readonly alt: string;
  /** In CSS pixels: with them a page keeps its place before it is loaded. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
}
/** An element that was copied in an editor: it stays what it is. */
export interface PastedMarkup {
  readonly type: BlockType | 'markup';
  readonly html: string;
  /** The source of its text, where it may go on with the text before the caret, or behind it. */
  readonly inner?: string | undefined;
}
export type PastedBlock = PastedText | PastedImage | PastedMarkup | { readonly type: 'rule' };

/** What a library lets into its texts. */
export interface ClipboardSchema {
  readonly marks: readonly MarkType[];
  /** How text looks, and tables. */
  readonly hasFormatting?: boolean;
  /** Of blocks; paragraphs always may stand. */
  readonly blocks: readonly (BlockType | 'rule' | 'image')[];
}

export const FULL_SCHEMA: ClipboardSchema = Object.freeze<ClipboardSchema>({
  marks: MARK_TYPES,
  blocks: [...BLOCK_TYPES, 'rule', 'image'],
});

/** What is left out at first, and can be brought back. */
export const FORMATTED_SCHEMA: ClipboardSchema = Object.freeze({ ...FULL_SCHEMA, hasFormatting: true });

export interface ClipboardContent {
  readonly blocks: readonly PastedBlock[];
  /** What was there and is not any more, each once; to be shown before the paste is applied. */
  readonly warnings: readonly Message[];
}
