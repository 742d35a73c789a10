/** Text of a block: typing changes exactly these characters, and the bytes around them stay the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { blocksOf, type TextBlock } from '../../src/utils/editing/model/blocks';
import { applyRuns, offsetOf, positionOf, toRuns } from '../../src/utils/editing/model/inline';
import { parseDocument } from '../../src/utils/editing/model/parse-document';
import {
  lengthOf,
  markRuns,
  plainText,
  replaceRuns,
  sliceRuns,
  type Marks,
  type Run,
} from '../../src/utils/editing/model/runs';
import { applySteps } from '../../src/utils/editing/model/steps';
import { setText } from '../../src/utils/editing/model/commands/set-text';
import { deleteText } from '../../src/utils/editing/model/commands/delete-text';
import { toggleMark } from '../../src/utils/editing/model/commands/toggle-mark';
import { typeText } from '../../src/utils/editing/model/commands/type-text';
import { Editor } from '../../src/utils/editing/model/editor';
import { MARK_TYPES } from '../../src/utils/editing/model/mark-registry';
import { caseTemplates, demoTemplates, editorAt, textWithSelection } from '../lib/editing';
import { seed } from '../lib/fuzz';

const RUNS = process.env['FEAAS_LONG'] ? 10_000 : 500;

const first = (text: string): TextBlock => blocksOf(parseDocument(text))[0]!;
const visibleText = (text: string): string => plainText(toRuns(text, first(text)));
const retype = (text: string, change: (runs: readonly Run[]) => Run[]): string => {
  const block = first(text);
  return applySteps(text, applyRuns(text, block, change(toRuns(text, block))));
};
const put =
  (at: number, insert: string, marks: Marks = {}, remove = 0) =>
  (runs: readonly Run[]): Run[] =>
    replaceRuns(runs, at, at + remove, insert ? [{ insert, marks }] : []);

test('white space collapses like in a browser', () => {
  for (const [text, expected] of [
    ['<p>\n  a  b\n </p>', 'a b'],
    ['<p> a <b> b </b> c</p>', 'a b c'],
    ['<p>a <br> b</p>', 'a\ufffcb'],
    ['<p>a&nbsp; b</p>', 'a\u00a0 b'],
    ['<pre>\n a\n  b</pre>', ' a\n  b'],
    ['<p>a<!-- c --> <!-- d -->b</p>', 'a b'],
    ['<p></p>', ''],
  ] as const)
    assert.equal(visibleText(text), expected, text);
});

/** Inline content in which white space, references, embeds and elements are close to each other. */
const { inline } = fc.letrec<{ inline: string; piece: string }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'inline' },
    fc.constantFrom(
      'a',
      'bc',
      ' ',
      '  ',
      '\n',
      '&nbsp;',
      '&amp;',
      'é',
      '😀',
      '<br>',
      '<!--c-->',
      '<img src=i>',
      'word',
    ),
    ...['b', 'em', 'span', 'a href="/x"'].map((tag) =>
      tie('inline').map((inner) => `<${tag}>${inner}</${tag.split(' ')[0]}>`),
    ),
  ),
  inline: fc.array(tie('piece'), { maxLength: 8 }).map((pieces) => pieces.join('')),
}));

test('a change in a part of a block is written as if the whole block were compared', () => {
  const mark = fc.constantFrom<Marks>({}, { bold: true }, { link: '/x' }, { italic: true, link: '/y' });
  const inserted = fc.array(fc.tuple(fc.constantFrom('', 'x', ' ', 'y z', 'new\u00a0', '\n', '😀'), mark), {
    maxLength: 2,
  });
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      fc.constantFrom('p', 'pre'),
      fc.tuple(inline, inline, inline),
      fc.constantFrom(['', ''], ['<b>', '</b>'], ['<span>', '</span>']),
      fc.tuple(place, place, place, place),
      inserted,
      fc.boolean(),
      (tag, parts, [open, close], places, made, isMoved) => {
        const text = `<${tag}>${open}One ${parts.join('Long words around ')}${close}</${tag}>`;
        const block = first(text);
        // Links in links have parse errors.
        fc.pre(block.hasNoErrors);
        const runs = toRuns(text, block);
        const [from, to, begin, end] = places.map((at) => Math.round(at * lengthOf(runs)));
        const insert = made.flatMap(([text, marks]) => (text ? [{ insert: text, marks }] : []));
        const moved = isMoved ? sliceRuns(runs, Math.min(begin!, end!), Math.max(begin!, end!)) : [];
        const wanted = replaceRuns(runs, Math.min(from!, to!), Math.max(from!, to!), [...insert, ...moved]);
        // Escaping compares the whole block. No reference here is without its semicolon.
        assert.deepEqual(applyRuns(text, block, wanted), applyRuns(text, block, wanted, true));
      },
    ),
    { numRuns: RUNS, seed },
  );
});

