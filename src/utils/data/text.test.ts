/** Texts from data (D8, D13, D20). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { collapseWhiteSpace, decodeReferences, mayBeMarkup, normalizeLineFeeds, trimZeroWidth } from './text';

type TextNode = DefaultTreeAdapterTypes.TextNode;
const parse = (html: string): string =>
  (parseFragment(html).childNodes as TextNode[]).map(({ value }) => value).join('');

const TEXTS = [
  ...[
    'R&D',
    'AT&T',
    'a & b',
    'a && b',
    '1 < 2',
    '1 <2',
    'a <',
    'a </',
    '<3',
    'x > y',
    'Fish &amp; Chips',
    '&amp',
    '&ampx',
  ],
  ...[
    '&copy;',
    '&copy 2026',
    '&notit;',
    '&notin;',
    '&NotEqualTilde;',
    '&nbsp;a',
    '&#65;',
    '&#x41',
    '&#65x',
    '&#',
    '&#x',
    '&#xg',
  ],
  ...[
    '&unknown;',
    '&lt;b&gt;',
    '&amp;lt;',
    '&#128;',
    '&#0;',
    '?a=1&copy=2',
    '&;',
    '&1;',
    'a\u00a0b',
    '&frac12;',
    '&Aacute',
  ],
];
test('D13: texts without markup decode like in a parser', () => {
  for (const text of TEXTS) {
    assert.equal(mayBeMarkup(text), false, text);
    assert.equal(decodeReferences(text, parse), parse(text), text);
    // The second call uses the cache.
    assert.equal(decodeReferences(text, parse), parse(text), text);
  }
});

test('D13: an exact answer: for each text without other markup, a parser finds one text and nothing else', () => {
  for (const text of ['<b>x</b>', 'a<b', 'a </b>', '</>', '<!--', '<!x', '<?x', 'a<br>', '< b></b', '<B'])
    assert.equal(mayBeMarkup(text), true, text);
  const characters = '<>/!?ab &;#"\'-=';
  let state = 7;
  for (let turn = 0; turn < 5000; turn++) {
    let text = '';
    for (let left = 1 + (turn % 7); left; left--) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      text += characters[Math.floor((state / 2 ** 31) * characters.length)];
    }
    const nodes = parseFragment(text).childNodes;
    const isText = nodes.length === 1 && nodes[0]!.nodeName === '#text';
    if (mayBeMarkup(text)) assert.ok(!isText || (nodes[0] as TextNode).value !== text, text);
    else {
      assert.ok(isText, text);
      assert.equal(decodeReferences(text, parse), (nodes[0] as TextNode).value, text);
    }
  }
});

test('D8: a run of white space with a line feed is one line feed, any other one space, none at the ends', () => {
  for (const [text, shown] of [
    ['a  b', 'a b'],
    ['a\tb', 'a b'],
    ['a\nb', 'a\nb'],
    ['a \n\n  b', 'a\nb'],
    ['a\r\nb', 'a\nb'],
    ['a\rb', 'a\nb'],
    [' a ', 'a'],
    ['\n a b\n', 'a b'],
    ['a\u00a0 b', 'a\u00a0 b'],
    ['\u00a0a', '\u00a0a'],
    ['a\fb', 'a b'],
    ['a\u2003b', 'a\u2003b'],
    [' ', ''],
    ['', ''],
  ] as const)
    assert.equal(collapseWhiteSpace(text), shown, JSON.stringify(text));
  assert.equal(normalizeLineFeeds('a\r\nb\rc\0d'), 'a\nb\ncd');
  const parts = fc.array(fc.constantFrom('a', 'b', ' ', ' ', '\n', '\t', '\f', '\r', '\u00a0'), { maxLength: 9 });
  fc.assert(
    fc.property(parts, (each) => {
      const shown = each
        .join('')
        .replace(/[ \t\n\r\f]+/g, (run) => (/[\n\r]/.test(run) ? '\n' : ' '))
        .replace(/^[ \n]|[ \n]$/g, '');
      assert.equal(collapseWhiteSpace(each.join('')), shown);
    }),
    { numRuns: 3000 },
  );
});

test('D20: zero-width characters are trimmed, with the white space between them', () => {
  for (const [text, trimmed] of [
    ['\u200b/x', '/x'],
    ['/x\u200b', '/x'],
    ['\ufeff \u2060/x \u200d', '/x'],
    ['\u{e0020}/x\u{e007f}', '/x'],
    ['/x\u{e0020}\u200b', '/x'],
    ['/a\u200cb', '/a\u200cb'],
    [' /x ', ' /x '],
    ['\u{1f600}', '\u{1f600}'],
    ['\u200b', ''],
    ['', ''],
    ['\u200e/x', '\u200e/x'],
  ] as const)
    assert.equal(trimZeroWidth(text), trimmed, JSON.stringify(text));
});
