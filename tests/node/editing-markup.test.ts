/** What is copied in an editor, and pasted as it was. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf } from '../../src/utils/editing/model/blocks';
import { sourceOf } from '../../src/utils/editing/model/clipboard/source';
import { pasteMarkup } from '../../src/utils/editing/model/commands/paste-markup';
import { createState } from '../../src/utils/editing/model/state';
import { marked } from '../lib/editing';
import { rows } from '../lib/editing-rows';

test('the source of some words has the elements around them, and no more', () => {
  const { text, document } = createState(
    '<p>One <a class="x" target="_blank" href="/a">two <b>three</b></a> <span data-path="a.b">c</span></p>',
  );
  const [block] = blocksOf(document);
  const copy = (from: number, to: number): string => sourceOf(text, block!, from, to);
  assert.equal(copy(4, 7), '<a class="x" target="_blank" href="/a">two</a>');
  assert.equal(copy(10, 15), '<a class="x" target="_blank" href="/a"><b>ree</b></a> <span data-path="a.b">c</span>');
  assert.equal(copy(0, 3), 'One');
});

const link = '<a class="x" href="/a">two</a>';
rows(
  'source that is pasted',
  [
    ['goes into the text', '<p>a|b</p>', pasteMarkup(link), `<p>a${link}|b</p>`],
    ['behind a space that was the last', '<p>a&nbsp;|</p>', pasteMarkup(link), `<p>a ${link}|</p>`],
    ['in place of what is selected', '<p>a[b]c</p>', pasteMarkup(link), `<p>a${link}|c</p>`],
    ['as a block behind the block', '<p>a|b</p><p>c</p>', pasteMarkup('<hr>'), '<p>ab</p>[<hr>]<p>c</p>'],
    ['not a link into a link', '<p><a href="/b">a|b</a></p>', pasteMarkup(link), undefined],
    ['not what runs', '<p>a|b</p>', pasteMarkup('<img src="x" onerror="alert(1)">'), undefined],
    ['nor a script', '<p>a|b</p>', pasteMarkup('<script>alert(1)</script>'), undefined],
    ['nor where a script leads', '<p>a|b</p>', pasteMarkup('<a href="javascript:alert(1)">x</a>'), undefined],
  ],
  marked,
);