test('the text of a block is read once, however many commands need it', () => {
  const text = '<section><p>One <b>two</b></p><p>Three</p></section>';
  const tree = parseDocument(text);
  const read = (): (readonly Run[])[] => blocksOf(tree).map((block) => toRuns(text, block));
  const [one, other] = read();
  assert.deepEqual(
    read().map((runs, at) => runs === [one, other][at]),
    [true, true],
  );
  assert.deepEqual([plainText(one!), plainText(other!)], ['One two', 'Three']);
});

test('runs contain marks, unknown marks and embeds', () => {
  const text =
    '<p>a <b>b</b><a href="/x?a=1&amp;b=2">c<i>d</i></a><span class="k">e</span><br><img src=i alt=j><var data-path="p.q">v</var><i class="icon"></i></p>';
  const runs = toRuns(text, first(text));
  const keep = /^\d+$/;
  assert.deepEqual(runs.slice(0, 4), [
    { insert: 'a ', marks: {} },
    { insert: 'b', marks: { bold: true } },
    { insert: 'c', marks: { link: '/x?a=1&b=2' } },
    { insert: 'd', marks: { link: '/x?a=1&b=2', italic: true } },
  ]);
  assert.equal(runs[4]!.insert, 'e');
  assert.match(runs[4]!.marks.keep!, keep);
  assert.deepEqual(
    runs.slice(5).map(({ insert }) => (insert as { kind: string }).kind),
    ['break', 'image', 'bound', 'unknown'],
  );
  assert.deepEqual({ ...(runs[7]!.insert as object), id: 0 }, { kind: 'bound', path: 'p.q', text: 'v', id: 0 });
});

test('text typed after an element follows the whole element, also if the element ends with collapsed white space', () => {
  for (const [text, at, expected] of [
    ['<p><a href="/x">one\n </a>\n</p>', 3, '<p><a href="/x">one</a>X\n \n</p>'],
    ['<p><a href="/x">one <!-- c --> </a> </p>', 3, '<p><a href="/x">one</a>X <!-- c -->  </p>'],
    ['<p><a href="/x">\n one</a></p>', 0, '<p>\n X<a href="/x">one</a></p>'],
    ['<p><b> </b>one<b>\n</b></p>', 3, '<p><b> </b>oneX<b>\n</b></p>'],
  ] as const)
    assert.equal(retype(text, put(at, 'X')), expected, text);
  assert.equal(
    retype('<p><a href="/x">one\n </a>\n</p>', put(3, 'X', { link: '/x' })),
    '<p><a href="/x">oneX\n </a>\n</p>',
  );
});

test('writing unchanged text changes nothing, in all templates', () => {
  let blocks = 0;
  for (const text of [...demoTemplates, ...caseTemplates]) {
    for (const block of blocksOf(parseDocument(text))) {
      if (!block.hasNoErrors) continue;
      blocks++;
      assert.deepEqual(applyRuns(text, block, toRuns(text, block)), [], text);
    }
  }
  assert.ok(blocks > 150, `${blocks}`);
});

test('typing a word anywhere in any template changes exactly its characters', () => {
  let typed = 0;
  for (const text of [...demoTemplates, ...caseTemplates]) {
    for (const block of blocksOf(parseDocument(text))) {
      if (!block.hasNoErrors) continue;
      const runs = toRuns(text, block);
      for (const offset of [0, Math.floor(lengthOf(runs) / 2), lengthOf(runs)]) {
        const editor = new Editor(text, { now: () => 0 });
        const at = positionOf(text, block, offset);
        editor.select(at);
        assert.ok(editor.do(typeText('qjxz')), `${text} at ${at}`);
        const after = editor.state.text;
        const { forward } = editor.state.history.done[0]!;
        // Identical members of a repeater change, too; elsewhere it is one step.
        assert.equal(after.length, text.length + 4 * forward.length, text);
        assert.ok(forward.length === 1 || text.includes('data-path-scope'), text);
        for (const step of forward) assert.deepEqual({ ...step, from: 0, to: 0 }, { from: 0, to: 0, insert: 'qjxz' });
        typed++;
      }
    }
  }
  assert.ok(typed > 450, `${typed}`);
});

