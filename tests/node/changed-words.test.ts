/** Marks the words that differ between two texts, in conflicts and revisions. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { changedWords } from '../../frontend/src/ui-kit/changed-words';

/** Formats changes as `+inserted+` and `-deleted-`. */
const marked = (before: string, after: string, language = 'en'): string =>
  changedWords(before, after, language)
    .map(({ kind, text }) => ({ kept: text, added: `+${text}+`, removed: `-${text}-` })[kind])
    .join('');

test('inserted, deleted and replaced words are marked', () => {
  assert.equal(marked('One two', 'One two three'), 'One two+ three+');
  assert.equal(marked('One two three', 'One three'), 'One -two -three');
  assert.equal(marked('The red house.', 'The blue house.'), 'The -red-+blue+ house.');
  assert.equal(marked('Same', 'Same'), 'Same');
});

test('adjacent changed words are one change', () => {
  assert.equal(marked('Buy the red car today', 'Buy a blue car today'), 'Buy -the red-+a blue+ car today');
});

test('a text with nothing in common is not marked', () => {
  assert.equal(marked('One two', 'Three four'), 'Three four');
  assert.equal(marked('', 'New'), 'New');
  assert.equal(marked('Old', ''), '');
});

test('words are found in languages without spaces', () => {
  assert.equal(marked('今日は晴れです', '今日は雨です', 'ja'), '今日は-晴れ-+雨+です');
});

test('kept and inserted words form the new text, kept and deleted words the old one', () => {
  const words = ['a', 'b', 'c', ' ', '  ', '.', 'ä'];
  let seed = 7;
  const next = (): number => (seed = (seed * 48271) % 2147483647);
  const text = (): string => Array.from({ length: next() % 12 }, () => words[next() % words.length]!).join('');
  for (let count = 0; count < 2000; count++) {
    const [before, after] = [text(), text()];
    const stretches = changedWords(before, after, 'en');
    const without = (kind: string): string => stretches.map((each) => (each.kind === kind ? '' : each.text)).join('');
    assert.equal(without('removed'), after);
    if (stretches.length > 1) assert.equal(without('added'), before);
  }
});
