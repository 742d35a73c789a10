/** What a value becomes: D7 to D10. */
import type { ConformanceCase } from '../lib/conformance';

const group = 'values';
const doc = (...content: unknown[]): unknown => ({ type: 'doc', content });
const say = (text: string, ...marks: unknown[]): unknown => ({ type: 'text', text, ...(marks.length && { marks }) });

/** Content that counts as no value keeps the template's text; 0 is a value (D7). */
const missing: ConformanceCase[] = [null, '', true, false, [], 0].map((value) => ({
  id: `D7-content-${JSON.stringify(value)}`,
  group,
  note: `content ${JSON.stringify(value)}`,
  template: '<b data-path="v.x">kept</b>',
  data: { v: { x: value } },
  expected: `<b data-path="v.x">${value === 0 ? '0' : 'kept'}</b>`,
}));

/** A date where the class asks for one (D9), else as it is. */
const date = (value: unknown, shown: string, lang = 'en'): ConformanceCase => ({
  id: `D9-${String(value)}-${lang}`,
  group,
  note: `${String(value)} as a date in ${lang}`,
  template: `<p lang="${lang}" class="-inline--time"><b data-path="v.d">-</b></p>`,
  data: { v: { d: value } },
  expected: `<p class="-inline--time" lang="${lang}"><b data-path="v.d">${shown}</b></p>`,
});

/** A rich-text document in a block (D10). */
const rich = (id: string, note: string, document: unknown, html: string): ConformanceCase => ({
  id: `D10-${id}`,
  group,
  note,
  template: '<div data-path="v.doc"></div>',
  data: { v: { doc: document } },
  expected: `<div data-path="v.doc">${html}</div>`,
});