const TYPED: readonly (readonly [
  name: string,
  before: string,
  change: (runs: readonly Run[]) => Run[],
  after: string,
])[] = [
  ['into text', '<p>ab</p>', put(1, 'x'), '<p>axb</p>'],
  ['markup is text', '<p>ab</p>', put(1, '<b>&'), '<p>a&lt;b&gt;&amp;b</p>'],
  ['beside entities', '<p>&copy; &eacute;t&#233;</p>', put(2, 'x'), '<p>&copy; x&eacute;t&#233;</p>'],
  ['into bold text', '<p>a<b>bc</b></p>', put(2, 'x', { bold: true }), '<p>a<b>bxc</b></p>'],
  ['plain, in bold text', '<p><b class=k>bc</b></p>', put(1, 'x'), '<p><b class=k>b</b>x<b class=k>c</b></p>'],
  ['bold, behind plain', '<p>a</p>', put(1, 'x', { bold: true }), '<p>a<strong>x</strong></p>'],
  ['at an end of white space', '<p>\n  ab\n</p>', put(2, 'x'), '<p>\n  abx\n</p>'],
  ['at a start with white space', '<p>\n  ab\n</p>', put(0, 'x'), '<p>\n  xab\n</p>'],
  ['into an empty block', '<p></p>', put(0, 'x'), '<p>x</p>'],
  ['a space at the end', '<p>a</p>', put(1, ' '), '<p>a&nbsp;</p>'],
  ['more behind that space', '<p>a&nbsp;</p>', put(1, ' b', {}, 1), '<p>a b</p>'],
  ['two spaces', '<p>a b</p>', put(1, ' '), '<p>a &nbsp;b</p>'],
  ['between comments', '<p>a<!--x--><!--y-->b</p>', put(1, 'z'), '<p>az<!--x--><!--y-->b</p>'],
  ['into code', '<pre>\na\n</pre>', put(1, '\n  b'), '<pre>\na\n  b\n</pre>'],
  ['a line break first in code', '<pre>a</pre>', put(0, '\n'), '<pre>\n\na</pre>'],
  ['a line break', '<p>ab</p>', put(1, '\n'), '<p>a<br>b</p>'],
  ['beside a chip', '<p>a <var data-path="x">v</var></p>', put(2, 'z'), '<p>a z<var data-path="x">v</var></p>'],
  ['behind a chip', '<p>a <var data-path="x">v</var></p>', put(3, 'z'), '<p>a <var data-path="x">v</var>z</p>'],
  ['a word replaced', '<p>one two <i>three</i></p>', put(4, 'TWO', {}, 3), '<p>one TWO <i>three</i></p>'],
  ['a letter of a word', '<p>monkey</p>', put(3, '', {}, 1), '<p>money</p>'],
  ['a whole mark deleted', '<p>a<b>b</b>c</p>', put(1, '', {}, 1), '<p>ac</p>'],
  ['a space before a mark', '<p>a <b> b</b></p>', put(1, '', {}, 1), '<p>a<b>b</b></p>'],
  [
    'what else is in the line',
    '<p>a <abbr title="q">b</abbr> c</p>',
    put(4, 'x'),
    '<p>a <abbr title="q">b</abbr> xc</p>',
  ],
  ['emoji', '<p>a😀b</p>', put(1, '🎉', {}, 2), '<p>a🎉b</p>'],
];
for (const [name, before, change, after] of TYPED)
  test(`typed: ${name}`, () => assert.equal(retype(before, change), after));

test('typing two words at once makes two steps', () => {
  const text = '<p>one <i>two</i> three four</p>';
  const block = first(text);
  const runs = toRuns(text, block);
  const next = replaceRuns(replaceRuns(runs, 14, 18, [{ insert: 'vier', marks: {} }]), 0, 3, [
    { insert: 'eins', marks: {} },
  ]);
  const steps = applyRuns(text, block, next);
  assert.equal(applySteps(text, steps), '<p>eins <i>two</i> three vier</p>');
  assert.ok(steps.every(({ from, to }) => to - from <= 4));
});

