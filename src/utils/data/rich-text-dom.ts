import { parseInert } from '../template/inert-document';
import { readRichText, type RichTextDocument } from './rich-text';

/**
 * HTML as a rich-text document (D10).
 * @throws RangeError when elements nest too deeply.
 */
export const parseRichText = (html: string): RichTextDocument => readRichText(parseInert(html));
