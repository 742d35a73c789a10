/** Commands of the editor: the markup that each writes, and the markup that all leave unchanged. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockTypeOf, setBlockType } from '../../src/utils/editing/model/commands/block-type';
import type { BlockType } from '../../src/utils/editing/model/block-registry';
import { insertRule } from '../../src/utils/editing/model/commands/insert-block';
import { mergeBlocks } from '../../src/utils/editing/model/commands/merge-blocks';
import { removeLink } from '../../src/utils/editing/model/commands/remove-link';
import { replaceDocument } from '../../src/utils/editing/model/commands/replace-document';
import { setAttributes } from '../../src/utils/editing/model/commands/set-attribute';
import { setImage } from '../../src/utils/editing/model/commands/set-image';
import { setLink, setLinkOf } from '../../src/utils/editing/model/commands/set-link';
import { setTheme } from '../../src/utils/editing/model/commands/set-theme';
import { splitBlock } from '../../src/utils/editing/model/commands/split-block';
import { blockAt } from '../../src/utils/editing/model/blocks';
import { elementId, editorAt, textWithSelection } from '../lib/editing';
import { atElement, testCommandCases, type CommandCase } from '../lib/command-cases';

testCommandCases(
  'split',
  [
    ['a paragraph', '<p class="a" id="b">on|e</p>', splitBlock, '<p class="a" id="b">on</p><p class="a">|e</p>'],
    ['with its indent', '<div>\n  <p>a|b</p>\n</div>', splitBlock, '<div>\n  <p>a</p>\n  <p>|b</p>\n</div>'],
    ['in a mark', '<p><b>a|b</b></p>', splitBlock, '<p><b>a</b></p><p><b>|b</b></p>'],
    ['behind a mark', '<p><b>a|</b>b</p>', splitBlock, '<p><b>a</b></p><p>|b</p>'],
    ['at the start', '<p>|a</p>', splitBlock, '<p></p><p>|a</p>'],
    ['behind a heading', '<h2 class="t">a|</h2>', splitBlock, '<h2 class="t">a</h2><p class="t">|</p>'],
    ['a list’s item', '<ul><li>a|b</li></ul>', splitBlock, '<ul><li>a</li><li>|b</li></ul>'],
    [
      'an item with a list inside',
      '<ul><li>a|b<ul><li>c</li></ul></li></ul>',
      splitBlock,
      '<ul><li>a</li><li>|b<ul><li>c</li></ul></li></ul>',
    ],
    ['a bound one', '<p data-path="x">a|b</p>', splitBlock, '<p data-path="x">a</p><p>|b</p>'],
    [
      'a cell: a line break',
      '<table><tr><td>a|b</td></tr></table>',
      splitBlock,
      '<table><tr><td>a<br>|b</td></tr></table>',
    ],
    [
      'a cell, in a link: one link of two lines',
      '<table><tr><td>x <a href="/a">a|b</a></td></tr></table>',
      splitBlock,
      '<table><tr><td>x <a href="/a">a<br>|b</a></td></tr></table>',
    ],
    [
      'a button in a line: one button',
      '<p>a <button>b|c</button> d</p>',
      splitBlock,
      '<p>a <button>b<br>|c</button> d</p>',
    ],
    ['a button by itself', '<p><button>b|c</button></p>', splitBlock, '<p><button>b<br>|c</button></p>'],
    ['code: a line', '<pre>a|b</pre>', splitBlock, '<pre>a\n|b</pre>'],
    ['loose text: a line break', 'a|b', splitBlock, 'a<br>|b'],
    ['in place of some words', '<p>a[bc]d</p>', splitBlock, '<p>a</p><p>|d</p>'],
    ['in place of words at the end of a heading', '<h2>a[b]</h2>', splitBlock, '<h2>a</h2><p>|</p>'],
    ['in place of all of an item', '<ul><li>[a]</li></ul>', splitBlock, '<ul><li></li><li>|</li></ul>'],
    [
      'in place of some of a cell: a line break',
      '<table><tr><td>a[b]c</td></tr></table>',
      splitBlock,
      '<table><tr><td>a<br>|c</td></tr></table>',
    ],
  ],
  textWithSelection,
);

testCommandCases(
  'merge',
  [
    ['with the one before', '<p>a</p>\n<p class=x>|b</p>', mergeBlocks(-1), '<p>a|b</p>'],
    ['a space at the end of the first', '<p>a&nbsp;</p><p>|b</p>', mergeBlocks(-1), '<p>a |b</p>'],
    ['one at the beginning of the second', '<p>a|</p><p>&nbsp;b</p>', mergeBlocks(1), '<p>a| b</p>'],
    ['one that does not break, between words', '<p>x&nbsp;a</p><p>|b</p>', mergeBlocks(-1), '<p>x&nbsp;a|b</p>'],
    ['one in a list', '<ul><li>a&nbsp;</li></ul><p>|b</p>', mergeBlocks(-1), '<ul><li>a |b</li></ul>'],
    ['one before nothing', '<p>a&nbsp;</p><p>|</p>', mergeBlocks(-1), '<p>a&nbsp;|</p>'],
    ['into a heading', '<h2>a</h2><p>|b</p>', mergeBlocks(-1), '<h2>a|b</h2>'],
    ['with the one behind', '<p>a|</p><p>b</p>', mergeBlocks(1), '<p>a|b</p>'],
    ['items', '<ul>\n <li>a</li>\n <li>|b</li>\n</ul>', mergeBlocks(-1), '<ul>\n <li>a|b</li>\n</ul>'],
    ['not over something else', '<p>a</p><hr><p>|b</p>', mergeBlocks(-1), undefined],
    ['not a bound one', '<p>a</p><p data-path="x">|b</p>', mergeBlocks(-1), undefined],
    ['not the first', '<p>|a</p>', mergeBlocks(-1), undefined],
    ['not out of another element', '<p>a</p><div><p>|b</p></div>', mergeBlocks(-1), undefined],
  ],
  textWithSelection,
);

testCommandCases('block', [
  ['a heading', '<p class="x">a|</p>', setBlockType('heading2'), '<h2 class="x">a</h2>'],
  ['another heading', '<H2>a|</H2 >', setBlockType('heading3'), '<h3>a</h3 >'],
  ['a paragraph', '<h1>a|</h1>', setBlockType('paragraph'), '<p>a</p>'],
  ['it is that', '<p>a|</p>', setBlockType('paragraph'), undefined],
  ['a list', '<p>a|</p>', setBlockType('bullets'), '<ul><li>a</li></ul>'],
  [
    'a numbered one',
    '<ul class="k"><li>a|</li><li>b</li></ul>',
    setBlockType('numbers'),
    '<ol class="k"><li>a</li><li>b</li></ol>',
  ],
  ['out of a list of one', '<ul><li>a|</li></ul>', setBlockType('paragraph'), '<p>a</p>'],
  [
    'out of its start',
    '<ul id="l"><li>a|</li><li>b</li></ul>',
    setBlockType('paragraph'),
    '<p>a</p><ul id="l"><li>b</li></ul>',
  ],
  [
    'out of its end',
    '<ul id="l"><li>a</li><li>b|</li></ul>',
    setBlockType('paragraph'),
    '<ul id="l"><li>a</li></ul><p>b</p>',
  ],
  [
    'out of its middle',
    '<ul id="l" class="k"><li>a</li><li>b|</li><li>c</li></ul>',
    setBlockType('heading2'),
    '<ul id="l" class="k"><li>a</li></ul><h2>b</h2><ul class="k"><li>c</li></ul>',
  ],
  ['out of a list, with a paragraph inside', '<ul><li><p>a|</p></li></ul>', setBlockType('paragraph'), '<p>a</p>'],
  ['a quote', '<p>a|</p>', setBlockType('quote'), '<blockquote><p>a</p></blockquote>'],
  ['out of a quote', '<blockquote><p>a|</p></blockquote>', setBlockType('paragraph'), '<p>a</p>'],
  ['code', '<p>a|</p>', setBlockType('code'), '<pre><code>a</code></pre>'],
  [
    'out of code',
    '<pre class="c"><code class="js">a|\nb</code></pre>',
    setBlockType('paragraph'),
    '<p class="c">a<br>b</p>',
  ],
  ['bound text stays bound', '<p data-path="x.y">a|</p>', setBlockType('heading1'), '<h1 data-path="x.y">a</h1>'],
  ['not a cell', '<table><tr><td>a|</td></tr></table>', setBlockType('heading1'), undefined],
]);

test('block: a rule behind an element, and the types there are', () => {
  const editor = editorAt('<div>\n  <p>a|</p>\n</div>');
  assert.ok(editor.do(insertRule(elementId(editor.state.document, 'p'))));
  assert.equal(editor.state.text, '<div>\n  <p>a</p>\n  <hr>\n</div>');
  const types: readonly [string, BlockType | undefined][] = [
    ['<p>a|</p>', 'paragraph'],
    ['<h4>a|</h4>', 'heading4'],
    ['<ol><li>a|</li></ol>', 'numbers'],
    ['<ul><li>a|<ul><li>b</li></ul></li></ul>', 'bullets'],
    ['<blockquote>a|</blockquote>', 'quote'],
    ['<pre><code>a|</code></pre>', 'code'],
    ['<table><tr><td>a|</td></tr></table>', undefined],
  ];
  for (const [text, type] of types) {
    const { state } = editorAt(text);
    assert.equal(blockTypeOf(blockAt(state.document, state.selection.head)!), type, text);
  }
});

testCommandCases('link', [
  ['set', '<p>a [b] c</p>', setLink('/x?a=1&b="2"'), '<p>a <a href="/x?a=1&amp;b=&quot;2&quot;">b</a> c</p>'],
  ['over marks', '<p>[a <b>b</b>]</p>', setLink('/x'), '<p><a href="/x">a <b>b</b></a></p>'],
  [
    'changed',
    "<p><a class=k href='/a' rel=x>b|c</a></p>",
    setLink("/b'"),
    "<p><a class=k href='/b&#39;' rel=x>bc</a></p>",
  ],
  [
    'its window',
    '<p><a href="/a">b|</a></p>',
    setLink('/a', { target: '_blank' }),
    '<p><a href="/a" target="_blank">b</a></p>',
  ],
  [
    'changed where all of it is selected',
    '<p>a [<a href="/x" class="y">b</a>] c</p>',
    setLink('/z'),
    '<p>a <a href="/z" class="y">b</a> c</p>',
  ],
  [
    'changed where its mark is',
    '<p>[<b><a href="/x" class="y">b</a></b>]</p>',
    setLink('/z'),
    '<p><b><a href="/z" class="y">b</a></b></p>',
  ],
  [
    'over one and more',
    '<p>[<a href="/x" class="y">b</a> c]</p>',
    setLink('/z'),
    '<p><a href="/z" class="y">b c</a></p>',
  ],
  ['removed', '<p>a <a href="/x">b<i>|c</i></a> d</p>', setLink(null), '<p>a b<i>c</i> d</p>'],
  [
    'removed from a part',
    '<p><a href="/x" id=k>a[b]c</a></p>',
    setLink(null),
    '<p><a href="/x" id=k>a</a>b<a href="/x">c</a></p>',
  ],
  ['not in a button', '<p>a <button>[b]</button></p>', setLink('/x'), undefined],
  ['not on a button’s label', '<div><button>[b]</button></div>', setLink('/x'), undefined],
  ['not on nothing', '<p>a|b</p>', setLink('/x'), undefined],
  ['not a script', '<p>[a]</p>', setLink('javascript:alert(1)'), undefined],
  ['not a disguised one', '<p>[a]</p>', setLink(' java\nscript\u00ad:alert(1)'), undefined],
  ['not data', '<p>[a]</p>', setLink('data:text/html,x'), undefined],
  ['not without a host', '<p>[a]</p>', setLink('http://'), undefined],
  ['not without a host, but with a path', '<p>[a]</p>', setLink('https://?a=/b'), undefined],
  ['not with the scheme of the page and no host', '<p>a <a href="/x">b|</a></p>', setLink('//'), undefined],
  ['not with a host that no browser reads', '<p>[a]</p>', setLink('https://a b'), undefined],
  ['a host of any script', '<p>[a]</p>', setLink('//bücher.example/'), '<p><a href="//bücher.example/">a</a></p>'],
  ['mail and telephone', '<p>[a]</p>', setLink('tel:+47'), '<p><a href="tel:+47">a</a></p>'],
  ['removed from a text, as set', '<p>a <a href="/x">b|c</a> d</p>', removeLink, '<p>a bc d</p>'],
  [
    'removed from around blocks',
    '<li>\n  <a href="/x" target=_blank data-path-href="b">\n    <h3>a|</h3><p>b</p>\n  </a>\n</li>',
    removeLink,
    '<li>\n  \n    <h3>a</h3><p>b</p>\n  \n</li>',
  ],
  [
    'removed from around a box',
    '<A HREF="/x"><div><p>a [b</p><p>c] d</p></div></A>',
    removeLink,
    '<div><p>a b</p><p>c d</p></div>',
  ],
  [
    'removed from what looks like a card',
    '<a class="card" href="/x" data-path-scope="list"><h3>a|</h3></a>',
    removeLink,
    '<div class="card" data-path-scope="list"><h3>a</h3></div>',
  ],
  ['not removed where there is none', '<div><p>a|</p></div>', removeLink, undefined],
  ['not removed where its end is missing', '<div><a href="/x"><p>a|</p></div>', removeLink, undefined],
  [
    'by its node',
    '<nav><a href=/a><h3>x</h3></a></nav>',
    atElement('a', (n) => setLinkOf(n, '/b')),
    '<nav><a href="/b"><h3>x</h3></a></nav>',
  ],
]);

const PICTURE =
  '<picture>\n <source srcset="a.webp" type="image/webp">\n <img src="a.jpg" srcset="a.jpg 1x, b.jpg 2x" alt="">\n</picture>';
testCommandCases('image', [
  [
    'its address',
    '<p><img src=a.png alt=x></p>',
    atElement('img', (n) => setImage(n, { src: 'b c.png' })),
    '<p><img src="b c.png" alt=x></p>',
  ],
  [
    'its text',
    '<img src="a"/>',
    atElement('img', (n) => setImage(n, { alt: 'A "b"' })),
    '<img src="a" alt="A &quot;b&quot;"/>',
  ],
  ['no text', '<img src="a">', atElement('img', (n) => setImage(n, { alt: '' })), '<img src="a" alt>'],
  [
    'what would hide a new one goes',
    PICTURE,
    atElement('picture', (n) => setImage(n, { src: 'n.jpg' })),
    '<picture>\n <img src="n.jpg" alt="">\n</picture>',
  ],
  [
    'its sources',
    PICTURE,
    atElement('img', (n) =>
      setImage(n, {
        src: 'n.jpg',
        srcset: 'n.jpg 1x',
        sources: [{ srcset: 'n.webp', type: 'image/webp' }, { srcset: 'n.avif' }],
      }),
    ),
    '<picture>\n <source srcset="n.webp" type="image/webp">\n <source srcset="n.avif"><img src="n.jpg" srcset="n.jpg 1x" alt="">\n</picture>',
  ],
  ['the same', PICTURE, atElement('img', (n) => setImage(n, { src: 'a.jpg' })), undefined],
  [
    'an own image is not overridden by an object of attributes (D6)',
    '<figure data-path-attributes="f"><img src="a" srcset="a 1x" data-path-attributes="img"></figure>',
    atElement('img', (n) => setImage(n, { src: 'b', isOwn: true })),
    '<figure data-path-attributes="f"><img src="b"></figure>',
  ],
  [
    'while such an object may say the image, its other addresses go, as they would win over it',
    '<img src="a" srcset="a 1x" data-path-attributes="img">',
    atElement('img', (n) => setImage(n, { src: 'b', srcset: 'b 1x' })),
    '<img src="b" data-path-attributes="img">',
  ],
  ['not a script', '<img src="a">', atElement('img', (n) => setImage(n, { src: 'javascript:x' })), undefined],
  [
    'not a blob of this page',
    '<img src="a">',
    atElement('img', (n) => setImage(n, { src: 'blob:https://x/y' })),
    undefined,
  ],
  [
    'nor in a srcset',
    '<img src="a">',
    atElement('img', (n) => setImage(n, { srcset: 'b 1x, javascript:x 2x' })),
    undefined,
  ],
]);

testCommandCases('attributes', [
  [
    'a new one',
    '<p class=a>x</p>',
    atElement('p', (n) => setAttributes(n, { title: 'T', lang: 'de' })),
    '<p class=a title="T" lang="de">x</p>',
  ],
  [
    'a value without quotes',
    '<p class=a>x</p>',
    atElement('p', (n) => setAttributes(n, { class: 'b c' })),
    '<p class="b c">x</p>',
  ],
  [
    'one without value',
    '<details open>x</details>',
    atElement('details', (n) => setAttributes(n, { open: null })),
    '<details>x</details>',
  ],
  [
    'removed',
    '<p  title="x"\n id=b>x</p>',
    atElement('p', (n) => setAttributes(n, { title: null })),
    '<p\n id=b>x</p>',
  ],
  [
    'removed between its like',
    '<p a="1"b="2"c="3">x</p>',
    atElement('p', (n) => setAttributes(n, { b: null })),
    '<p a="1" c="3">x</p>',
  ],
  ['not a handler', '<p>x</p>', atElement('p', (n) => setAttributes(n, { onclick: 'x' })), undefined],
  ['not a document', '<p>x</p>', atElement('p', (n) => setAttributes(n, { srcdoc: 'x' })), undefined],
  [
    'not a style that reaches out',
    '<p>x</p>',
    atElement('p', (n) => setAttributes(n, { style: 'background:url(//x)' })),
    undefined,
  ],
  [
    'not what ends another thing',
    '<p>x</p>',
    atElement('p', (n) => setAttributes(n, { title: '</style>' })),
    undefined,
  ],
  ['not an odd name', '<p>x</p>', atElement('p', (n) => setAttributes(n, { 'a b': 'x' })), undefined],
  [
    'not what loads another template',
    '<feaas-component></feaas-component>',
    atElement('feaas-component', (n) => setAttributes(n, { src: '//x' })),
    undefined,
  ],
  [
    'which component of which library one shows',
    '<feaas-component></feaas-component>',
    atElement('feaas-component', (n) => setAttributes(n, { library: 'aurora', component: 'call-to-action' })),
    '<feaas-component library="aurora" component="call-to-action"></feaas-component>',
  ],
  [
    'but no way to another place in its name',
    '<feaas-component></feaas-component>',
    atElement('feaas-component', (n) => setAttributes(n, { component: '../x' })),
    undefined,
  ],
  [
    'nor where it comes from, or what it shows instead',
    '<feaas-component></feaas-component>',
    atElement('feaas-component', (n) => setAttributes(n, { template: 'x' })),
    undefined,
  ],
  [
    'what an external component is, and what it calls its properties',
    '<feaas-external></feaas-external>',
    atElement('feaas-external', (n) => setAttributes(n, { 'data-external-id': 'map', src: 'https://maps.example/' })),
    '<feaas-external data-external-id="map" src="https://maps.example/"></feaas-external>',
  ],
  [
    'but no script address for it',
    '<feaas-external></feaas-external>',
    atElement('feaas-external', (n) => setAttributes(n, { src: 'javascript:x' })),
    undefined,
  ],
  [
    'a template that the host would take',
    '<feaas-external></feaas-external>',
    atElement('feaas-external', (n) => setAttributes(n, { template: '<p><a href="/x">y</a></p>' })),
    '<feaas-external template="&lt;p&gt;&lt;a href=&quot;/x&quot;&gt;y&lt;/a&gt;&lt;/p&gt;"></feaas-external>',
  ],
  ...['<a href="javascript:x">y</a>', '<p onclick="x">y</p>', '<script>x</script>', '<p>y</p><b'].map(
    (template): CommandCase => [
      `not a template with ${template}`,
      '<feaas-external></feaas-external>',
      atElement('feaas-external', (n) => setAttributes(n, { template })),
      undefined,
    ],
  ),
]);

testCommandCases('another view', [
  ['of which the rest stays', '<p>a|b</p><p>c</p>', replaceDocument('<p>aXb</p><p>c</p>'), '<p>aXb</p><p>c</p>'],
  ['that is shorter', '<p>aa</p><p>aa</p>', replaceDocument('<p>aa</p>'), '<p>aa</p>'],
  ['that is longer', '<p>a</p>', replaceDocument('<p>a</p>\n<p>a</p>\n'), '<p>a</p>\n<p>a</p>\n'],
  ['of nothing', '<p>a</p>', replaceDocument(''), ''],
  ['that is misnested, as it was once', '<p>a</p>', replaceDocument('<p><b>a</p></b></p>'), '<p><b>a</p></b></p>'],
  ['but not the same again', '<p>a</p>', replaceDocument('<p>a</p>'), undefined],
]);

testCommandCases('theme', [
  [
    'new',
    '<section class="a  b">x</section>',
    setTheme('-theme--dusk'),
    '<section class="a  b -theme--dusk">x</section>',
  ],
  [
    'changed',
    '<section class="a -theme--x  b">x</section>',
    setTheme('-theme--y'),
    '<section class="a -theme--y  b">x</section>',
  ],
  ['removed', '<section class="a -theme--x b">x</section>', setTheme(null), '<section class="a b">x</section>'],
  ['the only class', '<section class="-theme--x" id=a>x</section>', setTheme(null), '<section id=a>x</section>'],
  [
    'on every top element',
    '<h1>a</h1><p>b</p>',
    setTheme('-theme--x'),
    '<h1 class="-theme--x">a</h1><p class="-theme--x">b</p>',
  ],
  [
    'not inside',
    '<div><i class="-theme--y">a</i></div>',
    setTheme('-theme--x'),
    '<div class="-theme--x"><i class="-theme--y">a</i></div>',
  ],
  ['not another class', '<p>x</p>', setTheme('x" onclick="y'), undefined],
]);