export const values: ConformanceCase[] = [
  ...(
    [
      ['text', '<p><!-- copied -->use &lt;div&gt; here</p>', '<p>use &lt;div&gt; here</p>'],
      ['code', '<pre><!-- c -->&lt;p&gt;</pre>', '<pre>&lt;p&gt;</pre>'],
      ['title', '<a title="A --&gt; B ]&gt; &lt;/title&gt;">l</a>', '<a title="A --&gt; B ]&gt; &lt;/title&gt;">l</a>'],
      ['address', '<a href="/x?q=--&gt;">l</a>', '<a href="/x?q=--&gt;">l</a>'],
      ['first', '<frameset></frameset>b', 'b'],
    ] as const
  ).map(([name, html, shown]): ConformanceCase => ({
    id: `D18-markup-${name}`,
    group,
    note: 'what only looks like markup in HTML out of data is kept',
    template: '<div data-path="v">-</div>',
    data: { v: html },
    expected: `<div data-path="v">${shown}</div>`,
  })),
  ...missing,
  {
    id: 'D7-placeholder',
    group,
    note: 'no value: the placeholder; a value: the value',
    template: '<b data-path="v.x" data-path-placeholder="None yet">-</b>',
    data: { v: {} },
    steps: [{ data: { v: { x: 'some' } } }],
    expected: '<b data-path="v.x" data-path-placeholder="None yet">some</b>',
    snapshots: [
      '<b data-path="v.x" data-path-placeholder="None yet">None yet</b>',
      '<b data-path="v.x" data-path-placeholder="None yet">some</b>',
    ],
  },
  {
    id: 'D7-attributes',
    group,
    note: 'true is an empty attribute; a missing value removes it, alt and href included',
    template: '<a href="#" data-path-href="v.no" data-path-download="v.yes">x</a><img alt="old" data-path-alt="v.no">',
    data: { v: { yes: true } },
    expected: '<a data-path-download="v.yes" data-path-href="v.no" download="">x</a><img data-path-alt="v.no">',
  },
  {
    id: 'D8-heading',
    group,
    note: 'structural tags in a heading become one space',
    template: '<h2><em data-path="v.x">-</em></h2>',
    data: { v: { x: '<p>One</p>\n<P>two</P> <b>three</b>&nbsp;four' } },
    expected: '<h2><em data-path="v.x">One two <b>three</b>&nbsp;four</em></h2>',
  },
  ...['my-element', 'meter', 'progress', 'slot', 'nobr'].map((tag) => ({
    id: `D8-${tag}`,
    group,
    note: `${tag} is a phrasing element, through which one looks up`,
    template: `<p><${tag} data-path="v.x">-</${tag}></p>`,
    data: { v: { x: '<p>One</p><p>two</p>' } },
    expected: `<p><${tag} data-path="v.x">One two</${tag}></p>`,
  })),
  {
    id: 'D8-block',
    group,
    note: 'in a block they stay',
    template: '<div data-path="v.x">-</div>',
    data: { v: { x: '<p>One</p><p>two</p>' } },
    expected: '<div data-path="v.x"><p>One</p><p>two</p></div>',
  },
  {
    id: 'D4-table-rows',
    group,
    note: 'HTML of rows, cells and columns stays what it is in its part of a table, its bindings too; elsewhere it is text',
    template:
      '<table data-path="v.whole"></table><table><colgroup data-path="v.columns"></colgroup><tbody data-path="v.rows">' +
      '</tbody><tfoot><tr data-path="v.cells"></tr></tfoot></table><div data-path="v.cells"></div>',
    data: {
      v: {
        whole: '<caption>All</caption><tr><td>1</td></tr>',
        columns: '<col span="2">',
        rows: '<tr><th scope="row">A</th><td data-path="v.bound" onclick="x()">-</td></tr><script>x()</script><tr><td>b</td></tr>',
        cells: '<td>c</td><td>d</td>',
        bound: '<b>bound</b>',
      },
    },
    expected:
      '<table data-path="v.whole"><caption>All</caption><tbody><tr><td>1</td></tr></tbody></table><table>' +
      '<colgroup data-path="v.columns"><col span="2"></colgroup><tbody data-path="v.rows"><tr><th scope="row">A</th>' +
      '<td data-path="v.bound"><b>bound</b></td></tr><tr><td>b</td></tr></tbody><tfoot><tr data-path="v.cells"><td>c</td>' +
      '<td>d</td></tr></tfoot></table><div data-path="v.cells">cd</div>',
  },
  date('2024-02-29', 'February 29, 2024'),
  date('3/5/2024', 'March 5, 2024'),
  date('March 5, 2024', 'March 5, 2024'),
  date(1709596800000, 'March 5, 2024'),
  date('Chapter 7', 'Chapter 7'),
  date('Until May 5, 2024', 'Until May 5, 2024'),
  date('5', '5'),
  date('2024-03-05', '5. März 2024', 'de'),
  rich(
    'blocks',
    'each node type',
    doc(
      { type: 'heading', attrs: { level: 2 }, content: [say('Head')] },
      { type: 'paragraph', content: [say('One'), { type: 'hardBreak' }, say('two')] },
      {
        type: 'bulletList',
        content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [say('item')] }] }],
      },
      { type: 'horizontalRule' },
      { type: 'blockquote', content: [{ type: 'paragraph', content: [say('said')] }] },
      { type: 'codeBlock', content: [say('x < y')] },
    ),
    '<h2>Head</h2><p>One<br>two</p><ul><li><p>item</p></li></ul><hr><blockquote><p>said</p></blockquote>' +
      '<code>x &lt; y</code>',
  ),
  rich(
    'marks',
    'the later mark outside; unknown ones dropped',
    doc({
      type: 'paragraph',
      content: [say('bold', { type: 'bold' }, { type: 'italic' }), say('plain', { type: 'glow' })],
    }),
    '<p><em><strong>bold</strong></em>plain</p>',
  ),
  rich(
    'link',
    'a link, and one that would run a script',
    doc({
      type: 'paragraph',
      content: [
        say('go', { type: 'link', attrs: { href: '/x' } }),
        say('no', { type: 'link', attrs: { href: 'javascript:alert(1)' } }),
      ],
    }),
    '<p><a href="/x">go</a><a>no</a></p>',
  ),
  rich(
    'unknown',
    'unknown nodes keep their children',
    doc({ type: 'callout', content: [{ type: 'paragraph', content: [say('kept')] }] }),
    '<p>kept</p>',
  ),
  {
    id: 'D14-null',
    group,
    note: 'what settings say nothing with is as if it was not said (§5)',
    template: '<b data-path="s.t">-</b>',
    data: { s: { url: '{{host}}/null.json', method: null, headers: null, params: null, body: null, jsonpath: null } },
    files: { '/null.json': { t: 'T' } },
    expected: '<b data-path="s.t">T</b>',
  },
  {
    id: 'D13-position',
    group,
    note: 'a position that comes by a variable is not taken from data; one of a picture is',
    template: '<p data-path-style="a.s">-</p><i data-path="a.h">-</i><b data-path-style="a.g">-</b>',
    data: {
      a: {
        s: '--p: fixed; position: var(--p); inset: 0',
        h: '<u style="position:var(--q,fixed)">x</u>',
        g: 'object-position: center; position: relative',
      },
    },
    expected:
      '<p data-path-style="a.s">-</p><i data-path="a.h"><u>x</u></i>' +
      '<b data-path-style="a.g" style="object-position: center; position: relative">-</b>',
  },
  {
    id: 'D18-first-break',
    group,
    note: 'a text that begins with a line break keeps it where parsers drop the first one',
    template: '<pre data-path="a.t">-</pre>',
    data: { a: { t: '\n\nx' } },
    expected: '<pre data-path="a.t">\n\nx</pre>',
  },
];
