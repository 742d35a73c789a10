/** Converts the text of a block to a Quill delta and back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { toContent, toMarks, toRuns, toggled } from '../../frontend/src/editor/view/text/delta';
import { blocksOf } from '../../src/utils/editing/model/blocks';
import { toRuns as runsOfBlock } from '../../src/utils/editing/model/inline';
import type { Run } from '../../src/utils/editing/model/runs';
import { createState } from '../../src/utils/editing/model/state';

function read(html: string): ReturnType<typeof toContent> & { runs: ReturnType<typeof runsOfBlock> } {
  const { text, document } = createState(html);
  const block = blocksOf(document)[0]!;
  return { ...toContent(text, block), runs: runsOfBlock(text, block) };
}

/** Merges adjacent runs with the same marks. */
function joined(runs: readonly Run[]): Run[] {
  const out: { insert: Run['insert']; marks: Run['marks'] }[] = [];
  for (const { insert, marks } of runs) {
    const last = out.at(-1);
    if (typeof insert === 'string' && typeof last?.insert === 'string' && isDeepStrictEqual(marks, last.marks))
      last.insert += insert;
    else out.push({ insert, marks });
  }
  return out;
}

for (const html of [
  '<p>One  two</p>',
  '<p>\n  A <b>bold <i class="x">word</i></b> and <a href="/x" class="y">a <em>link</em></a>.\n</p>',
  '<p>Dear <span data-path="user.name">you</span>,<br>hello <img src="/a.png" alt=""> there</p>',
  '<p><span class="outer">all <span class="inner">of</span> it</span></p>',
  '<pre><code>one\n  two\n</code></pre>',
])
  test(`what Quill is handed reads as the block does: ${html}`, () => {
    const legend = read(html);
    assert.deepEqual(joined(toRuns(legend.content.inserts, legend)), legend.runs);
  });

test('the work for an insert does not grow with the number of elements in the block', () => {
  const lookups = (count: number): number => {
    let found = 0;
    const legend = read(`<p>${'<b>a</b> <a href="/x">b</a> '.repeat(count)}</p>`);
    const inserts = legend.content.inserts.map(({ attributes, ...insert }) => ({
      ...insert,
      attributes: new Proxy({ ...attributes }, { get: (formats, name) => (found++, Reflect.get(formats, name)) }),
    }));
    assert.deepEqual(joined(toRuns(inserts, legend)), legend.runs);
    return found / count;
  };
  assert.ok(lookups(200) <= lookups(20) + 1, 'lookups in the formats of an insert');
});

test('elements of the template elements are formats named by their ids, and nest by their depth', () => {
  const { content } = read('<p><b>a <i>b</i></b> <a href="/x">c</a></p>');
  const [bold, italic, link] = content.elements;
  assert.deepEqual(
    content.elements.map(({ tag, rank, isLink }) => [tag, rank, isLink]),
    [
      ['b', 0, false],
      ['i', 1, false],
      ['a', 0, true],
    ],
  );
  assert.deepEqual(content.inserts, [
    { insert: 'a ', attributes: { [bold!.name]: true } },
    { insert: 'b', attributes: { [bold!.name]: true, [italic!.name]: true } },
    { insert: ' ' },
    { insert: 'c', attributes: { [link!.name]: true } },
  ]);
});

test('a mark is removed by its element id, and set by its name', () => {
  const legend = read('<p><b>bold</b></p>');
  const { name } = legend.content.elements[0]!;
  assert.deepEqual(toggled('bold', { [name]: true }, legend), { [name]: false });
  assert.deepEqual(toggled('italic', { [name]: true }, legend), { italic: true });
  assert.deepEqual(toggled('italic', { [name]: true, italic: true }, legend), { italic: false });
  assert.deepEqual(toMarks({ [name]: true, italic: true }, legend), { bold: true, italic: true });
});
