/** Which texts are written with nothing but escapes, whatever their length and characters are, and what escaping makes of all others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeAttribute, escapeText } from './escape-html';
import {
  UNUSUAL_ATTRIBUTES,
  UNUSUAL_CONTENT,
  UNUSUAL_INLINE_CONTENT,
  printOrdinary,
  unusualAttributesAnd,
} from './ordinary-text';
import { checkOf, unusualTexts } from './policy';

/** Texts of words, with something unusual in most of them. */
const text = fc
  .tuple(
    fc.constantFrom('', 'word', '/path?', 'some words '.repeat(12), '“some” words '.repeat(12), '& so on '.repeat(12)),
    fc.array(
      fc.constantFrom(
        ...['a', ' ', 'b c', '\n', '\t', '\f', '\r', '\0', '\u00a0', '&', '<', '>', '"', '“', '語'],
        ...[
          '& ',
          ' < ',
          'R&D',
          '&lt',
          '&lt;',
          '&#60;',
          '&#x3c',
          '<b',
          '</',
          '<!',
          '<?',
          '\u200b',
          'javascript:',
          'position',
        ],
      ),
      { maxLength: 4 },
    ),
    fc.constantFrom('', 'word', ' and more words, too'.repeat(8)),
  )
  .map(([before, within, after]) => before + within.join('') + after);

const address = unusualTexts('href', checkOf('a', 'href'))!;
const style = unusualTexts('style', checkOf('p', 'style'))!;

test('a text is written with its characters escaped where nothing else in it is decoded, dropped, collapsed or refused', () => {
  for (const [kind, unusual, escape] of [
    [UNUSUAL_CONTENT, /^$|[\r\0]|<[a-z!?/]|&[#a-z][a-z\d]/i, escapeText],
    [UNUSUAL_INLINE_CONTENT, /^$|[\r\0\t\f]|[ \n](?:[ \n]|$)|^[ \n]|<[a-z!?/]|&[#a-z][a-z\d]/i, escapeText],
    [UNUSUAL_ATTRIBUTES, /^$/, escapeAttribute],
    [unusualAttributesAnd(address), new RegExp(`^$|${address.source}`, address.flags), escapeAttribute],
    [unusualAttributesAnd(style), new RegExp(`^$|${style.source}`, style.flags), escapeAttribute],
  ] as const)
    fc.assert(
      fc.property(text, (each) => {
        const printed = printOrdinary(each, kind);
        if (unusual.test(each)) assert.equal(printed, undefined);
        // A long text in which something is escaped may go the long way.
        else if (printed !== undefined || each.length <= 100 || escape(each) === each)
          assert.equal(printed, escape(each));
      }),
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
