/** Rich-text documents (D10): conversion to HTML and back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RichTextDocument, RichTextNode } from '../../src/utils/data/rich-text';
import { parseRichText, serializeRichText } from '../../src/server';

const doc = (...content: RichTextNode[]): RichTextDocument => ({ type: 'doc', content });
const text = (value: string, ...marks: string[]): RichTextNode => ({
  type: 'text',
  text: value,
  ...(marks.length ? { marks: marks.map((type) => ({ type })) } : {}),
});
const node = (type: string, ...content: RichTextNode[]): RichTextNode => ({
  type,
  ...(content.length ? { content } : {}),
});

const HTML: readonly [RichTextDocument, string][] = [
  [doc(node('paragraph', text('a'))), '<p>a</p>'],
  [doc({ type: 'heading', attrs: { level: 3 }, content: [text('a')] }), '<h3>a</h3>'],
  [doc(node('bulletList', node('listItem', node('paragraph', text('a'))))), '<ul><li><p>a</p></li></ul>'],
  [doc(node('orderedList', node('listItem', text('a')))), '<ol><li>a</li></ol>'],
  [doc(node('horizontalRule')), '<hr>'],
  [doc(node('codeBlock', text('a < b'))), '<code>a &lt; b</code>'],
  [doc(node('blockquote', node('paragraph', text('a')))), '<blockquote><p>a</p></blockquote>'],
  [doc(node('paragraph', text('a', 'bold', 'italic'))), '<p><em><strong>a</strong></em></p>'],
  [doc(node('paragraph', text('a', 'strike', 'underline'))), '<p><u><s>a</s></u></p>'],
  [
    doc(node('paragraph', { type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href: '/x?a=1&b="2"' } }] })),
    '<p><a href="/x?a=1&amp;b=&quot;2&quot;">a</a></p>',
  ],
  [doc(node('paragraph', text('a'), node('hardBreak'), text('b'))), '<p>a<br>b</p>'],
  [doc(node('unknown', node('paragraph', text('a')))), '<p>a</p>'],
  [doc(node('paragraph', text('a', 'unknown', 'bold'))), '<p><strong>a</strong></p>'],
  [doc(node('paragraph', text('wo'), text('rd'))), '<p>word</p>'],
  [doc(node('paragraph', text('<script>alert(1)</script>'))), '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
];
for (const [document, html] of HTML) test(`D10: ${html}`, () => assert.equal(serializeRichText(document), html));

test('D10: attribute names and types are data, never markup', () => {
  const evil = doc(
    { type: 'heading', attrs: { level: '1><script>', 'x onload=a': 1, 'a"b': 2 }, content: [text('a')] },
    node('constructor', text('b')),
    node('__proto__', text('c')),
  );
  const html = serializeRichText(evil);
  assert.doesNotMatch(html, /<script|onload|a"b|function/);
  assert.match(html, /a.*b.*c/s);
});

test('D10: a document that nests too deeply causes an error', () => {
  let deep = text('x');
  for (let level = 0; level < 1000; level++) deep = node('blockquote', deep);
  assert.throws(() => serializeRichText(doc(deep)), { name: 'RangeError', message: /more than 200 levels/ });
});

// HTML can only represent marks in a fixed order, and adjacent texts with different marks.
const MARKS = ['bold', 'italic', 'strike', 'underline', 'link'] as const;
const words = fc
  .stringMatching(/^[a-z<>&"' é\u00a0]*[a-z<>&é][a-z<>&"' é\u00a0]*$/)
  .map((value) => value.replace(/\s+/g, ' '));
const inline = fc
  .array(fc.record({ value: words, marks: fc.subarray([...MARKS]), href: fc.webPath() }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((list) =>
    list
      .filter(({ value }) => value)
      .map(({ value, marks, href }): RichTextNode => ({
        type: 'text',
        text: value,
        ...(marks.length
          ? { marks: marks.map((type) => (type === 'link' ? { type, attrs: { href } } : { type })) }
          : {}),
      }))
      .filter((each, at, all) => !at || JSON.stringify(each.marks) !== JSON.stringify(all[at - 1]!.marks)),
  )
  .filter((list) => list.length > 0);
const paragraph = inline.map((content): RichTextNode => ({ type: 'paragraph', content }));
const heading = fc
  .record({ level: fc.integer({ min: 1, max: 6 }), content: inline })
  .map(({ level, content }): RichTextNode => ({ type: 'heading', attrs: { level }, content }));
const rule = fc.constant<RichTextNode>({ type: 'horizontalRule' });
const code = words.map((value): RichTextNode => ({ type: 'codeBlock', content: [{ type: 'text', text: value }] }));
const { block } = fc.letrec<{ block: RichTextNode; item: RichTextNode }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3 },
    paragraph,
    heading,
    rule,
    code,
    fc.array(tie('item'), { minLength: 1, maxLength: 3 }).map((content) => ({ type: 'bulletList', content })),
    fc.array(tie('item'), { minLength: 1, maxLength: 3 }).map((content) => ({ type: 'orderedList', content })),
    fc.array(tie('block'), { minLength: 1, maxLength: 2 }).map((content) => ({ type: 'blockquote', content })),
  ),
  item: fc.array(tie('block'), { minLength: 1, maxLength: 2 }).map((content) => ({ type: 'listItem', content })),
}));

test('D10: parse(serialize(document)) is the document', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 4 }), (content) => {
      const document = doc(...content);
      const html = serializeRichText(document);
      // Skip documents with white space at their edges: it is not preserved.
      fc.pre(html === html.trim() && !/^ | $/.test(html));
      assert.deepEqual(parseRichText(html), document);
    }),
    { numRuns: 1000 },
  );
});

test('D10: serialize(parse(html)) is idempotent', () => {
  const html = fc.array(
    fc.constantFrom(
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<ul><li>',
      '</li></ul>',
      'a',
      ' ',
      '<br>',
      '<div>',
      '</div>',
      '<pre>',
      '</pre>',
      '&amp;',
      '<h2>',
      '</h2>',
      '<script>x</script>',
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(html, (parts) => {
      const once = serializeRichText(parseRichText(parts.join('')));
      assert.equal(serializeRichText(parseRichText(once)), once);
    }),
    { numRuns: 2000 },
  );
});

/** Attributes and texts that must be escaped or removed, on each kind of node and mark. */
const HOSTILE: readonly Record<string, unknown>[] = [
  { href: 'javascript:alert(1)' },
  { href: 'JaVaScRiPt:alert(1)' },
  { href: 'java\nscript:alert(1)' },
  { href: '\u0001javascript:alert(1)' },
  { href: '\u200bjavascript:alert(1)' },
  { href: 'vbscript:x' },
  { href: 'data:text/html,<script>alert(1)</script>' },
  { HREF: 'javascript:alert(1)' },
  { src: 'javascript:alert(1)' },
  { 'xlink:href': 'javascript:alert(1)' },
  { formaction: 'javascript:alert(1)' },
  { onclick: 'alert(1)' },
  { onClick: 'alert(1)' },
  { ONMOUSEOVER: 'alert(1)' },
  { onanimationstart: 'alert(1)' },
  { srcdoc: '<script>alert(1)</script>' },
  { 'data-embed-src': '/hostile.js' },
  { is: 'x-hostile' },
  { style: 'position:fixed;inset:0' },
  { style: 'background:url(javascript:alert(1))' },
  { ping: '//evil.example' },
  { nonce: 'x' },
  { 'x onload=alert(1)': 'x' },
  { '"><script>alert(1)</script>': 'x' },
  { slot: { toString: 'x' }, onclick: { a: 1 } },
];

