/** What reads as one character, however many it is written with: as browsers delete it. */

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Families, flags, skin tones, keycaps: pictures go as a whole both ways. */
const PICTURE = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3]/u;

/** Units of the character before a place; 0 at the beginning. Of a letter with marks above it only the last one is taken back. */
export function graphemeBefore(text: string, at: number): number {
  const before = text.slice(0, at);
  const whole = characters.segment(before).containing(Math.max(0, before.length - 1))?.segment ?? '';
  return PICTURE.test(whole) ? whole.length : (Array.from(whole).at(-1)?.length ?? 0);
}

/** Units of the character behind a place; 0 at the end. */
export const graphemeAfter = (text: string, at: number): number =>
  characters.segment(text.slice(at)).containing(0)?.segment.length ?? 0;
