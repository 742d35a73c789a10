/** Clean paste: the meaning is kept, disallowed content is reported, and no foreign markup remains. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkMarkup } from '../../host/src/validation/check-markup';
import { cleanPaste, cleanPasteAfter } from '../../frontend/src/editor/clean-paste';
import { paste } from '../../src/utils/editing/model/commands/paste';
import { pasteMarkup } from '../../src/utils/editing/model/commands/paste-markup';
import { restoreFormatting } from '../../src/utils/editing/model/commands/restore-formatting';
import { typeText } from '../../src/utils/editing/model/commands/type-text';
import { undo } from '../../src/utils/editing/model/commands/undo';
import { parseDocument } from '../../src/utils/editing/model/parse-document';
import { parseClipboardHTML, parseClipboardText } from '../../src/utils/editing/model/clipboard/parse-clipboard';
import { FORMATTED_SCHEMA, type ClipboardContent } from '../../src/utils/editing/model/clipboard/clipboard-schema';
import { serializeBlocks } from '../../src/utils/editing/model/clipboard/serialize';
import { formatEnglish, withoutIsolates } from '../lib/catalogs';
import { EXCEL, GOOGLE_DOCS, LISTS_BY_PROGRAM, WEB_PAGE, WORD, vsCodeHTML } from '../lib/clipboard';
import { editorAt, elementId, textWithSelection } from '../lib/editing';
import { hostileInputs, seed } from '../lib/fuzz';
import { payloads } from '../security/payloads';

const RUNS = process.env['FEAAS_LONG'] ? 10_000 : 500;

const written = ({ blocks }: ClipboardContent): string[] => serializeBlocks(blocks);
const lost = (of: ClipboardContent): string[] =>
  of.warnings.map(({ key, values }) => [key.slice('paste.lost.'.length), values['name']].join(' ').trim());

test('Word', () => {
  const clean = parseClipboardHTML(WORD);
  assert.deepEqual(written(clean), [
    '<h1>Winter season</h1>',
    '<p>A <strong>bold</strong> and <em>slanted</em> sentence with a <a href="https://aurora.example/trips">link</a>, <s>struck</s> and <u>under lined</u>.</p>',
    '<ul><li>Boots<ul><li>Wool <strong>socks</strong></li></ul></li></ul><ol><li>First night</li></ol>',
    '<p>Red words</p>',
  ]);
  assert.deepEqual(lost(clean), ['comment', 'style', 'image']);
});

test('Google Docs', () => {
  const clean = parseClipboardHTML(GOOGLE_DOCS);
  assert.deepEqual(written(clean), [
    '<h2>Packing list</h2>',
    '<p>Plain, <strong>bold</strong><em> and slanted</em><a href="https://aurora.example/a?b=1&amp;c=2">a link</a><sup>2</sup></p>',
    '<ul><li>Boots<ul><li>Socks</li></ul></li></ul><ol><li>One</li></ol>',
    '<hr>',
  ]);
  assert.deepEqual(lost(clean), ['style']);
});

for (const [program, html] of Object.entries(LISTS_BY_PROGRAM))
  test(`lists of ${program}: apart from each other, with their numbers and their direction`, () => {
    const { blocks } = parseClipboardHTML(html);
    const all = [
      '<ol><li>Boots</li><li>Socks</li></ol>',
      '<ol><li>Fly</li><li>Rest</li></ol>',
      '<p>Then</p>',
      '<ol start="3"><li>Sail</li></ol>',
      '<p dir="rtl">שלום</p>',
      '<ol dir="rtl"><li>אחת</li></ol>',
    ];
    assert.equal(serializeBlocks(blocks).join(''), all.join(''));
    const editor = editorAt('<section><p>One|</p></section>');
    assert.ok(editor.do(paste(blocks)));
    assert.equal(editor.state.text, `<section><p>One</p>${all.join('')}</section>`);
  });

test('lists in lists, of several types and directions, and items with numbers of their own', () => {
  const same = (html: string): void => assert.equal(written(parseClipboardHTML(html)).join(''), html);
  same('<ol><li>One<ul><li>Sub</li></ul><ul><li>Other</li></ul></li><li>Two</li></ol>');
  same('<ol start="0"><li>Zero</li><li>One<ol start="4"><li>Four</li></ol></li></ol>');
  same('<ul dir="rtl"><li>אחת<ol><li>שתיים</li></ol></li></ul>');
  same('<ul><li>One</li><li dir="rtl">שתיים</li></ul>');
  assert.deepEqual(written(parseClipboardHTML('<ol><li value="7">Seven</li><li>Eight</li></ol>')), [
    '<ol start="7"><li>Seven</li><li>Eight</li></ol>',
  ]);
});

test('right-to-left text pastes into a text, and sets the direction of an empty block', () => {
  const { blocks } = parseClipboardHTML('<p dir=RTL>שלום</p>');
  const editor = editorAt('<section><p>One|</p><p></p></section>');
  assert.ok(editor.do(paste(blocks)));
  assert.equal(editor.state.text, '<section><p>Oneשלום</p><p></p></section>');
  const empty = editorAt('<section><p>|</p></section>');
  assert.ok(empty.do(paste(blocks)));
  assert.equal(empty.state.text, '<section><p dir="rtl">שלום</p></section>');
});

test('omitted formatting can be restored: colors, fonts, sizes, alignment and tables', () => {
  const formatted = (html: string): string =>
    serializeBlocks(parseClipboardHTML(html, FORMATTED_SCHEMA).blocks).join('');
  assert.equal(
    formatted(
      '<p style="color: #C00000; text-align: center; margin: 0">Red <b style="font-size:18pt;mso-x:y">big</b></p>',
    ),
    '<p style="text-align: center"><span style="color: #c00000">Red </span><strong><span style="color: #c00000; font-size: 18pt">big</span></strong></p>',
  );
  assert.equal(
    formatted('<font color="#ff0000" face="Arial">a</font>'),
    '<p><span style="color: #ff0000; font-family: Arial">a</span></p>',
  );
  assert.equal(
    formatted(
      '<span style="background: url(//x.example/a.png)">a</span><p style="color: windowtext; font-size: inherit">b</p>',
    ),
    '<p>a</p><p>b</p>',
  );
  assert.equal(
    formatted('<table><tr><th colspan=2>A</th></tr><tr><td>b</td><td><p>c</p><p>d</p></td></tr></table>'),
    '<table><tbody><tr><th colspan="2">A</th></tr><tr><td>b</td><td><p>c</p><p>d</p></td></tr></tbody></table>',
  );
  for (const html of [WORD, EXCEL, GOOGLE_DOCS, WEB_PAGE, ...Object.values(LISTS_BY_PROGRAM)])
    assert.deepEqual(checkMarkup(`<section>${formatted(html)}</section>`, { embeds: [], cdns: [], frames: [] }), []);
});

test('restoring formatting is one step, and keeps text that was typed elsewhere since', () => {
  const html = '<p>red <b style="color: red">bold</b></p><p>two</p>';
  const { blocks } = parseClipboardHTML(html);
  const editor = editorAt('<section><p>One|!</p><p>x</p></section>');
  const before = editor.state;
  assert.ok(editor.do(paste(blocks)));
  const pasted = editor.state.text;
  const markup = serializeBlocks(parseClipboardHTML(html, FORMATTED_SCHEMA).blocks).join('');
  const restore = restoreFormatting(before, pasted, pasteMarkup(markup));
  assert.ok(editor.do(typeText('?')));
  assert.ok(editor.do(restore));
  assert.equal(
    editor.state.text,
    '<section><p>Onered <strong><span style="color: red">bold</span></strong></p><p>two?!</p><p>x</p></section>',
  );
  assert.ok(editor.do(undo));
  assert.equal(editor.state.text, pasted.replace('two', 'two?'));
  editor.select(editor.state.text.indexOf('bold') + 2);
  assert.ok(editor.do(typeText('-')));
  assert.equal(editor.can(restore), false);
});

test('Excel', () => {
  const clean = parseClipboardHTML(EXCEL);
  assert.deepEqual(written(clean), ['<p>Trip | Nights | Price</p>', '<p>Fjord | 4 | € 1,490</p>']);
  assert.deepEqual(lost(clean), ['table']);
});

test('a web page', () => {
  const clean = parseClipboardHTML(WEB_PAGE);
  assert.deepEqual(written(clean), [
    '<h1>The night <em>sky</em></h1>',
    '<p>First <code>line</code><br>second <strong>line</strong> &amp; <a href="/relative?x=1">more</a>, not this.</p>',
    '<blockquote><p>Quoted</p></blockquote>',
    '<blockquote><p>twice</p></blockquote>',
    '<pre><code>if (a &lt; b) {\n  go();\n}</code></pre>',
    '<p><img src="https://aurora.example/a.jpg" alt="A &quot;dome&quot;"></p>',
    '<ol><li>one<ul><li>inner</li></ul></li><li>two</li></ol>',
    '<p>loose words</p>',
  ]);
  assert.deepEqual(lost(clean), ['address', 'element script', 'image', 'element iframe', 'element button']);
  assert.equal(withoutIsolates(formatEnglish(clean.warnings[1]!)), '1 × script');
});

for (const isWindows of [false, true])
  test(`VS Code${isWindows ? ' on Windows' : ''}: indented lines are one block of code, others are text`, () => {
    const pasted = (...lines: string[]): string[] => written(parseClipboardHTML(vsCodeHTML(lines, isWindows)));
    assert.deepEqual(pasted('if (ready) {', '    go();', '', '    stop();', '}', ''), [
      '<pre><code>if (ready) {\n    go();\n\n    stop();\n}</code></pre>',
    ]);
    assert.deepEqual(pasted('  go();', '}'), ['<pre><code>  go();\n}</code></pre>']);
    assert.deepEqual(pasted('go();'), ['<p>go();</p>']);
    assert.deepEqual(pasted('Some words.', '', 'Some more.'), ['<p>Some words.</p>', '<p>Some more.</p>']);
  });

test('lines of a code block can be elements', () => {
  assert.deepEqual(
    written(parseClipboardHTML('<pre><div>a {</div><div>  b</div><div><br></div><div>  c</div></pre><p>d</p>')),
    ['<pre><code>a {\n  b\n\n  c</code></pre>', '<p>d</p>'],
  );
});

test('indented lines of VS Code are pasted into a code block', () => {
  const editor = editorAt('<pre><code>x|y</code></pre>');
  assert.ok(editor.do(paste(parseClipboardHTML(vsCodeHTML(['a {', '  b', '}'])).blocks)));
  assert.equal(textWithSelection(editor), '<pre><code>xa {\n  b\n}|y</code></pre>');
});

test('code that is copied from a code block and pasted into one is not nested', () => {
  const code = '<pre><code>a\nb <b>c</b></code></pre>';
  assert.deepEqual(written(parseClipboardHTML(code)), ['<pre><code>a\nb <strong>c</strong></code></pre>']);
  const editor = editorAt('<pre><code>x|y</code></pre>');
  assert.ok(editor.do(paste(parseClipboardHTML(code).blocks)));
  assert.equal(textWithSelection(editor), '<pre><code>xa\nb <strong>c|</strong>y</code></pre>');
  assert.ok(editor.do(paste(parseClipboardText('1\n\n2').blocks)));
  assert.equal(textWithSelection(editor), '<pre><code>xa\nb <strong>c</strong>1\n2|y</code></pre>');
});

test('an image with a size in pixels keeps its position', () => {
  const sized = (attributes: string): string[] =>
    written(parseClipboardHTML(`<img src="/a.jpg" alt="A" ${attributes}>`));
  assert.deepEqual(sized('width=600 height="400"'), ['<p><img src="/a.jpg" alt="A" width="600" height="400"></p>']);
  for (const attributes of ['width=600', 'width=100% height=400', 'width=0 height=0', 'width=6e2 height=-4'])
    assert.deepEqual(sized(attributes), ['<p><img src="/a.jpg" alt="A"></p>'], attributes);
});

test('data-bound content becomes text, and that is reported', () => {
  const clean = parseClipboardHTML(
    '<p>To <b data-path="trip.name">Bergen</b>, <a href="/x" data-path-href="trip.url">more</a></p>',
  );
  assert.deepEqual(written(clean), ['<p>To <strong>Bergen</strong>, <a href="/x">more</a></p>']);
  assert.deepEqual(lost(clean), ['data']);
});

test('plain text', () => {
  assert.deepEqual(written(parseClipboardText('one\r\ntwo  <b>\n\n\nthree\n \nfour & \0')), [
    '<p>one<br>two &lt;b&gt;</p>',
    '<p>three</p>',
    '<p>four &amp;</p>',
  ]);
  assert.deepEqual(written(parseClipboardText(' \n ')), []);
  assert.deepEqual(written(parseClipboardText('a slide\vof two lines\u2028and a third')), [
    '<p>a slide<br>of two lines<br>and a third</p>',
  ]);
});

test('disallowed content is converted to allowed content and reported', () => {
  const clean = parseClipboardHTML(GOOGLE_DOCS, { marks: ['bold'], blocks: ['numbers'] });
  assert.deepEqual(written(clean), [
    '<p>Packing list</p>',
    '<p>Plain, <strong>bold</strong> and slanteda link2</p>',
    '<p>Boots</p>',
    '<p>Socks</p>',
    '<ol><li>One</li></ol>',
  ]);
  assert.deepEqual(lost(clean).sort(), [
    'block bullets',
    'block heading2',
    'block rule',
    'mark italic',
    'mark link',
    'mark sup',
    'style',
  ]);
});

const ROWS: readonly (readonly [name: string, before: string, html: string, after: string])[] = [
  ['one paragraph goes into the text', '<p>a[b]c</p>', '<p>x <b>y</b></p>', '<p>ax <strong>y|</strong>c</p>'],
  ['words alone too', '<p>a|</p>', 'x<br>y', '<p>ax<br>y|</p>'],
  [
    'blocks go behind',
    '<div>\n  <p>a|</p>\n</div>',
    '<h2>x</h2><p>y</p>',
    '<div>\n  <p>a</p>\n  <h2>x</h2>\n  <p>y|</p>\n</div>',
  ],
  ['blocks take an empty one’s place', '<p>|</p>', '<h2>x</h2>', '<h2>x|</h2>'],
  [
    'in the middle the first joins, the last joins, and what is between are blocks',
    '<div>\n <p class="k">a<b>b|c</b>d</p>\n</div>',
    '<p>x</p><h2>y</h2><p><i>z</i></p>',
    '<div>\n <p class="k">a<b>b</b>x</p>\n <h2>y</h2>\n <p class="k"><em>z</em>|<b>c</b>d</p>\n</div>',
  ],
  [
    'a heading does not join a paragraph',
    '<p>a|b</p>',
    '<h2>x</h2><ul><li>y</li></ul>',
    '<p>a</p><h2>x</h2><ul><li>y|</li></ul><p>b</p>',
  ],
  ['at the beginning nothing empty is left', '<p id="p">|b</p>', '<h2>x</h2><p>y</p>', '<h2>x</h2><p id="p">y|b</p>'],
  ['at the end neither', '<p>a|</p>', '<p>x</p><h2>y</h2>', '<p>ax</p><h2>y|</h2>'],
  ['behind a heading’s end comes a paragraph', '<h2>a|</h2>', '<p>x</p><p>y</p>', '<h2>ax</h2><p>y|</p>'],
  [
    'all of it is cut and comes back as it was',
    '<section>\n  <h2>[a</h2>\n  <p>b</p>\n  <p>c]</p>\n</section>',
    '<h2>a</h2><p>b</p><p>c</p>',
    '<section>\n  <h2>a</h2>\n  <p>b</p>\n  <p>c|</p>\n</section>',
  ],
  ['what is behind the caret stays a heading', '<h2>|b</h2>', '<h2>x</h2><p>y</p>', '<h2>x</h2><h2>y|b</h2>'],
  ['in place of what is selected', '<p>a[b]c</p>', '<p>x</p><p>y</p>', '<p>ax</p><p>y|c</p>'],
  [
    'in place of what is selected of several blocks',
    '<p>a[b</p><ul><li>m</li></ul><p>c]d</p>',
    '<p>x</p><p>y</p>',
    '<p>ax</p><p>y|d</p>',
  ],
  ['one paragraph in place of several blocks', '<p>a[b</p><p>c]d</p>', '<p>x</p>', '<p>ax|d</p>'],
  [
    'items and paragraphs become items',
    '<ol>\n <li>a|b</li>\n</ol>',
    '<ul><li>x</li><li>y</li></ul><p>z</p>',
    '<ol>\n <li>ax</li>\n <li>y</li>\n <li>z|b</li>\n</ol>',
  ],
  ['behind a list, not into it', '<ul><li>a|</li></ul>', '<h2>x</h2>', '<ul><li>a</li></ul><h2>x|</h2>'],
  [
    'what repeats is not split',
    '<p data-path-scope="a">b|c</p>',
    '<p>x</p><p>y</p>',
    '<p data-path-scope="a">bc</p><p>x</p><p>y|</p>',
  ],
  [
    'lines in a cell',
    '<table><tbody><tr><td>a|b</td></tr></tbody></table>',
    '<p>x</p><p>y</p>',
    '<table><tbody><tr><td>ax<br>y|b</td></tr></tbody></table>',
  ],
  ['lines in loose text', '<div>a|b<p>c</p></div>', '<p>x</p><p>y</p>', '<div>ax<br>y|b<p>c</p></div>'],
  ['lines in code', '<pre>a|b</pre>', '<p>x</p><p>y</p>', '<pre>ax\ny|b</pre>'],
  ['spaces around a selected word may break', '<p>a [b] c</p>', '<p>x</p><p>y</p>', '<p>a x</p><p>y| c</p>'],
  ['the space behind a first word too', '<p>[a] c</p>', '<p>x</p><p>y</p>', '<p>x</p><p>y| c</p>'],
  ['a space that was at the end too', '<p>a&nbsp;|</p>', '<p>x</p><p>y</p>', '<p>a x</p><p>y|</p>'],
  ['a space at the end of a half still shows', '<p>a [b] c</p>', '<h2>x</h2>', '<p>a </p><h2>x|</h2><p>&nbsp;c</p>'],
];

test('plain text in preformatted text stays as it is', () => {
  const text = '\n\tif (a < b) {\r\n\n\t\tgo();\n\t}\n';
  const shown = '\n\tif (a &lt; b) {\n\n\t\tgo();\n\t}\n';
  for (const [before, after] of [
    ['<pre>x|y</pre>', `<pre>x${shown}|y</pre>`],
    ['<pre><code>x[and]y</code></pre>', `<pre><code>x${shown}|y</code></pre>`],
    // A parser drops the first line break of a `<pre>`.
    ['<pre>|x</pre>', `<pre>\n${shown}|x</pre>`],
    ['<pre>a[b</pre><p>c]d</p>', `<pre>a${shown}|</pre><p>d</p>`],
  ] as const)
    for (const html of ['', '<pre style="color:#a00">if (a &lt; b) {go();}</pre>']) {
      const editor = editorAt(before);
      const { command, lost } = cleanPaste({ html, text, markup: '', element: '' }, true);
      assert.ok(editor.do(command));
      assert.equal(textWithSelection(editor), after);
      assert.deepEqual(lost, []);
      editor.do(undo);
      assert.equal(textWithSelection(editor).replace(/[[\]|]/g, ''), before.replace(/[[\]|]/g, ''));
    }
});

const GUID = '<b style="font-weight:normal" id="docs-internal-guid-1">';
/** White space around pasted content. */
const SPACED: readonly (readonly [name: string, before: string, html: string, after: string])[] = [
  [
    'words of Google Docs',
    '<p>one|two</p>',
    `<meta charset="utf-8">${GUID}<span style="white-space:pre-wrap"> pasted </span></b>`,
    '<p>one pasted |two</p>',
  ],
  [
    'words of Word',
    '<p>one|two</p>',
    '<html>\r\n<body lang=EN-US>\r\n<!--StartFragment--><span lang=EN-GB> pasted </span><!--EndFragment-->\r\n</body>\r\n</html>',
    '<p>one pasted |two</p>',
  ],
  [
    'words with a mark',
    '<p>one|two</p>',
    '<span> the <b>pasted</b> </span>',
    '<p>one the <strong>pasted</strong> |two</p>',
  ],
  ['no second one before', '<p>one |two</p>', '<span> pasted </span>', '<p>one pasted |two</p>'],
  ['no second one behind', '<p>one| two</p>', '<span> pasted </span>', '<p>one pasted| two</p>'],
  ['none at the edges of a block', '<p>|</p>', '<span> pasted </span>', '<p>pasted|</p>'],
  ['none beside a line break', '<p>one<br>|two</p>', ' pasted ', '<p>one<br>pasted |two</p>'],
  ['a single space', '<p>one|two</p>', '<meta charset="utf-8"><span> </span>', '<p>one |two</p>'],
  ['one of Google Docs', '<p>one|two</p>', `${GUID}<span style="white-space:pre-wrap"> </span></b>`, '<p>one |two</p>'],
  [
    'one of Word',
    '<p>one|two</p>',
    '<body>\r\n<!--StartFragment--><span> </span><!--EndFragment-->\r\n</body>',
    '<p>one |two</p>',
  ],
  ['one of Chrome', '<p>one|two</p>', '<meta charset="utf-8"><span>&nbsp;</span>', '<p>one |two</p>'],
  ['one at the end of a line', '<p>one|</p>', '<i> </i>', '<p>one&nbsp;|</p>'],
  ['one in place of words', '<p>one[ and ]two</p>', ' ', '<p>one |two</p>'],
  ['one in place of several blocks', '<p>on[e</p><p>t]wo</p>', ' ', '<p>on |wo</p>'],
  ['in place of words', '<p>one[and]two</p>', '<i> pasted </i>', '<p>one <em>pasted</em> |two</p>'],
  ['none of the layout of the source', '<p>one|two</p>', '\n<span>pasted</span>\n', '<p>onepasted|two</p>'],
  ['none of a paragraph', '<p>one|two</p>', '<p> pasted </p>', '<p>onepasted|two</p>'],
  ['none of a line break', '<p>one|two</p>', ' <br>pasted <br>', '<p>onepasted|two</p>'],
  ['the first and the last words', '<p>one|two</p>', ' a<p> b </p>c ', '<p>one a</p><p>b</p><p>c |two</p>'],
  ['words that stay a block', '<h2>one|two</h2>', ' a <h2>b</h2>', '<h2>one a</h2><h2>b|two</h2>'],
  [
    'in a cell',
    '<table><tbody><tr><td>one|two</td></tr></tbody></table>',
    ' a<p>b</p>c ',
    '<table><tbody><tr><td>one a<br>b<br>c |two</td></tr></tbody></table>',
  ],
];
for (const [name, before, html, after] of [...ROWS, ...SPACED])
  test(`paste: ${name}`, () => {
    const editor = editorAt(before);
    const { text } = editor.state;
    assert.ok(editor.do(paste(parseClipboardHTML(html).blocks)));
    assert.equal(textWithSelection(editor), after);
    editor.do(undo);
    assert.equal(editor.state.text, text);
  });