const MARKED: readonly (readonly [name: string, before: string, after: string])[] = [
  ['plain text', '<p>a [b] c</p>', '<p>a <strong>b</strong> c</p>'],
  ['and back', '<p>a <strong>[b]</strong> c</p>', '<p>a b c</p>'],
  ['by another tag', '<p>a <b class="x">[b]</b> c</p>', '<p>a b c</p>'],
  ['a part of it', '<p><b>a[b]c</b></p>', '<p><b>a</b>b<b>c</b></p>'],
  ['around others', '<p>[a <em>b</em> c]</p>', '<p><strong>a <em>b</em> c</strong></p>'],
  ['within another', '<p>a <em>b[c]d</em></p>', '<p>a <em>b<strong>c</strong>d</em></p>'],
  ['from another outwards', '<p><em>a[b</em> c]</p>', '<p><em>a<strong>b</strong></em><strong> c</strong></p>'],
  ['beside its like', '<p><b>a</b>[b]c</p>', '<p><b>ab</b>c</p>'],
  ['in front of its like', '<p>a[b]<b>c</b></p>', '<p>a<b>bc</b></p>'],
  ['an element that is no mark', '<p>[a<span id="k">b</span>c]</p>', '<p><strong>a<span id="k">b</span>c</strong></p>'],
  ['a chip', '<p>[a <var data-path="x">v</var>]</p>', '<p><strong>a <var data-path="x">v</var></strong></p>'],
];
for (const [name, before, after] of MARKED)
  test(`bold: ${name}`, () => {
    const editor = editorAt(before);
    assert.ok(editor.do(toggleMark('bold')));
    assert.equal(editor.state.text, after);
  });

test('typing continues at the caret', () => {
  const editor = editorAt('<p>a|</p>');
  for (const char of ' b <c>  d') assert.ok(editor.do(typeText(char)));
  assert.equal(textWithSelection(editor), '<p>a b &lt;c&gt;&nbsp;&nbsp;d|</p>');
  for (let times = 0; times < 8; times++) assert.ok(editor.do(deleteText(-1)));
  assert.equal(textWithSelection(editor), '<p>a&nbsp;|</p>');
  editor.do(typeText('x'));
  assert.equal(textWithSelection(editor), '<p>a x|</p>');
});

