/** The source of copied content, which an editor pastes unchanged. */
import type { TextBlock } from '../blocks';
import { toOutputTokens, tokenizeInline } from '../inline-tokens';

/** Clipboard type for the source of text that was copied in an editor. */
export const MARKUP_TYPE = 'application/x-feaas-markup';
/** Clipboard type for the source of an element that was copied as a whole. */
export const ELEMENT_TYPE = 'application/x-feaas-element';

/** Returns the source of a range of a block's text, with the inline elements around it. */
export function sourceOf(text: string, block: TextBlock, from: number, to: number): string {
  let offset = 0;
  const tokens = tokenizeInline(text, block).filter(({ text: visible }) => {
    const isInside = offset >= from && offset < to && visible !== '';
    offset += visible.length;
    return isInside;
  });
  return toOutputTokens(tokens)
    .map(({ source }) => source)
    .join('');
}
