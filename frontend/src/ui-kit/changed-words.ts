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
function joined(changes: readonly Change[], before: readonly string[]): Change[] {
  const all: Change[] = [];
  for (const change of changes) {
    const last = all.at(-1);
    if (last && before.slice(last.to, change.from).every((word) => !word.trim()))
      all[all.length - 1] = { ...change, from: last.from, newFrom: last.newFrom };
    else all.push(change);
  }
  return all;
}

/**
 * The parts in reading order. If the texts have no word in common, returns the new text as one part, since marks
 * everywhere are useless.
 * @param language for word boundaries; Japanese has no spaces between words
 */
export function changedWords(before: string, after: string, language: string): TextChange[] {
  const [old, now] = [wordsOf(before, language), wordsOf(after, language)];
  const changes = joined(
    diff(old, now, (one, other) => one === other),
    old,
  );
  const stretches: TextChange[] = [];
  const add = (kind: TextChange['kind'], words: readonly string[]): void => {
    if (words.length) stretches.push({ kind, text: words.join('') });
  };
  let at = 0;
  for (const { from, to, newFrom, newTo } of changes) {
    add('kept', now.slice(at, newFrom));
    add('removed', old.slice(from, to));
    add('added', now.slice(newFrom, newTo));
    at = newTo;
  }
  add('kept', now.slice(at));
  return stretches.some(({ kind, text }) => kind === 'kept' && text.trim())
    ? stretches
    : [{ kind: 'kept', text: after }];
}
