/** Which texts are written as they are, whatever their length is, and what escaping makes of all others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeAttribute, escapeText } from './escape-html';
import { UNUSUAL_ATTRIBUTES, UNUSUAL_CONTENT, UNUSUAL_INLINE_CONTENT, isOrdinary } from './ordinary-text';

/** Texts of words, with something unusual in most of them. */
const text = fc
  .tuple(
    fc.constantFrom('', 'word', 'some words '.repeat(12), '“some” words '.repeat(12)),
    fc.array(fc.constantFrom('a', ' ', 'b c', '\n', '\t', '\f', '\r', '\0', '\u00a0', '&', '<', '>', '"'), {
      maxLength: 3,
    }),
    fc.constantFrom('', 'word', ' and more words, too'.repeat(8)),
  )
  .map(([before, within, after]) => before + within.join('') + after);

test('a text is ordinary where nothing in it is escaped, decoded, dropped or collapsed', () => {
  for (const [kind, unusual] of [
    [UNUSUAL_CONTENT, /^$|[<>&\r\0\u00a0]/],
    [UNUSUAL_INLINE_CONTENT, /^$|[<>&\r\0\t\f\u00a0]|[ \n](?:[ \n]|$)|^[ \n]/],
    [UNUSUAL_ATTRIBUTES, /^$|[&"<>\u00a0]/],
  ] as const)
    fc.assert(
      fc.property(text, (each) => assert.equal(isOrdinary(each, kind), !unusual.test(each))),
      { numRuns: 3000 },
    );
});

test('escaping replaces each character that has a meaning, and nothing else', () => {
  const references: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    '\u00a0': '&nbsp;',
  };
  fc.assert(
    fc.property(text, (each) => {
      assert.equal(
        escapeText(each),
        each.replace(/[&<>\u00a0]/g, (character) => references[character]!),
      );
      assert.equal(
        escapeAttribute(each),
        each.replace(/[&<>"\u00a0]/g, (character) => references[character]!),
      );
    }),
    { numRuns: 3000 },
  );
});
