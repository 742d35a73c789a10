/** Generates random commands of the editor with random arguments. */
import { MARK_TYPES } from '../../src/utils/editing/model/mark-registry';
import { blocksOf } from '../../src/utils/editing/model/blocks';
import {
  bindAttribute,
  bindContent,
  bindRepeater,
  bindSelection,
  unbindInlineNode,
} from '../../src/utils/editing/model/commands/bind';
import { setBlockType } from '../../src/utils/editing/model/commands/block-type';
import { deleteBlock } from '../../src/utils/editing/model/commands/delete-block';
import { deleteCrossBlockSelection } from '../../src/utils/editing/model/commands/delete-cross-block-selection';
import { deleteText } from '../../src/utils/editing/model/commands/delete-text';
import { duplicateBlock } from '../../src/utils/editing/model/commands/duplicate-block';
import { insertBlock, type InsertPosition } from '../../src/utils/editing/model/commands/insert-block';
import { mergeBlocks } from '../../src/utils/editing/model/commands/merge-blocks';
import { moveBlock, shiftBlock } from '../../src/utils/editing/model/commands/move-block';
import { replaceSelection } from '../../src/utils/editing/model/commands/replace-selection';
import { paste } from '../../src/utils/editing/model/commands/paste';
import { setAttributes } from '../../src/utils/editing/model/commands/set-attribute';
import { setImage } from '../../src/utils/editing/model/commands/set-image';
import { setLink } from '../../src/utils/editing/model/commands/set-link';
import { setTheme } from '../../src/utils/editing/model/commands/set-theme';
import { splitBlock } from '../../src/utils/editing/model/commands/split-block';
import { toggleMark } from '../../src/utils/editing/model/commands/toggle-mark';
import { typeText } from '../../src/utils/editing/model/commands/type-text';
import { discard, redo, undo } from '../../src/utils/editing/model/commands/undo';
import type { PastedBlock } from '../../src/utils/editing/model/clipboard/clipboard-schema';
import { elementsOf } from '../../src/utils/editing/model/syntax-tree';
import type { Command, EditorState } from '../../src/utils/editing/model/state';

const TEXTS = ['x', ' ', 'word', '&', '<b>', '\u00a0', '😀', '\n', 'amp;', '\0', '\ud800', '</p>', '-->', 'é'];
const BLOCKS = [
  '<p>new</p>',
  '<h2>new</h2>',
  '<li>new</li>',
  '<div class="k"><p>a</p><img src="x" alt=""></div>',
  '<td>x</td>',
  '<b>x</b>',
  '<a href="/x">y</a>',
  '<hr>',
];
const ADDRESSES = ['/x', 'https://a.example/?a=1&b=2', '#top', 'mailto:a@b.example', '', ' /y '];
const PATHS = ['a.b', 'a.items.*', 'a[0:3]', "x['y z']", 'a[', ''];
const NAMES = [
  'title',
  'class',
  'id',
  'href',
  'src',
  'style',
  'onclick',
  'name',
  'data-x',
  'srcset',
  'template',
  'is',
  'action',
];
const TYPES = ['paragraph', 'heading1', 'heading3', 'bullets', 'numbers', 'quote', 'code'] as const;

const run = (text: string): PastedBlock => ({ type: 'paragraph', depth: 0, runs: [{ text, marks: { bold: true } }] });
const PASTES: readonly (readonly PastedBlock[])[] = [
  [run('x')],
  [run('x'), run('y & <z>')],
  [run('x'), { ...run('h'), type: 'heading2' } as PastedBlock, run('y')],
  [{ ...run('h'), type: 'bullets' } as PastedBlock, { ...run('i'), type: 'bullets', depth: 1 } as PastedBlock],
  [{ type: 'rule' }, { type: 'image', src: '/x', alt: '', size: { width: 2, height: 1 } }],
];

/**
 * Returns a random command and its name.
 * @param hostile texts that are sometimes used as arguments
 */
