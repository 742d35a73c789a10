/** Which texts the fast path writes with escaping only, whatever their length and characters, and how all others are escaped. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { collapseWhiteSpace, trimZeroWidth } from '../data/text';
import { escapeAttribute, escapeText } from './escape-html';
import {
  UNUSUAL_ATTRIBUTES,
  UNUSUAL_CONTENT,
  UNUSUAL_INLINE_CONTENT,
  printOrdinary,
  unusualAttributesAnd,
} from './ordinary-text';
import { checkOf, unusualTexts } from './policy';

/** Generated texts of words, most of them with unusual characters. */
const text = fc
  .tuple(
    fc.constantFrom('', 'word', '/path?', 'some words '.repeat(12), '“some” words '.repeat(12), '& so on '.repeat(12)),
    fc.array(
      fc.constantFrom(
        ...['a', ' ', 'b c', '\n', '\t', '\f', '\r', '\0', '\u00a0', '\u200b', '& ', ' < '],
        ...'& < > " “ 語 R&D &lt &lt; &#60; &#x3c <b </ <! <? javascript: position'.split(' '),
      ),
      { maxLength: 4 },
    ),
    fc.constantFrom('', 'word', ' and more words, too'.repeat(8)),
  )
  .map(([before, within, after]) => before + within.join('') + after);

const address = unusualTexts('href', checkOf('a', 'href'))!;
const style = unusualTexts('style', checkOf('p', 'style'))!;

test('a text takes the escape-only path if nothing in it is decoded, dropped or rejected', () => {
  for (const [kind, unusual, escape] of [
    [UNUSUAL_CONTENT, /^$|[\r\0]|<[a-z!?/]|&[#a-z][a-z\d]/i, escapeText],
    [
      UNUSUAL_INLINE_CONTENT,
      /^$|[\r\0\t\f]|[ \n]$|^[ \n]|<[a-z!?/]|&[#a-z][a-z\d]/i,
      (each: string) => escapeText(collapseWhiteSpace(each)),
    ],
    [UNUSUAL_ATTRIBUTES, /^$/, escapeAttribute],
    [unusualAttributesAnd(address), new RegExp(`^$|${address.source}`, address.flags), escapeAttribute],
    [unusualAttributesAnd(style), new RegExp(`^$|${style.source}`, style.flags), escapeAttribute],
  ] as const)
    fc.assert(
      fc.property(text, (each) => {
        const printed = printOrdinary(each, kind);
        if (unusual.test(each)) assert.equal(printed, undefined);
        // A very long text with escaped characters may take the slow path.
        else if (printed !== undefined || each.length <= 1000 || escape(each) === each)
          assert.equal(printed, escape(each));
      }),
      { numRuns: 3000 },
    );
});

test('an ordinary address has a common scheme or none, and an ordinary style has nothing that is rejected', () => {
  const value = fc
    .array(
      fc.constantFrom(
        ...'javascript: JavaScript data:text/html, vbscript https: mailto: tel: blob : / ? # . a 語 %3a'.split(' '),
        ...'position Position -position posi tion :fixed /* */ expression expr behavior -moz-binding -MOZ-'.split(' '),
        ...'binding @import \\ & @ ; url('.split(' '),
        ...[' ', '\t', '\n', '\0', '\u00a0', '\u200b', '\u2060', '\ufeff', '\u{e0001}'],
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join(''));
  const property = (holds: (each: string) => void): void => fc.assert(fc.property(value, holds), { numRuns: 50_000 });
  property((each) => {
    if (address.test(each)) return;
    assert.equal(trimZeroWidth(each), each);
    // The URL parser must give the same result.
    if (URL.canParse(each, 'https://host/'))
      assert.match(new URL(each, 'https://host/').protocol, /^(?:https?|mailto|tel):$/);
  });
  // An image keeps the template's address (D7).
  assert.ok(address.test(''));
  property((each) => {
    if (!style.test(each))
      assert.doesNotMatch(each, /\\|@|\/\*|(?<![\w-])position|expression|behavior|-moz-binding|javascript:/i);
  });
  for (const each of '/a?b#c pages/1.html ./x ../x #top ?page=2 https://h/a:b mailto:a@b.c tel:+1 /製品/1'.split(' '))
    assert.ok(!address.test(each), each);
  for (const each of ['background: url(/a.jpg); background-position: center', '--a: hsl(1 60% 40%); order: 2'])
    assert.ok(!style.test(each), each);
});

test('escaping replaces exactly the characters with a meaning', () => {
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
