/** Types of the sanitized content of a paste. */
import { BLOCK_TYPES, type BlockType } from '../block-registry';
import { MARK_TYPES, type MarkType, type SimpleMarkType } from '../mark-registry';
import type { Message } from '../../messages/messages';

export type PastedMarks = { readonly [Type in SimpleMarkType]?: true } & {
  readonly link?: string;
  /** CSS declarations of its formatting: colors, fonts, sizes. */
  readonly style?: string;
};

/** Text with its marks; `\n` is a line break. */
export interface PastedRun {
  readonly text: string;
  readonly marks: PastedMarks;
}

export interface PastedText {
  readonly type: BlockType;
  /** Nesting level of the list: 0 in an outermost list, or outside of lists. */
  readonly depth: number;
  readonly runs: readonly PastedRun[];
  /** Id of an item's list: neighbors with different ids are in different lists. */
  readonly list?: string | undefined;
  /** The number of an item, if it has one. */
  readonly number?: number | undefined;
  /** Set for right-to-left text. */
  readonly dir?: 'rtl' | undefined;
  /** CSS declarations of the block. */
  readonly style?: string | undefined;
  /** Inline content after a space, which shows if the content continues the text before the caret. */
  readonly hasSpaceBefore?: true;
  /** Inline content before a space, which shows if the text after the caret continues the content. */
  readonly hasSpaceAfter?: true;
}
export interface PastedImage {
  readonly type: 'image';
  readonly src: string;
  readonly srcset?: string | undefined;
  readonly alt: string;
  /** In CSS pixels. The page reserves this space before the image loads. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
}
/** An element that was copied in an editor, and is pasted unchanged. */
export interface PastedMarkup {
  readonly type: BlockType | 'markup';
  readonly html: string;
  /** The source of its text, if that may continue the text before the caret, or be continued after it. */
  readonly inner?: string | undefined;
}
export type PastedBlock = PastedText | PastedImage | PastedMarkup | { readonly type: 'rule' };

/** What a library allows in its texts. */
export interface ClipboardSchema {
  readonly marks: readonly MarkType[];
  /** Whether formatting and tables are allowed. */
  readonly hasFormatting?: boolean;
  /** Allowed blocks; paragraphs are always allowed. */
  readonly blocks: readonly (BlockType | 'rule' | 'image')[];
}

export const FULL_SCHEMA: ClipboardSchema = Object.freeze<ClipboardSchema>({
  marks: MARK_TYPES,
  blocks: [...BLOCK_TYPES, 'rule', 'image'],
});

/** Also allows formatting, which a paste drops first and can restore. */
export const FORMATTED_SCHEMA: ClipboardSchema = Object.freeze({ ...FULL_SCHEMA, hasFormatting: true });

export interface ClipboardContent {
  readonly blocks: readonly PastedBlock[];
  /** What the paste has lost, each once; shown before the paste is applied. */
  readonly warnings: readonly Message[];
}
