/** What is copied, as its source: pasted in an editor it is what it was. */
import type { TextBlock } from '../blocks';
import { toOutputTokens, tokenizeInline } from '../inline-tokens';

/** Type of the clipboard that has the source of text that was copied in an editor. */
export const MARKUP_TYPE = 'application/x-feaas-markup';
/** Type of the clipboard that has the source of an element that was copied as a whole. */
export const ELEMENT_TYPE = 'application/x-feaas-element';

/** The source of a stretch of a block's text, with the elements around it. */
export function sourceOf(text: string, block: TextBlock, from: number, to: number): string {
  let at = 0;
  const tokens = tokenizeInline(text, block).filter(({ text: shown }) => {
    const isInside = at >= from && at < to && shown !== '';
    at += shown.length;
    return isInside;
  });
  return toOutputTokens(tokens)
    .map(({ source }) => source)
    .join('');
}
