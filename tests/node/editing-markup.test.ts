/** Content that is copied in an editor and pasted unchanged. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf } from '../../src/utils/editing/model/blocks';
import { sourceOf } from '../../src/utils/editing/model/clipboard/source';
import { selectedSource, elementSource } from '../../src/utils/editing/model/clipboard/selected-source';
import { moveText } from '../../src/utils/editing/model/commands/move-text';
import { undo } from '../../src/utils/editing/model/commands/undo';
import { pasteMarkup, pasteMarkupAfter } from '../../src/utils/editing/model/commands/paste-markup';
import { createState, type Command } from '../../src/utils/editing/model/state';
import { editorAt, elementId, textWithSelection } from '../lib/editing';
import { testCommandCases } from '../lib/command-cases';

test('the markup of selected text contains its inline elements only', () => {
  const { text, document } = createState(
    '<p>One <a class="x" target="_blank" href="/a">two <b>three</b></a> <span data-path="a.b">c</span></p>',
  );
  const [block] = blocksOf(document);
  const copy = (from: number, to: number): string => sourceOf(text, block!, from, to);
  assert.equal(copy(4, 7), '<a class="x" target="_blank" href="/a">two</a>');
  assert.equal(copy(10, 15), '<a class="x" target="_blank" href="/a"><b>ree</b></a> <span data-path="a.b">c</span>');
  assert.equal(copy(0, 3), 'One');
});

test('the markup of a cross-block selection contains whole elements unchanged and partial elements with their tags', () => {
  const source = (marked: string): string | undefined => selectedSource(editorAt(marked).state);
  const card = '<article class="c"><h3>Card</h3><img src="/a.jpg"><p data-path="x">y</p></article>';
  assert.equal(
    source(
      `<section><p id="a" class="l">One [<b>two</b></p>\n${card}\n<table id="t"><tr><td>A</td></tr></table><h2>Th]ree</h2></section>`,
    ),
    `<p class="l"><b>two</b></p>\n${card}\n<table id="t"><tr><td>A</td></tr></table><h2>Th</h2>`,
  );
  assert.equal(source('<section><p id="a">[One</p><p>Two]</p></section>'), '<p id="a">One</p><p>Two</p>');
  assert.equal(
    source('<div class="row"><div class="col"><h2>One</h2><p>T[wo</p></div><div class="col"><p>Three]</p></div></div>'),
    '<p>wo</p><div class="col"><p>Three</p></div>',
  );
  assert.equal(
    source('<ul class="l"><li>One</li><li class="i">T[wo<ul><li>Sub</li></ul></li><li>Th]ree</li></ul>'),
    '<ul class="l"><li class="i">wo<ul><li>Sub</li></ul></li><li>Th</li></ul>',
  );
  assert.equal(
    source('<table class="t"><tr><td>A</td><td class="b">[B</td></tr><tr><td>C]</td><td>D</td></tr></table>'),
    '<table class="t"><tr><td class="b">B</td></tr><tr><td>C</td></tr></table>',
  );
  assert.equal(
    source('<table id="t"><tr><td>[A</td><td>B]</td></tr></table>'),
    '<table id="t"><tr><td>A</td><td>B</td></tr></table>',
  );
  assert.equal(source('<p>[A</p>'.replace('[', '|')), undefined);
});

test('the markup of an element selection is the element', () => {
  const source = (html: string, tag: string, nth = 0): string | undefined => {
    const state = createState(html);
    return elementSource(state, elementId(state.document, tag, nth));
  };
  assert.equal(source('<div><hr class="x"></div>', 'hr'), '<hr class="x">');
  assert.equal(
    source('<ul class="l"><li>A</li><li class="b">B</li></ul>', 'li', 1),
    '<ul class="l"><li class="b">B</li></ul>',
  );
  assert.equal(
    source('<table class="t"><tr><td>A</td><td>B</td></tr></table>', 'td', 1),
    '<table class="t"><tr><td>B</td></tr></table>',
  );
  const picture = '<picture><source srcset="/a.webp"><img src="/a.jpg"></picture>';
  assert.equal(source(`<p>${picture}</p>`, 'img'), picture);
});

/** Moves the content between brackets to the asterisk. */
function moved(marked: string, isCopy = false): string | undefined {
  const editor = editorAt(marked.replace('*', ''));
  const to = marked.replace(/[[\]]/g, '').indexOf('*');
  const { state } = editor;
  return editor.do(moveText(selectedSource(state)!, state.selection, to, isCopy)) ? editor.state.text : undefined;
}