test('a grapheme is deleted as one; backspace after a letter with combining marks deletes the last mark', () => {
  for (const isWhole of ['👨‍👩‍👧‍👦', '🇯🇵', '👍🏽', '1️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '❤️', '𠮷', 'é']) {
    const before = editorAt(`<p>a🇩🇪${isWhole}|</p>`);
    assert.ok(before.do(deleteText(-1)));
    assert.equal(textWithSelection(before), '<p>a🇩🇪|</p>', isWhole);
    const behind = editorAt(`<p>a|${isWhole}b</p>`);
    assert.ok(behind.do(deleteText(1)));
    assert.equal(textWithSelection(behind), '<p>a|b</p>', isWhole);
  }
  const accent = editorAt('<p>e\u0301|</p>');
  assert.ok(accent.do(deleteText(-1)));
  assert.equal(textWithSelection(accent), '<p>e|</p>');
});

test('text that replaces the whole content of an element stays in the element', () => {
  const bold = { bold: true } as const;
  assert.equal(retype('<p>a <b class="k">two</b> c</p>', put(2, 'II', bold, 3)), '<p>a <b class="k">II</b> c</p>');
  // Without its mark, the element is not kept.
  assert.equal(retype('<p>a <b>two</b> c</p>', put(2, 'II', {}, 3)), '<p>a II c</p>');
});

test('text typed at the end of an unknown mark is inside it, also if the same text follows', () => {
  const text = '<p>one <span class="k">two</span> three</p>';
  const typed = (runs: readonly Run[]): Run[] => runs.map((run, at) => (at === 1 ? { ...run, insert: 'two t' } : run));
  assert.equal(retype(text, typed), text.replace('two<', 'two t<'));
});

test('typing after a link does not extend the link; typing in it does', () => {
  const behind = editorAt('<p><a href=x>ab|</a></p>');
  behind.do(typeText('c'));
  assert.equal(behind.state.text, '<p><a href=x>ab</a>c</p>');
  const inside = editorAt('<p><a href=x>a|b</a></p>');
  inside.do(typeText('c'));
  assert.equal(inside.state.text, '<p><a href=x>acb</a></p>');
});

test('characters that would parse differently next to new text are escaped', () => {
  const less = editorAt('<p>a <[ ]b</p>');
  assert.ok(less.do(deleteText(-1)));
  assert.equal(less.state.text, '<p>a &lt;b</p>');
  const entity = editorAt('<p>&not|x</p>');
  assert.ok(entity.do(typeText('in;')));
  assert.equal(entity.state.text, '<p>¬in;x</p>');
  const ampersand = editorAt('<p>a&[ ]lt;b</p>');
  assert.ok(ampersand.do(deleteText(1)));
  assert.equal(visibleText(ampersand.state.text), 'a&lt;b');
});

test('invalid characters in a text are replaced', () => {
  const editor = editorAt('<p>a|</p>');
  editor.do(typeText('\0\ud800x\r\ny'));
  assert.equal(editor.state.text, '<p>a\ufffdx<br>y</p>');
});

test('the whole text of an element can be set by its id', () => {
  const text = '<p>one</p><div>loose <p>two</p> text</div>';
  const editor = new Editor(text);
  const { id } = blocksOf(editor.state.document).find(({ isWhole }) => !isWhole)!.owner.node;
  assert.ok(editor.do(setText({ id, at: 1 }, [{ insert: 'words', marks: {} }])));
  assert.equal(editor.state.text, '<p>one</p><div>loose <p>two</p> words</div>');
  assert.equal(editor.do(setText({ id, at: 1 }, [{ insert: 'words', marks: {} }])), false);
  assert.equal(editor.do(setText({ id: 999 }, [])), false);
});

test('positions and offsets agree', () => {
  const text = '<p>\n a<b>b </b><!--x-->c&amp;😀<var data-path="x">v</var></p>';
  const block = first(text);
  const length = lengthOf(toRuns(text, block));
  for (let at = 0; at <= length; at++) {
    const offset = offsetOf(text, block, positionOf(text, block, at));
    // There are no positions within a surrogate pair.
    assert.ok(offset === at || text.codePointAt(positionOf(text, block, at))! > 0xffff, `${at} ${offset}`);
  }
});

const BLOCKS = [
  '<p>one <b>two</b> &amp; three</p>',
  '<p>\n  a <a href="/x" target=_blank>link <i>it</i></a> end\n</p>',
  '<p><span class="k">ab<b>cd</b></span>ef <var data-path="p">v</var> g</p>',
  '<li>x&nbsp;<em>y <u>z</u></em><br>w</li>',
  '<pre>\nline\n  two</pre>',
  '<p>&not a < b & c &#65;<!-- k --> d</p>',
];

test(`${RUNS} random edits: the block says what was asked, in the fewest tags`, () => {
  const edit = fc.record({
    block: fc.constantFrom(...BLOCKS),
    steps: fc.array(
      fc.record({
        at: fc.nat(30),
        size: fc.nat(6),
        text: fc.constantFrom('', 'x', ' ', '<b>', '&', 'amp;', ' y ', '😀', 'in;'),
        mark: fc.option(fc.constantFrom(...MARK_TYPES), { nil: undefined }),
        on: fc.boolean(),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  });
  const same = (text: string): string => text.replaceAll('\u00a0', ' ');
  fc.assert(
    fc.property(edit, ({ block: source, steps }) => {
      const editor = new Editor(source, { now: () => 0 });
      for (const { at, size, text, mark, on } of steps) {
        const block = blocksOf(editor.state.document)[0];
        if (!block) return;
        const runs = toRuns(editor.state.text, block);
        const from = Math.min(at, lengthOf(runs));
        const to = Math.min(from + size, lengthOf(runs));
        // Skip halves of surrogate pairs: nobody types them.
        if (/[\udc00-\udfff]/.test(plainText(runs)[from] ?? '') || /[\udc00-\udfff]/.test(plainText(runs)[to] ?? ''))
          return;
        const next = mark
          ? markRuns(runs, from, to, mark, on ? (mark === 'link' ? '/y' : true) : undefined)
          : replaceRuns(runs, from, to, text ? [{ insert: text, marks: {} }] : []);
        const before = editor.state.text;
        const done = editor.do(setText({ id: block.owner.node.id }, next));
        if (!done) {
          assert.deepEqual(applyRuns(before, block, next), [], `refused: ${before} ${JSON.stringify(next)}`);
          continue;
        }
        const after = blocksOf(editor.state.document)[0];
        const got = after ? toRuns(editor.state.text, after) : [];
        assert.equal(same(plainText(got)), same(plainText(next)), `${before} → ${editor.state.text}`);
        assert.deepEqual(marksPerCharacter(got), marksPerCharacter(next), `${before} → ${editor.state.text}`);
        assert.equal(editor.state.document.root.errorCount, 0);
      }
    }),
    { seed, numRuns: RUNS },
  );
});

/** The marks of all characters except spaces, whose marks are not visible. */
const marksPerCharacter = (runs: readonly Run[]): string[] =>
  runs.flatMap(({ insert, marks }) =>
    (typeof insert === 'string' ? Array.from(insert) : ['\ufffc']).flatMap((char) =>
      /[ \u00a0]/.test(char)
        ? []
        : [
            char +
              MARK_TYPES.filter((type) => marks[type])
                .map((type) => `${type}=${marks[type]}`)
                .join(),
          ],
    ),
  );
