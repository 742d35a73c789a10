/** Text that only looks like markup is text (D8, D13); a template's `slot` at its top has no effect (E13); attributes of data (D7, D10). */
import type { ConformanceCase } from '../lib/conformance';

const group = 'plain text';

/** A text in a block and in a text element, and the expected HTML. */
const texts: readonly [name: string, text: string, html: string, inline?: string][] = [
  ['ampersand', 'R&D', 'R&amp;D'],
  ['ampersand-space', 'Black & White', 'Black &amp; White'],
  ['ampersand-digit', 'A&1;', 'A&amp;1;'],
  ['less-than', 'A < B', 'A &lt; B'],
  ['less-than-digit', '1<2', '1&lt;2'],
  ['less-than-end', 'a <', 'a &lt;'],
  ['arrow', '<- back -> on', '&lt;- back -&gt; on'],
  ['heart', 'I <3 you & me', 'I &lt;3 you &amp; me'],
  ['entity', 'Fish &amp; Chips', 'Fish &amp; Chips'],
  ['entity-number', 'caf&#233; &#x41;', 'caf\u00e9 A'],
  ['entity-open', '&copy 2026', '\u00a9 2026'],
  ['entity-unknown', '&nosuch; thing', '&amp;nosuch; thing'],
  ['entity-tag', '&lt;b&gt;x&lt;/b&gt;', '&lt;b&gt;x&lt;/b&gt;'],
  ['entity-space', 'a&nbsp;b', 'a&nbsp;b'],
  ['two-spaces', ' a  b ', ' a  b ', 'a b'],
  ['line-feed', 'a \n b', 'a \n b', 'a\nb'],
  ['quotes', `"a" 'b'`, `"a" 'b'`],
];

/** A template whose top-level elements have a `slot`, which has no effect. */
const slots: readonly [name: string, template: string, html: string][] = [
  ['static', '<h2 slot="header">T</h2>', '<h2>T</h2>'],
  ['bound', '<h2 slot="header" data-path="v.t">T</h2>', '<h2 data-path="v.t">x</h2>'],
  ['from-data', '<h2 data-path-slot="v.t">T</h2>', '<h2>T</h2>'],
  [
    'repeat',
    '<p slot="a" data-path-scope="v.l.*" data-path="v.l.*.n"></p>',
    '<p data-path-scope="v.l.*" data-path="v.l.*.n">1</p>',
  ],
  ['inside', '<my-card><h2 slot="header">T</h2></my-card>', '<my-card><h2 slot="header">T</h2></my-card>'],
];

export const plainText: ConformanceCase[] = [
  ...texts.flatMap(([name, text, html, inline = html]): ConformanceCase[] => [
    {
      id: `D13-text-${name}`,
      group,
      note: 'a text that is not markup shows as it is',
      template: '<div data-path="v.t">-</div>',
      data: { v: { t: text } },
      expected: `<div data-path="v.t">${html}</div>`,
    },
    {
      id: `D8-text-${name}`,
      group,
      note: 'the same in a text element, where white space collapses',
      template: '<h2><var data-path="v.t">-</var></h2>',
      data: { v: { t: text } },
      expected: `<h2><var data-path="v.t">${inline}</var></h2>`,
    },
  ]),
  ...slots.map(([name, template, expected]): ConformanceCase => ({
    id: `E13-slot-${name}`,
    group,
    note: 'a slot at the top of a template has no effect',
    template,
    data: { v: { t: 'x', l: [{ n: 1 }] } },
    expected,
  })),
  ...['', null, true, false, []].map((value): ConformanceCase => ({
    id: `D7-attributes-src-${JSON.stringify(value)}`,
    group,
    note: 'data-path-attributes: no value leaves the source that is there',
    template: '<img src="old.png" data-path-attributes="v.a">',
    data: { v: { a: { src: value, alt: 'x' } } },
    expected: '<img src="old.png" alt="x" data-attributes-keys="src,alt" data-path-attributes="v.a">',
  })),
  {
    id: 'D10-attribute',
    group,
    note: 'a rich-text document bound to an attribute is its plain text',
    template: '<a title="t" data-path-title="v.d" data-path-attributes="v.a">-</a><b data-path-title="v.d">-</b>',
    data: {
      v: {
        d: {
          type: 'doc',
          content: [
            { type: 'heading', content: [{ type: 'text', text: 'One' }] },
            {
              type: 'paragraph',
              content: [
                { type: 'text', text: 'two ', marks: [{ type: 'bold' }] },
                { type: 'text', text: 'three' },
                { type: 'hardBreak' },
                { type: 'text', text: 'four' },
              ],
            },
          ],
        },
        a: { 'aria-label': { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'L' }] }] } },
      },
    },
    expected:
      '<a title="One two three four" data-path-title="v.d" data-path-attributes="v.a" aria-label="L" data-attributes-keys="aria-label">-</a>' +
      '<b data-path-title="v.d" title="One two three four">-</b>',
  },
];
