/** Grapheme clusters: what users perceive as one character, as browsers delete it. */

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Families, flags, skin tones, keycaps: emoji are deleted as a whole in both directions. */
const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3]/u;

/** Returns the length of the character before a position; 0 at the beginning. Of a letter with combining marks, only the last mark. */
export function graphemeBefore(text: string, offset: number): number {
  const before = text.slice(0, offset);
  const grapheme = segmenter.segment(before).containing(Math.max(0, before.length - 1))?.segment ?? '';
  return EMOJI.test(grapheme) ? grapheme.length : (Array.from(grapheme).at(-1)?.length ?? 0);
}

/** Returns the length of the character after a position; 0 at the end. */
export const graphemeAfter = (text: string, offset: number): number =>
  segmenter.segment(text.slice(offset)).containing(0)?.segment.length ?? 0;
