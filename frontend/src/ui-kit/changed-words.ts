/** Compares two texts word by word. */
import { diff, type Change } from '../../../src/utils/editing/model/diff';

/** A part of a text: unchanged, added or removed. */
export interface TextChange {
  readonly kind: 'kept' | 'added' | 'removed';
  readonly text: string;
}

const wordsOf = (text: string, language: string): string[] =>
  Array.from(new Intl.Segmenter(language, { granularity: 'word' }).segment(text), ({ segment }) => segment);

/** Merges changes that only white space separates, so that a replaced sentence is one change. */
function mergeChanges(changes: readonly Change[], before: readonly string[]): Change[] {
  const merged: Change[] = [];
  for (const change of changes) {
    const last = merged.at(-1);
    if (last && before.slice(last.to, change.from).every((word) => !word.trim()))
      merged[merged.length - 1] = { ...change, from: last.from, newFrom: last.newFrom };
    else merged.push(change);
  }
  return merged;
}

/**
 * The parts in reading order. If the texts have no word in common, returns the new text as one part, since marks
 * everywhere are useless.
 * @param language for word boundaries; Japanese has no spaces between words
 */
export function changedWords(before: string, after: string, language: string): TextChange[] {
  const [oldWords, newWords] = [wordsOf(before, language), wordsOf(after, language)];
  const changes = mergeChanges(
    diff(oldWords, newWords, (one, other) => one === other),
    oldWords,
  );
  const parts: TextChange[] = [];
  const add = (kind: TextChange['kind'], words: readonly string[]): void => {
    if (words.length) parts.push({ kind, text: words.join('') });
  };
  let index = 0;
  for (const { from, to, newFrom, newTo } of changes) {
    add('kept', newWords.slice(index, newFrom));
    add('removed', oldWords.slice(from, to));
    add('added', newWords.slice(newFrom, newTo));
    index = newTo;
  }
  add('kept', newWords.slice(index));
  return parts.some(({ kind, text }) => kind === 'kept' && text.trim()) ? parts : [{ kind: 'kept', text: after }];
}