test('moving or copying text is one step', () => {
  assert.equal(
    moved(`<p>One [two ${'<a href="/x"><b>x</b></a>'}] three*</p>`),
    '<p>One &nbsp;threetwo <a href="/x"><b>x</b></a></p>',
  );
  assert.equal(moved('<p>*One [two]</p>'), '<p>twoOne&nbsp;</p>');
  assert.equal(moved('<p>One [two]</p><p>Th*ree</p>'), '<p>One&nbsp;</p><p>Thtworee</p>');
  assert.equal(moved('<p>One [two]</p><p>Th*ree</p>', true), '<p>One two</p><p>Thtworee</p>');
  assert.equal(
    moved('<h2>*Title</h2><p>One [<span id="a" data-path="x">you</span>]</p>'),
    '<h2><span id="a" data-path="x">you</span>Title</h2><p>One&nbsp;</p>',
  );
  assert.equal(
    moved('<section><p>O[ne</p><hr id="r"><p>Tw]o</p><p>Three*</p></section>'),
    '<section><p>Oo</p><p>Threene</p><hr id="r"><p>Tw</p></section>',
  );
  assert.equal(
    moved('<section><p>*Zero</p><p>O[ne</p><p>Tw]o</p></section>'),
    '<section><p>ne</p><p>TwZero</p><p>Oo</p></section>',
  );
  assert.equal(moved('<section><p>O[ne</p><p>Tw]o*!</p></section>'), '<section><p>Oone</p><p>Tw!</p></section>');
  assert.equal(moved('<p>O[n*e]</p>'), undefined);
  const editor = editorAt('<p>One [two]</p><p>Three</p>');
  const { text, selection } = editor.state;
  assert.ok(editor.do(moveText('two', selection, text.length - 4)));
  assert.ok(editor.do(undo));
  assert.equal(editor.state.text, text);
});

const after =
  (html: string, tag: string): Command =>
  (state, dispatch) =>
    pasteMarkupAfter(html, elementId(state.document, tag))(state, dispatch);
const table = '<table class="t"><tbody><tr><td>A</td></tr></tbody></table>';
testCommandCases(
  'source that is pasted behind an element',
  [
    ['a block', '<div><hr><p>a|</p></div>', after(table, 'hr'), `<div><hr>${table.replace('A', '|A')}<p>a</p></div>`],
    [
      'words as a paragraph',
      '<div>\n  <hr>\n<p>a|</p></div>',
      after('x <b>y</b>', 'hr'),
      '<div>\n  <hr>\n  <p>|x <b>y</b></p>\n<p>a</p></div>',
    ],
    [
      'an image behind an image',
      '<p>a<img src="/a.jpg">b|</p>',
      after('<img src="/b.jpg">', 'img'),
      '<p>a<img src="/a.jpg">|<img src="/b.jpg">b</p>',
    ],
    [
      'a block behind the text that an image stands in',
      '<h2>a<img src="/a.jpg">b|</h2>',
      after('<hr>', 'img'),
      '<h2>a<img src="/a.jpg">b</h2>|<hr>',
    ],
    [
      'an item behind an item',
      '<ul><li>a|</li></ul>',
      after('<ol><li>b</li></ol>', 'li'),
      '<ul><li>a</li><li>|b</li></ul>',
    ],
    [
      'a row behind a row',
      '<table><tr><td>a|</td></tr></table>',
      after(table, 'tr'),
      '<table><tr><td>a</td></tr><tr><td>|A</td></tr></table>',
    ],
    [
      'a cell behind a cell',
      '<table><tr><td>a|</td></tr></table>',
      after(table, 'td'),
      '<table><tr><td>a</td><td>|A</td></tr></table>',
    ],
    [
      'a paragraph behind the list of an item',
      '<ul><li>a|</li></ul>',
      after('<p>b</p>', 'li'),
      '<ul><li>a</li></ul><p>|b</p>',
    ],
    [
      'behind all that repeats',
      '<div><p data-path-scope="a">a|</p><p data-path-scope="a">b</p></div>',
      after('<hr>', 'p'),
      '<div><p data-path-scope="a">a</p><p data-path-scope="a">b</p>|<hr></div>',
    ],
    ['not what runs', '<div><hr><p>a|</p></div>', after('<script>alert(1)</script>', 'hr'), undefined],
  ],
  textWithSelection,
);

