/** How values render (D7 to D10). */
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

/** A value renders as a date if the class requires it (D9), otherwise unchanged. */
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

/** One binding of an attribute, and the attribute of the template. */
const bound = (id: string, note: string, template: string, data: unknown, expected: string): ConformanceCase => ({
  id,
  group,
  note,
  template,
  data,
  expected,
});

/** Documents without text, with any nodes (D10). */
const EMPTY_DOCUMENTS: Readonly<Record<string, unknown>> = {
  nothing: doc(),
  paragraph: doc({ type: 'paragraph' }),
  'paragraph-content': doc({ type: 'paragraph', content: [] }),
  'two-paragraphs': doc({ type: 'paragraph' }, { type: 'paragraph', content: [say('')] }),
  'hard-break': doc({ type: 'paragraph', content: [{ type: 'hardBreak' }] }),
  list: doc({ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] }),
  space: doc({ type: 'paragraph', content: [say(' ', { type: 'bold' })] }),
  unknown: doc({ type: 'mystery', content: [{ type: 'paragraph' }] }),
};

const LETTER = doc(
  { type: 'heading', attrs: { level: 2 }, content: [say('Fish & '), say('Chips', { type: 'bold' })] },
  { type: 'paragraph', content: [say('hot'), { type: 'hardBreak' }, say('or "cold"')] },
  { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [say('a')] }] }] },
);
const LETTER_TEXT = 'Fish &amp; Chips hot or &quot;cold&quot; a';