test('pasting content without text inserts no space', () => {
  for (const html of [
    '',
    '\n',
    '<p></p>',
    '<div> </div>',
    '<p>&nbsp;</p>\n<p>&nbsp;</p>',
    ' <br> ',
    '<ul> </ul> ',
    '<br>',
    ' <img src="blob:x"> ',
  ])
    assert.deepEqual(parseClipboardHTML(html).blocks, [], html);
  // After an element that is selected as a whole, only blocks can be inserted.
  const editor = editorAt('<section><p>a|</p></section>');
  const clean = cleanPasteAfter(
    { html: '<i> </i>', text: ' ', markup: '', element: '' },
    elementId(editor.state.document, 'p'),
  );
  assert.equal(editor.do(clean.command), false);
});

test('paste of plain text: a space at its edge stays between words', () => {
  for (const [before, text, after] of [
    ['<p>one| two</p>', ' pasted\n', '<p>one pasted| two</p>'],
    ['<p>one|two</p>', ' a\nb ', '<p>one a<br>b |two</p>'],
    ['<p>one|two</p>', ' a\n\nb ', '<p>one a</p><p>b |two</p>'],
  ] as const) {
    const editor = editorAt(before);
    assert.ok(editor.do(paste(parseClipboardText(text).blocks)));
    assert.equal(textWithSelection(editor), after);
  }
});