const link = '<a class="x" href="/a">two</a>';
testCommandCases(
  'source that is pasted',
  [
    ['goes into the text', '<p>a|b</p>', pasteMarkup(link), `<p>a${link}|b</p>`],
    ['behind a space that was the last', '<p>a&nbsp;|</p>', pasteMarkup(link), `<p>a ${link}|</p>`],
    ['in place of what is selected', '<p>a[b]c</p>', pasteMarkup(link), `<p>a${link}|c</p>`],
    ['as a block between two', '<p>a|b</p><p>c</p>', pasteMarkup('<hr>'), '<p>a|</p><hr><p>b</p><p>c</p>'],
    ['as a block behind the block', '<p>ab|</p><p>c</p>', pasteMarkup('<hr>'), '<p>ab|</p><hr><p>c</p>'],
    [
      'in place of an empty one',
      '<section><p>|</p></section>',
      pasteMarkup(table),
      `<section>${table.replace('A', 'A|')}</section>`,
    ],
    [
      'blocks, the first and the last of which go on',
      '<p>a|b</p>',
      pasteMarkup(`<p class="x">1 ${link}</p>\n${table}<p>2</p>`),
      `<p>a1 ${link}</p>${table}<p>2|b</p>`,
    ],
    [
      'an element that was selected as a whole, which does not go on',
      '<p>a|b</p>',
      pasteMarkup('<p class="x">1</p>', { isElement: true }),
      '<p>a</p><p class="x">1|</p><p>b</p>',
    ],
    [
      'items of a list',
      '<ul><li>a|b</li></ul>',
      pasteMarkup('<ol class="x"><li>1</li><li class="y">2</li><li>3</li></ol>'),
      '<ul><li>a1</li><li class="y">2</li><li>3|b</li></ul>',
    ],
    [
      'a table behind a list',
      '<ul><li>a|b</li></ul>',
      pasteMarkup(table),
      `<ul><li>ab</li></ul>${table.replace('A', 'A|')}`,
    ],
    [
      'lines in a cell',
      '<table><tr><td>a|b</td></tr></table>',
      pasteMarkup('<p>1</p><h2>2</h2>'),
      '<table><tr><td>a1<br>2|b</td></tr></table>',
    ],
    [
      'without ids that are there',
      '<p id="a">a|</p>',
      pasteMarkup('<h2 id="a">1</h2><hr id="b"><h3>2</h3>'),
      '<p id="a">a</p><h2>1</h2><hr id="b"><h3>2|</h3>',
    ],
    [
      'in place of what is selected from block to block',
      '<p>a[b</p><p>c]d</p>',
      pasteMarkup(table),
      `<p>a</p>${table.replace('A', 'A|')}<p>d</p>`,
    ],
    ['not a link into a link', '<p><a href="/b">a|b</a></p>', pasteMarkup(link), undefined],
    ['not what runs', '<p>a|b</p>', pasteMarkup('<img src="x" onerror="alert(1)">'), undefined],
    ['nor a script', '<p>a|b</p>', pasteMarkup('<script>alert(1)</script>'), undefined],
    ['nor where a script leads', '<p>a|b</p>', pasteMarkup('<a href="javascript:alert(1)">x</a>'), undefined],
  ],
  textWithSelection,
);