const moreValues: ConformanceCase[] = [
  ...Object.entries(EMPTY_DOCUMENTS).flatMap(([name, document]) => [
    bound(
      `D10-empty-${name}`,
      'a document without text counts as no value',
      '<div data-path="v.d">kept</div><p data-path="v.d" data-path-placeholder="None">kept</p>',
      { v: { d: document } },
      '<div data-path="v.d">kept</div><p data-path="v.d" data-path-placeholder="None">None</p>',
    ),
    bound(
      `D10-empty-${name}-attribute`,
      'nor for an attribute',
      '<b data-path-title="v.d" title="t">-</b>',
      { v: { d: document } },
      '<b data-path-title="v.d">-</b>',
    ),
  ]),
  bound(
    'D10-text-attribute',
    'a document bound to an attribute is its plain text',
    '<b data-path-title="v.d" data-path-aria-label="v.d">-</b><img data-path-alt="v.d" alt="">',
    { v: { d: LETTER } },
    `<b data-path-title="v.d" data-path-aria-label="v.d" title="${LETTER_TEXT}" aria-label="${LETTER_TEXT}">-</b>` +
      `<img data-path-alt="v.d" alt="${LETTER_TEXT}">`,
  ),
  bound(
    'D10-text-attributes',
    'as a member of an object of attributes, too',
    '<b data-path-attributes="v">-</b>',
    { v: { title: LETTER, lang: doc({ type: 'paragraph' }), 'data-x': { a: 1 } } },
    `<b data-path-attributes="v" data-attributes-keys="title,lang,data-x" title="${LETTER_TEXT}" data-x="{&quot;a&quot;:1}">-</b>`,
  ),
  ...Object.entries(EMPTY_DOCUMENTS).map(([name, document]) =>
    bound(
      `D10-empty-${name}-hidden`,
      'and hides what it is asked to',
      '<b data-path-hidden="v.d">-</b><i data-path-hidden="v.t">-</i>',
      { v: { d: document, t: LETTER } },
      '<b data-path-hidden="v.d" hidden="">-</b><i data-path-hidden="v.t">-</i>',
    ),
  ),
  bound(
    'D7-references-text-alone',
    'elements that hold text alone, and drawings, show characters for references, and markup as text',
    '<select><option data-path="v.t">-</option></select><textarea data-path="v.t">-</textarea><title data-path="v.t">-</title>' +
      '<svg><text data-path="v.t">-</text></svg><textarea data-path="v.l">-</textarea>',
    { v: { t: 'Fish &amp; Chips &copy; &#169; &lt;b&gt; <b>B</b> &', l: 'a\r\nb' } },
    ['option', 'textarea', 'title', 'text']
      .map((tag) => `<${tag} data-path="v.t">Fish &amp; Chips © © &lt;b&gt; &lt;b&gt;B&lt;/b&gt; &amp;</${tag}>`)
      .join('')
      .replace(/<option.*<\/option>/, '<select>$&</select>')
      .replace(/<text .*$/, '<svg>$&</svg>') + '<textarea data-path="v.l">a\nb</textarea>',
  ),
  ...['', null, true, false, [], '\u200b'].map((src) =>
    bound(
      `D7-attributes-src-${JSON.stringify(src)}`,
      `src ${JSON.stringify(src)} in an object of attributes leaves the one that was there`,
      '<img data-path-attributes="v" src="/a.gif" alt="">',
      { v: { src, alt: 'b' } },
      '<img data-path-attributes="v" data-attributes-keys="src,alt" src="/a.gif" alt="b">',
    ),
  ),
  bound(
    'D7-attributes-src-binding',
    'or the one that a binding wrote',
    '<img data-path-src="v.s" data-path-attributes="v.o" src="/a.gif" alt="">',
    { v: { s: '/b.gif', o: { src: '' } } },
    '<img data-path-src="v.s" data-path-attributes="v.o" data-attributes-keys="src" src="/b.gif" alt="">',
  ),
  ...['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u{e0001}', '\u{e007f}'].flatMap((mark) => {
    const name = mark.codePointAt(0)!.toString(16);
    return [
      bound(
        `D20-address-${name}`,
        'a character without width at the ends of an address is dropped, in a text it stays',
        '<a data-path-href="v.u" data-path="v.u">-</a><img data-path-src="v.u" data-path-title="v.u" alt="">' +
          '<video data-path-poster="v.u"></video><a data-path-attributes="v.o">-</a>',
        { v: { u: `${mark}/x${mark}`, o: { href: `/y${mark}` } } },
        `<a data-path-href="v.u" data-path="v.u" href="/x">${mark}/x${mark}</a>` +
          `<img data-path-src="v.u" data-path-title="v.u" src="/x" title="${mark}/x${mark}" alt="">` +
          '<video data-path-poster="v.u" poster="/x"></video>' +
          '<a data-path-attributes="v.o" data-attributes-keys="href" href="/y">-</a>',
      ),
      bound(
        `D20-date-${name}`,
        'and does not hide a date',
        '<time class="-inline--time" data-path="v.d">-</time>',
        { v: { d: `${mark}2026-10-12${mark}` } },
        '<time class="-inline--time" data-path="v.d">October 12, 2026</time>',
      ),
    ];
  }),
  ...(
    [
      ['R&D', 'R&amp;D'],
      ['AT&amp;T', 'AT&amp;T'],
      ['Fish &amp; Chips', 'Fish &amp; Chips'],
      ['&copy; 2026 &lt;b&gt;', '© 2026 &lt;b&gt;'],
      ['&notit;', '¬it;'],
      ['?a=1&copy=2', '?a=1©=2'],
      ['1 < 2 && 3 > 2', '1 &lt; 2 &amp;&amp; 3 &gt; 2'],
      ['&#8364;&#x20AC;&unknown;', '€€&amp;unknown;'],
      ['&nbsp;a&nbsp;', '\u00a0a\u00a0'],
    ] as const
  ).map(([text, shown]) =>
    bound(
      `D13-references-${text}`,
      'character references are decoded; ampersands are text',
      '<b data-path="v">-</b><p data-path="v">-</p>',
      { v: text },
      `<b data-path="v">${shown}</b><p data-path="v">${shown}</p>`,
    ),
  ),
];

export const values: ConformanceCase[] = [
  ...moreValues,
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
