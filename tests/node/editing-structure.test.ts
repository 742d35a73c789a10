/** Editor commands for whole elements: bindings, blocks, repeaters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bindAttribute,
  bindContent,
  bindRepeater,
  bindSelection,
  bindingsOf,
  unbindInlineNode,
} from '../../src/utils/editing/model/commands/bind';
import { deleteBlock } from '../../src/utils/editing/model/commands/delete-block';
import { duplicateBlock } from '../../src/utils/editing/model/commands/duplicate-block';
import { insertBlock } from '../../src/utils/editing/model/commands/insert-block';
import { moveBlock, shiftBlock } from '../../src/utils/editing/model/commands/move-block';
import { setAttributes } from '../../src/utils/editing/model/commands/set-attribute';
import { typeText } from '../../src/utils/editing/model/commands/type-text';
import { resolveElement } from '../../src/utils/editing/model/syntax-tree';
import { createState } from '../../src/utils/editing/model/state';
import { elementId, editorAt, textWithSelection } from '../lib/editing';
import { atElement, testCommandCases } from '../lib/command-cases';

testCommandCases('bind', [
  [
    'content',
    '<p>a</p>',
    atElement('p', (n) => bindContent(n, 'news.title', 'None')),
    '<p data-path="news.title" data-path-placeholder="None">a</p>',
  ],
  [
    'no content',
    '<p data-path="a.b" data-path-placeholder="x">a</p>',
    atElement('p', (n) => bindContent(n, null)),
    '<p>a</p>',
  ],
  [
    'an attribute',
    '<img src=a>',
    atElement('img', (n) => bindAttribute(n, 'src', 'a.image')),
    '<img src=a data-path-src="a.image">',
  ],
  [
    'no attribute',
    '<img data-path-src="a.b" src=a>',
    atElement('img', (n) => bindAttribute(n, 'src', null)),
    '<img src=a>',
  ],
  [
    'a repeat',
    '<ul><li>x</li></ul>',
    atElement('li', (n) => bindRepeater(n, 'a.items[0:3]')),
    '<ul><li data-path-scope="a.items[0:3]">x</li></ul>',
  ],
  [
    'what is selected',
    '<p>a [b] c</p>',
    bindSelection("user['first name']"),
    `<p>a <span data-path="user['first name']">b</span> c</p>`,
  ],
  ['a chip no more', '<p>a <span data-path="x">b</span></p>', atElement('span', unbindInlineNode), '<p>a b</p>'],
  [
    'a chip that is more than that',
    '<p>a <b data-path="x">b</b></p>',
    atElement('b', unbindInlineNode),
    '<p>a <b>b</b></p>',
  ],
  ['not to no path', '<p>a</p>', atElement('p', (n) => bindContent(n, 'a[')), undefined],
  ['not a handler', '<p>a</p>', atElement('p', (n) => bindAttribute(n, 'onclick', 'a.b')), undefined],
  ['not code', '<iframe></iframe>', atElement('iframe', (n) => bindAttribute(n, 'srcdoc', 'a.b')), undefined],
]);

test('bind: the bindings of an element', () => {
  const { document } = createState(
    '<li data-path="a" data-path-scope="b" data-path-href="c" data-path-placeholder="d">x</li>',
  );
  assert.deepEqual(bindingsOf(resolveElement(document, elementId(document, 'li'))!.node), {
    content: 'a',
    repeat: 'b',
    href: 'c',
  });
});

const LIST = '<ul>\n  <li>a</li>\n  <li>b</li>\n  <li>c</li>\n</ul>';
testCommandCases('blocks', [
  ['deleted', LIST, atElement('li', deleteBlock, 1), '<ul>\n  <li>a</li>\n  <li>c</li>\n</ul>'],
  ['the first deleted', LIST, atElement('li', deleteBlock), '<ul>\n  <li>b</li>\n  <li>c</li>\n</ul>'],
  ['the last deleted', LIST, atElement('li', deleteBlock, 2), '<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>'],
  ['in a line deleted', '<p>a <img src=x> b</p>', atElement('img', deleteBlock), '<p>a  b</p>'],
  [
    'duplicated',
    '<div>\n <p id="x" class="y">a<i id=z>b</i></p>\n</div>',
    atElement('p', duplicateBlock),
    '<div>\n <p id="x" class="y">a<i id=z>b</i></p>\n <p class="y">a<i>b</i></p>\n</div>',
  ],
  ['a repeat is not duplicated', '<p data-path-scope="a">x</p>', atElement('p', duplicateBlock), undefined],
  ['up', LIST, atElement('li', (n) => shiftBlock(n, -1), 2), '<ul>\n  <li>a</li>\n  <li>c</li>\n  <li>b</li>\n</ul>'],
  ['down', LIST, atElement('li', (n) => shiftBlock(n, 1)), '<ul>\n  <li>b</li>\n  <li>a</li>\n  <li>c</li>\n</ul>'],
  ['not further up', LIST, atElement('li', (n) => shiftBlock(n, -1)), undefined],
  [
    'moved elsewhere',
    '<div><p>a</p></div><section>\n  <p>b</p>\n</section>',
    (state, dispatch) =>
      moveBlock(elementId(state.document, 'p'), { after: elementId(state.document, 'p', 1) })(state, dispatch),
    '<div></div><section>\n  <p>b</p>\n  <p>a</p>\n</section>',
  ],
  [
    'moved into something empty',
    '<p>a</p><div></div>',
    (state, dispatch) =>
      moveBlock(elementId(state.document, 'p'), { inside: elementId(state.document, 'div') })(state, dispatch),
    '<div><p>a</p></div>',
  ],
  [
    'not into itself',
    '<div><p>a</p></div>',
    (state, dispatch) =>
      moveBlock(elementId(state.document, 'div'), { inside: elementId(state.document, 'p') })(state, dispatch),
    undefined,
  ],
  [
    'not where it can not stand',
    '<p>a</p><table><tbody><tr><td>b</td></tr></tbody></table>',
    (state, dispatch) =>
      moveBlock(elementId(state.document, 'p'), { inside: elementId(state.document, 'tbody') })(state, dispatch),
    undefined,
  ],
  [
    'inserted',
    LIST,
    atElement('li', (n) => insertBlock(' <li class="x">n</li>\n', { after: n })),
    LIST.replace('</li>', '</li>\n  <li class="x">n</li>'),
  ],
  [
    'inserted at the end',
    LIST,
    atElement('ul', (n) => insertBlock('<li>n</li>', { inside: n })),
    LIST.replace('c</li>', 'c</li>\n  <li>n</li>'),
  ],
  ['not a script', LIST, atElement('li', (n) => insertBlock('<p>a<script>x</script></p>', { after: n })), undefined],
  ['not a handler', LIST, atElement('li', (n) => insertBlock('<p onclick=x>a</p>', { after: n })), undefined],
  ['not something unfinished', LIST, atElement('li', (n) => insertBlock('<p><b>a', { after: n })), undefined],
  [
    'not a block in a line',
    '<p>a <b>c</b></p>',
    atElement('b', (n) => insertBlock('<div>x</div>', { after: n })),
    undefined,
  ],
]);

const RUN =
  '<ul><li data-path-scope="a.*"><b>x</b> y</li><!--k--><li data-path-scope="a.*"><b>x</b> y</li><li data-path-scope="b.*"><b>x</b> y</li></ul>';
testCommandCases(
  'who types next means what stands in a block',
  [
    [
      'a block that moves up',
      '<p>one</p>\n<p>tw|o</p>',
      atElement('p', (n) => shiftBlock(n, -1), 1),
      '<p>tw|o</p>\n<p>one</p>',
    ],
    [
      'with what is selected in it',
      '<p>o[n]e</p> <p>two</p>',
      atElement('p', (n) => shiftBlock(n, 1)),
      '<p>two</p> <p>o[n]e</p>',
    ],
    [
      'chosen by its tools',
      '<h2>a|</h2><p>one</p><p>two</p>',
      atElement('p', (n) => shiftBlock(n, 1)),
      '<h2>a</h2><p>two</p><p>|one</p>',
    ],
    [
      'a copy',
      '<div>\n <p id=x>o|ne</p>\n</div>',
      atElement('p', duplicateBlock),
      '<div>\n <p id=x>one</p>\n <p>|one</p>\n</div>',
    ],
    ['behind one that is deleted', '<p>a|</p><p>b</p><p>c</p>', atElement('p', deleteBlock, 1), '<p>a</p><p>|c</p>'],
    ['before the last, deleted', '<h2>a</h2>\n<p>b|</p>\n', atElement('p', deleteBlock), '<h2>a|</h2>\n'],
    ['around a picture, deleted', '<p>a <img src=x> b|</p>', atElement('img', deleteBlock), '<p>a | b</p>'],
    ['where nothing is left', '<p>a|</p>', atElement('p', deleteBlock), '|'],
    ['of what has no text', '<p>a|</p><hr>', atElement('hr', duplicateBlock), '<p>a</p><hr>|<hr>'],
  ],
  textWithSelection,
);

test('repeaters: an edit of one member is applied to identical members', () => {
  const both = (edited: string): string => RUN.replaceAll('<li data-path-scope="a.*"><b>x</b> y</li>', edited);
  for (const marker of ['x</b> y</li><!', 'x</b> y</li><li']) {
    const editor = editorAt(RUN);
    const position = RUN.indexOf(marker) + 1;
    editor.select(position);
    editor.do(typeText('z'));
    editor.do(typeText('w'));
    assert.equal(editor.state.text, both('<li data-path-scope="a.*"><b>xzw</b> y</li>'));
    // The caret stays in the edited item.
    const follows = marker.endsWith('<!') ? 0 : 2;
    assert.equal(editor.state.selection.head, position + 2 + follows);
    assert.equal(editor.state.history.done.length, 1);
  }
  const editor = editorAt(RUN);
  editor.do(atElement('li', (n) => setAttributes(n, { class: 'k' })));
  assert.equal(editor.state.text, both('<li data-path-scope="a.*" class="k"><b>x</b> y</li>'));
  editor.do(atElement('li', (n) => deleteBlock(n), 1));
  assert.equal(editor.state.text.match(/<li/g)!.length, 2);
});

test('repeaters: members that differ do not change', () => {
  const editor = editorAt('<p data-path-scope="a.*">x|</p><p data-path-scope="a.*">y</p>');
  editor.do(typeText('z'));
  assert.equal(editor.state.text, '<p data-path-scope="a.*">xz</p><p data-path-scope="a.*">y</p>');
});

test('identical members of nested repeaters change, too', () => {
  const item = '<li data-path-scope="a.*"><i data-path-scope="a.*.t">k</i><i data-path-scope="a.*.t">k</i></li>';
  const editor = editorAt(item + item);
  editor.do(atElement('i', (n) => setAttributes(n, { class: 'q' }), 1));
  assert.equal(editor.state.text.match(/class="q"/g)!.length, 4);
});

test('an edit that would exceed the nesting limit of the host is not possible', () => {
  const deep = editorAt('<div>'.repeat(255) + '<p>a</p>' + '</div>'.repeat(255));
  assert.equal(deep.can(atElement('p', (n) => insertBlock('<div><p>x</p></div>', { after: n }))), false);
  assert.equal(deep.can(atElement('p', (n) => insertBlock('<p>x</p>', { after: n }))), true);
});