export function randomCommand(
  state: EditorState,
  next: () => number,
  hostile: readonly string[],
): { name: string; command: Command } {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const text = (own: readonly string[]): string => (next() < 0.2 ? pick(hostile) : pick(own));
  const elements = [...elementsOf(state.document)];
  const id = elements.length ? pick(elements).node.id : 1;
  const spot = (): InsertPosition => pick([{ before: id }, { after: id }, { inside: id }]);
  /** Runs a command with a random selection within one block. */
  const selected =
    (command: Command): Command =>
    (now, dispatch) => {
      const blocks = blocksOf(now.document);
      const block = blocks.length ? blocks[Math.floor(roll * blocks.length)]! : undefined;
      const from = block ? block.from : 0;
      const size = block ? block.to - block.from : now.text.length;
      const anchor = from + Math.floor(one * (size + 1));
      const head = two < 0.5 ? anchor : from + Math.floor(other * (size + 1));
      return command({ ...now, selection: { anchor, head } }, dispatch);
    };
  /** Runs a command with a random selection from one block to another. */
  const spanned =
    (command: Command): Command =>
    (now, dispatch) => {
      const blocks = blocksOf(now.document);
      const [anchor = 0, head = 0] = [
        [roll, two],
        [one, other],
      ].map(([which, where]) => {
        const block = blocks[Math.floor(which! * blocks.length)];
        return block && block.from + Math.floor(where! * (block.to - block.from + 1));
      });
      return command({ ...now, selection: { anchor, head } }, dispatch);
    };
  const [roll, one, two, other] = [next(), next(), next(), next()];
  const make: readonly (readonly [string, () => Command])[] = [
    ['type', () => selected(typeText(text(TEXTS)))],
    ['type on', () => typeText(text(TEXTS))],
    ['delete text', () => selected(deleteText(pick([-1, 1])))],
    ['mark', () => selected(toggleMark(pick(MARK_TYPES.filter((type) => type !== 'link'))))],
    ['link', () => selected(setLink(next() < 0.2 ? null : text(ADDRESSES)))],
    ['split', () => selected(splitBlock)],
    ['delete span', () => spanned(deleteCrossBlockSelection)],
    ['type over span', () => spanned(replaceSelection(typeText(text(TEXTS))))],
    ['split over span', () => spanned(replaceSelection(splitBlock))],
    ['mark span', () => spanned(toggleMark(pick(MARK_TYPES.filter((type) => type !== 'link'))))],
    ['link span', () => spanned(setLink(next() < 0.2 ? null : text(ADDRESSES)))],
    ['paste', () => selected(paste(pick(PASTES)))],
    ['paste over span', () => spanned(paste(pick(PASTES)))],
    ['merge', () => selected(mergeBlocks(pick([-1, 1])))],
    ['block type', () => selected(setBlockType(pick(TYPES)))],
    [
      'attribute',
      () => setAttributes(id, { [next() < 0.1 ? pick(hostile) : pick(NAMES)]: next() < 0.2 ? null : text(TEXTS) }),
    ],
    [
      'image',
      () =>
        setImage(id, {
          src: text(ADDRESSES),
          alt: text(TEXTS),
          ...(next() < 0.3 ? { srcset: text(['a 1x, b 2x']) } : {}),
        }),
    ],
    ['theme', () => setTheme(next() < 0.3 ? null : text(['-theme--a', '-theme--b']), next() < 0.5 ? id : undefined)],
    ['move', () => moveBlock(id, { after: elements.length ? pick(elements).node.id : 1 })],
    ['shift', () => shiftBlock(id, pick([-1, 1]))],
    ['duplicate', () => duplicateBlock(id)],
    ['delete', () => (next() < 0.3 ? deleteBlock(id) : undo)],
    ['insert', () => insertBlock(text(BLOCKS), spot())],
    ['bind', () => bindContent(id, next() < 0.3 ? null : text(PATHS), text(TEXTS))],
    [
      'bind attribute',
      () => bindAttribute(id, next() < 0.1 ? pick(hostile) : pick(NAMES), next() < 0.3 ? null : text(PATHS)),
    ],
    ['repeat', () => bindRepeater(id, next() < 0.3 ? null : text(PATHS))],
    ['bind selection', () => selected(bindSelection(text(PATHS)))],
    ['unbind', () => unbindInlineNode(id)],
    ['undo', () => undo],
    ['redo', () => redo],
    ['discard', () => (next() < 0.1 ? discard : redo)],
  ];
  const [name, command] = pick(make);
  return { name, command: command() };
}