test('D10, D13: no attribute of a hostile document reaches its HTML, on any node or mark', () => {
  const nodes = 'heading bulletList orderedList listItem horizontalRule paragraph codeBlock blockquote hardBreak'.split(
    ' ',
  );
  for (const attrs of HOSTILE) {
    const all = doc(
      ...nodes.map((type): RichTextNode => ({ type, attrs, content: [text('a')] })),
      ...MARKS.map((type): RichTextNode => ({ type: 'text', text: 'b', marks: [{ type, attrs }] })),
    );
    const html = serializeRichText(all);
    assert.doesNotMatch(html, /<[^>]*(?:script|on\w+=|srcdoc|embed|xlink|formaction|position|ping|nonce| is=)/i, html);
    assert.match(html, /<h1[^>]*>a<\/h1>/);
  }
});

test('D10: unknown attributes are dropped, known ones are kept', () => {
  const link = {
    type: 'link',
    attrs: { href: '/x', target: '_blank', rel: 'nofollow', class: 'c', title: 't', level: 2, foo: 1 },
  };
  assert.equal(
    serializeRichText(doc({ type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [link] }] })),
    '<p><a href="/x" target="_blank" rel="nofollow" class="c" title="t">a</a></p>',
  );
});

test('D10, D13: a string in place of a document is a text', () => {
  assert.equal(serializeRichText('<img src=x onerror=alert(1)>'), '&lt;img src=x onerror=alert(1)&gt;');
  assert.equal(serializeRichText('a'), 'a');
  assert.equal(serializeRichText(null), '');
});
