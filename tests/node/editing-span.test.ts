/** Selections over several blocks: each command is one undo step. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteCrossBlockSelection } from '../../src/utils/editing/model/commands/delete-cross-block-selection';
import { setBlockType } from '../../src/utils/editing/model/commands/block-type';
import { replaceSelection } from '../../src/utils/editing/model/commands/replace-selection';
import { setLink } from '../../src/utils/editing/model/commands/set-link';
import { splitBlock } from '../../src/utils/editing/model/commands/split-block';
import { toggleMark } from '../../src/utils/editing/model/commands/toggle-mark';
import { typeText } from '../../src/utils/editing/model/commands/type-text';
import { redo, undo } from '../../src/utils/editing/model/commands/undo';
import { editorAt, textWithSelection } from '../lib/editing';
import { testCommandCases, type CommandCase } from '../lib/command-cases';

const LINES = '<div>\n  <p>one t[wo</p>\n  <p>mid</p>\n  <hr>\n  <p>thr]ee</p>\n</div>';
const COLUMNS = '<div class="columns"><div><p>a[b</p></div><div><p>m</p></div><div><p>c]d</p></div></div>';

const deleted: readonly (readonly [name: string, before: string, after: string | undefined])[] = [
  ['first and last are joined, between goes', LINES, '<div>\n  <p>one t|ee</p>\n</div>'],
  ['spaces on both sides of the seam show', '<p>one [two</p><p>three] four</p>', '<p>one |&nbsp;four</p>'],
  ['a space at the end of a line is a plain one again', '<p>one&nbsp;[</p><p>t]wo</p>', '<p>one |wo</p>'],
  ['also in a mark', '<p><b>one&nbsp;[</b></p><p>t]wo</p>', '<p><b>one |</b>wo</p>'],
  ['also before a line break', '<p>one&nbsp;[<br></p><p>t]wo</p>', '<p>one |wo</p>'],
  ['also at the beginning of a line', '<p>one[</p><p>]&nbsp;two</p>', '<p>one| two</p>'],
  ['of several, those that collapse stay', '<p>one&nbsp;[</p><p>]&nbsp;two</p>', '<p>one |&nbsp;two</p>'],
  ['where the line still ends it shows', '<p>one&nbsp;[</p><p>two]</p>', '<p>one&nbsp;|</p>'],
  ['a space between words that does not break stays', '<p>one&nbsp;[two</p><p>t]hree</p>', '<p>one&nbsp;|hree</p>'],
  ['white space that does not show stays so', '<p>\n a[b\n</p>\n<p>\n c]d\n</p>', '<p>\n a|d</p>'],
  ['the first one’s kind stays', '<h2 id="t">a[b</h2><p class="k">c]d</p>', '<h2 id="t">a|d</h2>'],
  [
    'a list that is used up goes',
    '<p>a[b</p>\n<ul>\n <li>x</li>\n <li>c]d</li>\n</ul>\n<p>z</p>',
    '<p>a|d</p>\n<p>z</p>',
  ],
  [
    'what is left of a list stays',
    '<p>a[b</p><ul><li>x</li><li>c]d</li><li>e</li></ul>',
    '<p>a|d</p><ul><li>e</li></ul>',
  ],
  [
    'marks stay with their text',
    '<p><b>a[b</b></p><p><i class="k">c]d</i> &amp; e</p>',
    '<p><b>a|</b><i class="k">d</i> &amp; e</p>',
  ],
  [
    'a value out of data behind the selection stays',
    '<p>a[b</p><p>c] <span data-path="x.y">v</span></p>',
    '<p>a| <span data-path="x.y">v</span></p>',
  ],
  [
    'a value out of data in it goes',
    '<p>a[b</p><h3 data-path="t">T</h3><p><span data-path="x">v</span>c]d</p>',
    '<p>a|d</p>',
  ],
  ['columns are not joined', COLUMNS, '<div class="columns"><div><p>a|</p></div><div><p>d</p></div></div>'],
  [
    'of a column’s only text nothing is left',
    '<div><p>a[b</p></div><div><p>cd]</p></div>',
    '<div><p>a|</p></div><div><p></p></div>',
  ],
  [
    'of one text of several, not even that',
    '<div><p>a[b</p></div><div><p>cd]</p><p>e</p></div>',
    '<div><p>a|</p></div><div><p>e</p></div>',
  ],
  [
    'a table keeps its cells',
    '<table><tbody><tr><td>a[b</td><td>m</td><td>c]d</td></tr></tbody></table>',
    '<table><tbody><tr><td>a|</td><td></td><td>d</td></tr></tbody></table>',
  ],
  [
    'what repeats takes nothing in',
    '<ul><li data-path-scope="a">x[y</li></ul><p>z]w</p>',
    '<ul><li data-path-scope="a">x|</li></ul><p>w</p>',
  ],
  [
    'what repeats lets nothing out',
    '<p>x[y</p><ul><li data-path-scope="a">z]w</li></ul>',
    '<p>x|</p><ul><li data-path-scope="a">w</li></ul>',
  ],
  ['code takes no text in', '<pre>a[b</pre><p>c]d</p>', '<pre>a|</pre><p>d</p>'],
  ['halves of an entity stay apart', '<p>a &am[x</p><p>y]p; b</p>', '<p>a &am|</p><p>p; b</p>'],
  [
    'all of it leaves a block to type in',
    '<section><h2>[T</h2><p>a</p><ul><li>b]</li></ul></section>',
    '<section><h2>|</h2></section>',
  ],
  ['loose text', '<div>Lo[ose <i>x</i><p>a]b</p></div>', '<div>Lo|b</div>'],
  ['loose text that is all gone', '<div>[Loose <i>x</i><p>a]b</p></div>', '<div><p>|b</p></div>'],
  ['scripts between stay', '<p>a[b</p><script type="x">1</script><p>c]d</p>', '<p>a|d</p><script type="x">1</script>'],
  [
    'all of the first and nothing of the last: that stays what it is',
    '<h2>[T</h2><p>a</p><p class="k">]b</p>',
    '<p class="k">|b</p>',
  ],
  ['also a heading', '<section><p>[a</p><h2 id="t">]T</h2></section>', '<section><h2 id="t">|T</h2></section>'],
  ['not within one block', '<p>a[b]c</p>', undefined],
];
testCommandCases(
  'delete a span',
  deleted.map(([name, before, after]): CommandCase => [name, before, deleteCrossBlockSelection, after]),
  textWithSelection,
);

testCommandCases(
  'in place of a span',
  [
    ['typing', '<p>a[b</p><p>c]d</p>', replaceSelection(typeText('x')), '<p>ax|d</p>'],
    [
      'typing behind a space at the end of a line',
      '<p>one&nbsp;[</p><p>t]wo</p>',
      replaceSelection(typeText('x')),
      '<p>one x|wo</p>',
    ],
    ['typing where but one place is meant', '<p>ab|</p>', replaceSelection(typeText('x')), '<p>abx|</p>'],
    ['a new line', '<p>a[b</p><p>m</p><p>c]d</p>', replaceSelection(splitBlock), '<p>a</p><p>|d</p>'],
    ['what can not be done takes nothing away', '<p>a[b</p><p>c]d</p>', replaceSelection(() => false), undefined],
    [
      'bold',
      '<p>a[b</p><p>m</p><p>c]d</p>',
      toggleMark('bold'),
      '<p>a[<strong>b</strong></p><p><strong>m</strong></p><p><strong>c]</strong>d</p>',
    ],
    [
      'bold where a part is',
      '<p>a[b</p><p><b>m</b>c]d</p>',
      toggleMark('bold'),
      '<p>a[<strong>b</strong></p><p><b>mc]</b>d</p>',
    ],
    ['not bold', '<p><b>a[b</b></p><p><b>c]</b>d</p>', toggleMark('bold'), '<p><b>a[</b>b</p><p>c]d</p>'],
    [
      'not what comes from data',
      '<p>a[b</p><p data-path="x">m</p><p>c]d</p>',
      toggleMark('italic'),
      '<p>a[<em>b</em></p><p data-path="x">m</p><p><em>c]</em>d</p>',
    ],
    ['a heading of each', '<p>a[b</p><p>c]d</p>', setBlockType('heading2'), '<h2>a[b</h2><h2>c]d</h2>'],
    [
      'one list of all, and what is one already',
      '<p>a[b</p><h2>m</h2><ul><li>c]d</li></ul>',
      setBlockType('bullets'),
      '<ul><li>a[b</li><li>m</li><li>c]d</li></ul>',
    ],
    [
      'paragraphs of items',
      '<ul><li>a[b</li><li>m</li><li>c]d</li><li>e</li></ul>',
      setBlockType('paragraph'),
      '<p>a[b</p><p>m</p><p>c]d</p><ul><li>e</li></ul>',
    ],
    ['a link on each', '<p>a[b</p><p>c]d</p>', setLink('/x'), '<p>a[<a href="/x">b</a></p><p><a href="/x">c]</a>d</p>'],
    ['no link on any', '<p>a<a href="/x">[b</a></p><p><a href="/y">c]</a>d</p>', setLink(null), '<p>a[b</p><p>c]d</p>'],
    ['no address that runs code', '<p>a[b</p><p>c]d</p>', setLink('javascript:x'), undefined],
  ],
  textWithSelection,
);

test('a cross-block command is one undo step, and undo restores the selection with its direction', () => {
  for (const command of [
    deleteCrossBlockSelection,
    replaceSelection(typeText('x')),
    replaceSelection(splitBlock),
    toggleMark('bold'),
  ]) {
    for (const turned of [false, true]) {
      const editor = editorAt(LINES);
      const { anchor, head } = editor.state.selection;
      const selection = turned ? { anchor: head, head: anchor } : { anchor, head };
      editor.select(selection.anchor, selection.head);
      const { text } = editor.state;
      assert.ok(editor.do(command));
      const after = editor.state;
      assert.equal(after.history.done.length, 1);
      editor.do(undo);
      assert.deepEqual([editor.state.text, editor.state.selection], [text, selection]);
      editor.do(redo);
      assert.deepEqual([editor.state.text, editor.state.selection], [after.text, after.selection]);
    }
  }
});

test('marks keep the direction of a backward selection', () => {
  const editor = editorAt('<p>a[b</p><p>c]d</p>');
  const { anchor, head } = editor.state.selection;
  editor.select(head, anchor);
  editor.do(toggleMark('bold'));
  const { selection } = editor.state;
  assert.ok(selection.head < selection.anchor);
});

test('an edit in a member of a repeater is applied to identical members', () => {
  const member = '<li data-path-scope="a.*"><p>ab</p><p>cd</p></li>';
  const editor = editorAt(`<ul>${member}${member}</ul>`);
  const at = editor.state.text.indexOf('b</p>');
  editor.select(at, editor.state.text.indexOf('d</p>'));
  assert.ok(editor.do(deleteCrossBlockSelection));
  assert.equal(editor.state.text, '<ul>' + '<li data-path-scope="a.*"><p>ad</p></li>'.repeat(2) + '</ul>');
  assert.equal(editor.state.selection.head, at);
});
