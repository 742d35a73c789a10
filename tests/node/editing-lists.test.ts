/** Editor commands for lists and quotes: indenting and outdenting items, leaving a list, and merging adjacent lists. */
import { liftItem, leaveEmptyItem, leaveList, sinkItem } from '../../src/utils/editing/model/commands/list-item';
import { liftEmptyBlock } from '../../src/utils/editing/model/commands/lift-empty-block';
import { mergeBlocks } from '../../src/utils/editing/model/commands/merge-blocks';
import { setBlockType } from '../../src/utils/editing/model/commands/block-type';
import { textWithSelection } from '../lib/editing';
import { testCommandCases } from '../lib/command-cases';

testCommandCases(
  'in',
  [
    [
      'below the one before',
      '<ul class="k"><li>a</li><li>b|c</li><li>d</li></ul>',
      sinkItem,
      '<ul class="k"><li>a<ul><li>b|c</li></ul></li><li>d</li></ul>',
    ],
    [
      'into the list that it has',
      '<ol>\n  <li>a\n    <ol>\n      <li>b</li>\n    </ol>\n  </li>\n  <li>c|</li>\n</ol>',
      sinkItem,
      '<ol>\n  <li>a\n    <ol>\n      <li>b</li>\n      <li>c|</li>\n    </ol>\n  </li>\n</ol>',
    ],
    [
      'with all that is in it',
      '<ul><li>a</li><li>b|<ul><li>c</li></ul></li></ul>',
      sinkItem,
      '<ul><li>a<ul><li>b|<ul><li>c</li></ul></li></ul></li></ul>',
    ],
    ['not the first', '<ul><li>a|</li><li>b</li></ul>', sinkItem, undefined],
    ['not what repeats', '<ul><li>a</li><li data-path-scope="x.y">b|</li></ul>', sinkItem, undefined],
    ['not into what repeats', '<ul><li data-path-scope="x.y">a</li><li>b|</li></ul>', sinkItem, undefined],
    ['not an item without an end', '<ul><li>a<li>b|</ul>', sinkItem, undefined],
    ['no item', '<p>a|</p>', sinkItem, undefined],
  ],
  textWithSelection,
);

testCommandCases(
  'out',
  [
    ['behind what it stood in', '<ul><li>a<ul><li>b|</li></ul></li></ul>', liftItem, '<ul><li>a</li><li>b|</li></ul>'],
    [
      'from the middle',
      '<ul><li>a<ul class="k"><li>b</li><li>c|</li><li>d</li></ul></li><li>e</li></ul>',
      liftItem,
      '<ul><li>a<ul class="k"><li>b</li></ul></li><li>c|<ul><li>d</li></ul></li><li>e</li></ul>',
    ],
    [
      'lines stay lines',
      '<ul>\n  <li>a\n    <ul>\n      <li>b</li>\n      <li>c|</li>\n    </ul>\n  </li>\n</ul>',
      liftItem,
      '<ul>\n  <li>a\n    <ul>\n      <li>b</li>\n    </ul>\n  </li>\n  <li>c|</li>\n</ul>',
    ],
    ['not out of the list', '<ul><li>a|</li></ul>', liftItem, undefined],
  ],
  textWithSelection,
);

testCommandCases(
  'leave',
  [
    ['an empty item at the end', '<ul><li>a</li><li>|</li></ul>', leaveEmptyItem, '<ul><li>a</li></ul><p>|</p>'],
    [
      'an empty item within',
      '<ul><li>a</li><li>|</li><li>b</li></ul>',
      leaveEmptyItem,
      '<ul><li>a</li></ul><p>|</p><ul><li>b</li></ul>',
    ],
    [
      'an empty item of an inner list',
      '<ul><li>a<ul><li>b</li><li>|</li></ul></li></ul>',
      leaveEmptyItem,
      '<ul><li>a<ul><li>b</li></ul></li><li>|</li></ul>',
    ],
    ['the only one', '<div><ul><li>|</li></ul></div>', leaveEmptyItem, '<div><p>|</p></div>'],
    ['none with text', '<ul><li>a</li><li>|b</li></ul>', leaveEmptyItem, undefined],
    ['by its start, with text', '<ul><li>|a</li><li>b</li></ul>', leaveList, '<p>|a</p><ul><li>b</li></ul>'],
    ['not by its middle', '<ul><li>a|b</li></ul>', leaveList, undefined],
    [
      'by its start, with a list in it',
      '<ul class="k"><li>z</li><li>|a<ul><li>b</li></ul></li><li>c</li></ul>',
      leaveList,
      '<ul class="k"><li>z</li></ul><p>|a</p><ul><li>b</li></ul><ul class="k"><li>c</li></ul>',
    ],
    [
      'by its start, with a list in it that is all of the list',
      '<ul>\n  <li>|a\n    <ul><li>b</li></ul>\n  </li>\n</ul>',
      leaveList,
      '<p>|a</p><ul><li>b</li></ul>',
    ],
  ],
  textWithSelection,
);