test('restored formatting keeps the spaces around the words', () => {
  const html = '<span style="color:#a00"> pasted </span>';
  const editor = editorAt('<p>one|two</p>');
  const { state } = editor;
  const { command, restoring } = cleanPaste({ html, text: ' pasted ', markup: '', element: '' });
  assert.ok(editor.do(command));
  assert.equal(textWithSelection(editor), '<p>one pasted |two</p>');
  assert.notEqual(state.text, editor.state.text);
  assert.ok(editor.do(restoring!(editor.state.text)!));
  assert.equal(editor.state.text, '<p>one <span style="color: #a00">pasted</span> two</p>');
});

test('formatting that would exceed the size limit of a component is not offered', () => {
  const html = `<p style="color:#a00">${'long '.repeat(99_000)}</p>`;
  const editor = editorAt('<p>one|two</p>');
  const { command, lost, restoring } = cleanPaste({ html: html.repeat(2), text: '', markup: '', element: '' });
  assert.ok(editor.do(command));
  assert.deepEqual(
    lost.map(({ key }) => key),
    ['paste.lost.style'],
  );
  assert.equal(restoring!(editor.state.text), undefined);
  const fits = cleanPaste({ html, text: '', markup: '', element: '' });
  assert.ok(editorAt('<p>one|two</p>').do(fits.command));
  assert.notEqual(fits.restoring!('<p>onetwo</p>'), undefined);
});

test('payloads and generated inputs: the pasted markup is valid for the host and parses to itself', () => {
  let kept = 0;
  for (const input of [...payloads, ...hostileInputs(RUNS, payloads)]) {
    for (const clean of [parseClipboardHTML(input), parseClipboardText(input)]) {
      const html = written(clean).join('');
      if (html) kept++;
      assert.deepEqual(checkMarkup(html, { embeds: [], cdns: [], frames: [] }), [], `seed ${seed}\n${input}\n${html}`);
      assert.equal(parseDocument(html).root.errorCount, 0, `seed ${seed}\n${input}\n${html}`);
      assert.doesNotMatch(
        html,
        /<(?!\/?(?:p|h[1-6]|ul|ol|li|blockquote|pre|code|hr|br|img|a|strong|em|u|s|sub|sup)[ >])/,
        input,
      );
    }
  }
  assert.ok(kept > RUNS);
});

test('deeply nested clipboard content is read up to a depth limit', () => {
  assert.deepEqual(lost(parseClipboardHTML('<div>'.repeat(5000) + 'x')), ['element …']);
  assert.deepEqual(written(parseClipboardHTML('<div>'.repeat(150) + 'x')), ['<p>x</p>']);
});
