import { parseInert } from '../template/inert-document';
import { readRichText, type RichTextDocument } from './rich-text';

/**
 * Parses HTML to a rich-text document (D10).
 * @throws RangeError if elements nest too deeply.
 */
export const parseRichText = (html: string): RichTextDocument => readRichText(parseInert(html));