testCommandCases(
  'leave a quote',
  [
    [
      'from its empty last line',
      '<blockquote>a<br>|</blockquote>',
      liftEmptyBlock,
      '<blockquote>a</blockquote><p>|</p>',
    ],
    [
      'from its empty last paragraph, in lines',
      '<div>\n<blockquote>\n  <p>a</p>\n  <p>|</p>\n</blockquote>\n<p>b</p></div>',
      liftEmptyBlock,
      '<div>\n<blockquote>\n  <p>a</p>\n</blockquote>\n<p>|</p>\n<p>b</p></div>',
    ],
    ['not from a line with text', '<blockquote>a<br>b|</blockquote>', liftEmptyBlock, undefined],
    ['not from an empty line within', '<blockquote>a<br>|<br>b</blockquote>', liftEmptyBlock, undefined],
    [
      'not from an empty paragraph within',
      '<blockquote><p>a</p><p>|</p><p>b</p></blockquote>',
      liftEmptyBlock,
      undefined,
    ],
    ['not from one whose end is not written', '<div><blockquote><p>a</p><p>|</p></div>', liftEmptyBlock, undefined],
    [
      'not from what repeats',
      '<blockquote><p>a</p><p data-path-scope="l.*">|</p></blockquote>',
      liftEmptyBlock,
      undefined,
    ],
    ['not from all that it has', '<blockquote><p>|</p></blockquote>', liftEmptyBlock, undefined],
    ['not from none', '<div><p>a</p><p>|</p></div>', liftEmptyBlock, undefined],
  ],
  textWithSelection,
);

testCommandCases(
  'one list',
  [
    [
      'with that before',
      '<ul id="k"><li>a</li></ul>\n<p>b|</p>',
      setBlockType('bullets'),
      '<ul id="k"><li>a</li><li>b|</li></ul>',
    ],
    [
      'in lines',
      '<ul>\n  <li>a</li>\n</ul>\n<p>b|</p>',
      setBlockType('bullets'),
      '<ul>\n  <li>a</li>\n  <li>b|</li>\n</ul>',
    ],
    [
      'with that behind',
      '<p>a|</p><ol class="k"><li>b</li></ol>',
      setBlockType('numbers'),
      '<ol class="k"><li>a|</li><li>b</li></ol>',
    ],
    [
      'with both',
      '<ul><li>a</li></ul><p>b|</p><ul class="x"><li>c</li></ul>',
      setBlockType('bullets'),
      '<ul><li>a</li><li>b|</li><li>c</li></ul>',
    ],
    [
      'not with another kind',
      '<ol><li>a</li></ol><p>b|</p>',
      setBlockType('bullets'),
      '<ol><li>a</li></ol><ul><li>b|</li></ul>',
    ],
    [
      'not over words',
      '<ul><li>a</li></ul>x<p>b|</p>',
      setBlockType('bullets'),
      '<ul><li>a</li></ul>x<ul><li>b|</li></ul>',
    ],
  ],
  textWithSelection,
);

testCommandCases(
  'join',
  [
    ['a paragraph with the last item', '<ul><li>a</li></ul><p>|b</p>', mergeBlocks(-1), '<ul><li>a|b</li></ul>'],
    [
      'the first item with a paragraph',
      '<p>a</p><ul><li>|b</li><li>c</li></ul>',
      mergeBlocks(-1),
      '<p>a|b</p><ul><li>c</li></ul>',
    ],
    ['a list of one goes', '<p>a</p><ul><li>|b</li></ul>', mergeBlocks(-1), '<p>a|b</p>'],
    ['forward', '<p>a|</p><blockquote><p>b</p></blockquote>', mergeBlocks(1), '<p>a|b</p>'],
    ['not out of a box', '<p>a</p><div><ul><li>|b</li></ul></div>', mergeBlocks(-1), undefined],
    ['not what repeats', '<p>a</p><ul data-path-scope="x.y"><li>|b</li></ul>', mergeBlocks(-1), undefined],
  ],
  textWithSelection,
);
