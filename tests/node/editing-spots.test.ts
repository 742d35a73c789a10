/** Drop targets of blocks, and that a block can be inserted at each of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveBlock, shiftBlock } from '../../src/utils/editing/model/commands/move-block';
import { insertAfter } from '../../src/utils/editing/model/commands/insert-after';
import { insertBlock } from '../../src/utils/editing/model/commands/insert-block';
import { undo } from '../../src/utils/editing/model/commands/undo';
import { Editor } from '../../src/utils/editing/model/editor';
import { resolveElement, elementsOf } from '../../src/utils/editing/model/syntax-tree';
import { createState } from '../../src/utils/editing/model/state';
import {
  excerptOf,
  findDropTargets,
  isContentMatch,
  type DropTarget,
} from '../../src/utils/editing/model/drop-targets';
import { caseTemplates, demoTemplates, elementId } from '../lib/editing';
import { atElement, testCommandCases } from '../lib/command-cases';

const named = (view: string, list: readonly DropTarget[]): string[] =>
  list.map(({ position, element, depth, isCurrent }) => {
    const own = view.slice(element.from, element.to).match(/id="?(\w+)/)?.[1] ?? element.node.tag;
    return `${Object.keys(position)[0]} ${own}${isCurrent ? ' here' : ''} ${depth}`;
  });
const spots = (view: string, tag: string, id?: string): string[] => {
  const { document } = createState(view);
  const moved = [...elementsOf(document)].find(({ node }) => node.attributes.some(({ value }) => value === id));
  return named(view, findDropTargets(document, tag, moved));
};

const PAGE =
  '<section id="s"><h2 id="h">T</h2><div id="c"><div id="one"><p id="a">a</p></div><div id="two"></div></div><ul id="l"><li id="x">x</li><li id="y">y</li></ul></section>';

test('a block has drop targets between blocks, in columns, and in empty containers', () => {
  assert.deepEqual(spots(PAGE, 'p', 'h'), [
    'before s 0',
    'before h here 1',
    'before one 2',
    'before a 3',
    'after a 3',
    'after one 2',
    'inside two 3',
    'after two 2',
    'after c 1',
    'after l 1',
    'after s 0',
  ]);
});

test('a list item has drop targets in lists only', () => {
  assert.deepEqual(spots(PAGE, 'li', 'y'), ['before x 2', 'after x here 2']);
  assert.equal(isContentMatch('p', 'ul'), false);
  assert.equal(isContentMatch('tr', 'tbody'), true);
  assert.equal(isContentMatch('td', 'div'), false);
});

test('data-bound content, text, repeated members, and the block itself are no drop targets', () => {
  const view =
    '<div id="d"><div id="b" data-path="x"><p>p</p></div><p id="p">t <b>b</b></p><p id="r" data-path-scope="a">1</p><hr id="k"><p id="q" data-path-scope="a">2</p></div>';
  assert.deepEqual(spots(view, 'p', 'p'), ['before d 0', 'before b 1', 'after b here 1', 'after q 1', 'after d 0']);
  assert.deepEqual(spots('<div id="d"><section id="s"><p>a</p></section></div>', 'section', 's'), [
    'before d 0',
    'before s here 1',
    'after d 0',
  ]);
  // A new block has no position of its own.
  assert.deepEqual(spots('<p id="p">a</p>', 'hr'), ['before p 0', 'after p 0']);
});

test('at each drop target of each template, a block can be inserted, and the insertion undone', () => {
  let put = 0;
  let refused = 0;
  for (const view of [...demoTemplates, ...caseTemplates]) {
    const { document } = createState(view);
    for (const moved of [...elementsOf(document)].filter(({ node }) =>
      /^(?:p|li|h2|div|img|article)$/.test(node.tag),
    )) {
      for (const { position, isCurrent } of findDropTargets(document, moved.node.tag, moved)) {
        const editor = new Editor(view);
        if (editor.do(moveBlock(moved.node.id, position))) {
          put++;
          assert.ok(!isCurrent || editor.state.text !== view);
          editor.do(undo);
          assert.equal(editor.state.text, view);
        } else if (!isCurrent) refused++;
      }
    }
    for (const { position } of findDropTargets(document, 'p'))
      assert.ok(new Editor(view).can(insertBlock('<p>x</p>', position)), view);
  }
  assert.ok(put > 200 && refused < put / 20, `${put} put, ${refused} refused`);
});

const RUN =
  '<ul>\n  <li>a</li>\n  <li data-path-scope="s">1</li>\n  <li data-path-scope="s">2</li>\n  <li>b</li>\n</ul>';
testCommandCases('the members of a run move as one', [
  [
    'up',
    RUN,
    atElement('li', (id) => shiftBlock(id, -1), 2),
    '<ul>\n  <li data-path-scope="s">1</li>\n  <li data-path-scope="s">2</li>\n  <li>a</li>\n  <li>b</li>\n</ul>',
  ],
  [
    'down',
    RUN,
    atElement('li', (id) => shiftBlock(id, 1), 1),
    '<ul>\n  <li>a</li>\n  <li>b</li>\n  <li data-path-scope="s">1</li>\n  <li data-path-scope="s">2</li>\n</ul>',
  ],
  [
    'elsewhere',
    `${RUN}<ol><li>c</li></ol>`,
    (state, dispatch) =>
      moveBlock(elementId(state.document, 'li', 1), { after: elementId(state.document, 'li', 4) })(state, dispatch),
    '<ul>\n  <li>a</li>\n  <li>b</li>\n</ul><ol><li>c</li><li data-path-scope="s">1</li>\n  <li data-path-scope="s">2</li></ol>',
  ],
  [
    'not further',
    '<ul><li data-path-scope="s">1</li><li data-path-scope="s">2</li></ul>',
    atElement('li', (id) => shiftBlock(id, 1)),
    undefined,
  ],
]);

test('a block has a short text as its description', () => {
  const { document } = createState(`<p>  One\n <b>two</b> </p><p>${'word '.repeat(20)}</p><hr>`);
  const says = (tag: string, nth = 0): string =>
    excerptOf(resolveElement(document, elementId(document, tag, nth))!, 12);
  assert.deepEqual([says('p'), says('p', 1), says('hr')], ['One two', 'word word wo…', '']);
});

const P = '<p>New</p>';
testCommandCases('behind', [
  ['a paragraph', '<div><p>a</p></div>', atElement('p', (id) => insertAfter(P, id)), `<div><p>a</p>${P}</div>`],
  [
    'an item: its list',
    '<div>\n  <ul><li>a</li><li>b</li></ul>\n</div>',
    atElement('li', (id) => insertAfter(P, id)),
    `<div>\n  <ul><li>a</li><li>b</li></ul>\n  ${P}\n</div>`,
  ],
  [
    'an item of a list in an item: the inner list',
    '<ul><li>a<ol><li>b</li></ol></li></ul>',
    atElement('li', (id) => insertAfter('<ul><li>New</li></ul>', id), 1),
    '<ul><li>a<ol><li>b</li></ol><ul><li>New</li></ul></li></ul>',
  ],
  [
    'a cell: its table, whose body nobody has written',
    '<section><table><tr><td>a</td></tr></table></section>',
    atElement('td', (id) => insertAfter(P, id)),
    `<section><table><tr><td>a</td></tr></table>${P}</section>`,
  ],
  [
    'a picture’s image: the picture',
    '<picture><source srcset="/a"><img src="/b" alt=""></picture>',
    atElement('img', (id) => insertAfter('<hr>', id)),
    '<picture><source srcset="/a"><img src="/b" alt=""></picture><hr>',
  ],
  [
    'words in a text: the text',
    '<div><p>a <b>b</b> c</p></div>',
    atElement('b', (id) => insertAfter(P, id)),
    `<div><p>a <b>b</b> c</p>${P}</div>`,
  ],
  [
    'not what no view may hold',
    '<ul><li>a</li></ul>',
    atElement('li', (id) => insertAfter('<script></script>', id)),
    undefined,
  ],
  ['not behind what is gone', '<p>a</p>', insertAfter(P, 99), undefined],
]);
