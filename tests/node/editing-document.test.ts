/** The editor's document: each text parses to a tree that serializes to the same text, and an edit reparses as little as possible. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  resolveElement,
  elementsOf,
  resolveNode,
  type ElementNode,
  type SyntaxTree,
} from '../../src/utils/editing/model/syntax-tree';
import { parseDocument } from '../../src/utils/editing/model/parse-document';
import { reparse } from '../../src/utils/editing/model/reparse';
import { applyTransaction, createState, previewSteps } from '../../src/utils/editing/model/state';
import {
  applySteps,
  composeSteps,
  normalizeSteps,
  invertSteps,
  mapPosition,
  trimStep,
  type Step,
} from '../../src/utils/editing/model/steps';
import { readText, unitsOf } from '../../src/utils/editing/model/characters';
import {
  blocksOf,
  caseTemplates,
  demoTemplates,
  elementId,
  serializeTree,
  textOfBlock,
  stripIds,
} from '../lib/editing';
import { hostileInputs, randomGenerator, seed } from '../lib/fuzz';
import { payloads } from '../security/payloads';

const RUNS = process.env['FEAAS_LONG'] ? 20_000 : 1000;

const MALFORMED = [
  '<p>a<p>b',
  '<b><i>x</b>y</i>',
  '<p><b>x<p>y',
  '<table>foo<tr><td>x</td></tr>bar</table>',
  '<table><tr><td>x</table>',
  '</p>stray</div>',
  '<div><p>x</div></p>',
  '<a href=1>x<a href=2>y</a>',
  '<h1>x</h2>',
  '<select><div>x</select>',
  '<!doctype html><html><body>x',
  '<form><form>x</form></form>',
  '<svg><p>x</svg>',
  '<ul><li>x<li>y</ul>',
  '<pre>\n\nx</pre>',
  '<pre>\n&amp;x</pre>',
  '<pre>\n<b>x</b></pre>',
  '<textarea>\r\nx</textarea>',
  'a\r\nb\rc\0d',
  '<p>&notit; &am &amp &#x41 &#0; &NotEqualTilde;</p>',
  '<image src=x>',
  '</br>',
  '<script>a<!--b</script>',
  '<template><tr></tr></template>',
  '<p title=\'a"b\' x=y/z DATA-A = "1" data-a=2 hidden>x</p>',
];

test('every text serializes to itself: malformed markup, templates, hostile inputs', () => {
  const all = [...MALFORMED, ...demoTemplates, ...caseTemplates, ...payloads, ...hostileInputs(RUNS, payloads)];
  for (const text of all) {
    const document = parseDocument(text);
    assert.equal(document.root.length, text.length, text);
    assert.equal(serializeTree(document, text), text, `seed ${seed}`);
  }
});

test('misread markup is no block, its siblings are', () => {
  const editable = (text: string): string[] =>
    blocksOf(parseDocument(text)).flatMap((block) => (block.hasNoErrors ? [textOfBlock(text, block)] : []));
  assert.deepEqual(editable('<p>a</p><table>foo<tr><td>x</td></tr></table><p>b</p>'), ['a', 'b']);
  assert.deepEqual(editable('<p>a</p><p><b><i>x</b>y</i></p><p>b</p>'), ['a', 'b']);
  assert.deepEqual(editable('<p>a<p>b</p>'), ['a', 'b']);
  assert.deepEqual(editable('<div><p>x</div></p>'), ['x']);
  assert.deepEqual(editable('<p><b>x<p>y</p>'), []);
  assert.deepEqual(editable('<h1>x</h2>'), []);
  assert.deepEqual(editable('<table><tr><td>x</td></tr></table>'), ['x']);
});

test('a button has its own text; within text it is a part of that text', () => {
  const texts = (text: string): string[] => blocksOf(parseDocument(text)).map((block) => textOfBlock(text, block));
  assert.deepEqual(texts('<div><button>a</button> <button><i></i></button></div>'), ['a', '\ufffc']);
  assert.deepEqual(texts('<p>a</p><button>b</button>'), ['a', 'b']);
  assert.deepEqual(texts('<li><button></button></li>'), ['']);
  assert.deepEqual(texts('<p>a <button>b</button></p>'), ['a b']);
  assert.deepEqual(texts('<p>a <button><span data-path="b">c</span></button></p>'), ['a \ufffc']);
});

test('an element whose text is deleted stays editable', () => {
  for (const [before, gone, after] of [
    ['<div>a</div>', 'a', ''],
    ['<div>a<img src="b"></div>', 'a', '\ufffc'],
    ['<p>a<button>b</button></p>', 'a', 'b'],
  ] as const) {
    const from = before.indexOf(gone);
    const steps = [{ from, to: from + gone.length, insert: '' }];
    const text = applySteps(before, steps);
    const document = reparse(parseDocument(before), before, steps, text);
    const says = blocksOf(document).map((block) => textOfBlock(text, block));
    assert.deepEqual(says, [after]);
    // Inserting the deleted text again restores the document.
    const again = [{ from, to: from, insert: gone }];
    assert.deepEqual(reparse(document, text, again, before).root.children[0]!.kind, 'element');
    assert.ok(!JSON.stringify(reparse(document, text, again, before)).includes('emptied'));
  }
  assert.deepEqual(blocksOf(parseDocument('<div></div>')), []);
});

test('all templates of the demo library parse without error nodes', () => {
  for (const text of demoTemplates) assert.equal(parseDocument(text).root.errorCount, 0);
});

test('attributes have their source positions', () => {
  const text = '<p title=\'a"b\' x=y/z DATA-A = "1" data-a=2 hidden>x</p>';
  const { attributes } = [...elementsOf(parseDocument(text))][0]!.node;
  assert.deepEqual(
    attributes.map(({ name, value, from, to }) => [name, value, text.slice(from, to)]),
    [
      ['title', 'a"b', "title='a\"b'"],
      ['x', 'y/z', 'x=y/z'],
      ['data-a', '1', 'DATA-A = "1"'],
      ['hidden', '', 'hidden'],
    ],
  );
});

test('character references decode like in the HTML parser', () => {
  for (const [source, text] of [
    ['a&amp;b', 'a&b'],
    ['&notit;', '¬it;'],
    ['&semi;&ampamp', ';&amp'],
    ['&am &amp &#x41 &#65;x &#128;', '&am & A Ax €'],
    ['&NotEqualTilde;', '≂̸'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['😀&', '😀&'],
  ] as const) {
    assert.equal(readText(source), text, source);
    assert.equal(
      unitsOf(source)
        .map((unit) => unit.source)
        .join(''),
      source,
    );
  }
  assert.equal(readText('&amp;', true), '&amp;');
});

const PIECES =
  '<b>|</b>|x| |<p>|</p>|<a href=x>|</a>|&|&amp;|<|>|<!--|-->|<li>|</li>|<table>|<td>|</table>|<pre>\n|"|<br>|<b>y</b>|<p>z</p>|<div>q</div>|</div>|<h1>|\r\n|<select>|<form>|</form>|<svg>|</svg>|<svg><g/></svg>|<template>|<textarea>|<script>|</script>|<button>|<tr>|<td>k</td>'.split(
    '|',
  );
const REGULAR =
  '<div><p>a <b>b</b></p><ul><li>x</li><li>y<ul><li>z</li></ul></li></ul><table><tbody><tr><td>c</td></tr></tbody></table><table><tr><td>i</td><td>j</td></tr></table><pre>\nq</pre></div><form><a href=x><b>t</b></a><button>k</button></form><svg><g><path/></g></svg>';

test(`${RUNS} edits: parsing what was touched is parsing the whole`, () => {
  const next = randomGenerator(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  let less = 0;
  for (let run = 0; run < RUNS; run++) {
    let text = next() < 0.3 ? pick(demoTemplates) : REGULAR;
    const cut = Math.floor(next() * text.length);
    if (next() < 0.3) text = text.slice(0, cut) + pick(PIECES) + text.slice(cut);
    const from = Math.floor(next() * text.length);
    const to = next() < 0.6 ? from : Math.min(text.length, from + Math.floor(next() * 20));
    const steps = [{ from, to, insert: pick(PIECES) + (next() < 0.3 ? pick(PIECES) : '') }];
    const after = applySteps(text, steps);
    const document = reparse(parseDocument(text), text, steps, after);
    const whole = parseDocument(after);
    if (document.parsed < whole.root.count) less++;
    assert.deepEqual(stripIds(document.root), stripIds(whole.root), `seed ${seed}: ${text} ${JSON.stringify(steps)}`);
  }
  console.log(`# seed ${seed}: ${less} of ${RUNS} parsed less than the whole`);
  assert.ok(less > RUNS / 20);
});

test('an edit inside a form or template parses like the whole document', () => {
  for (const [text, insert] of [
    ['<div><form></div><section><div>x</div></section>', '<form>y</form>'],
    ['<template><tr></tr><div>x</div></template>', '<td>y</td>'],
  ] as const) {
    const from = text.indexOf('x');
    const steps = [{ from, to: from, insert }];
    const after = applySteps(text, steps);
    const document = reparse(parseDocument(text), text, steps, after);
    assert.deepEqual(stripIds(document.root), stripIds(parseDocument(after).root), text);
  }
});

test('node ids are stable: around an edit, in the edited node, and after moves', () => {
  const text = '<section><h2>a</h2><p>b</p><p>c</p></section>';
  const before = parseDocument(text);
  const ids = (document: typeof before): (string | number)[] =>
    [...elementsOf(document)].flatMap(({ node }) => [node.tag, node.id]);
  const edit = (steps: Step[]): typeof before => reparse(before, text, steps, applySteps(text, steps));
  assert.deepEqual(ids(edit([{ from: 22, to: 23, insert: 'x' }])), ids(before));
  const at = text.indexOf('<p>b');
  const inserted = edit([{ from: at, to: at, insert: '<hr>' }]);
  assert.equal(elementId(inserted, 'p', 1), elementId(before, 'p', 1));
  assert.ok(elementId(inserted, 'hr') >= before.next);
  const retyped = edit([
    { from: at + 1, to: at + 2, insert: 'h3' },
    { from: at + 6, to: at + 7, insert: 'h3' },
  ]);
  assert.equal(elementId(retyped, 'h3'), elementId(before, 'p'));
  assert.equal(resolveNode(retyped, 1000), undefined);
  assert.equal(resolveElement(retyped, elementId(before, 'p'))!.node.tag, 'h3');
});

test('replacing thousands of elements reconciles their ids in linear time', () => {
  const many = 8000;
  const text = (start: (each: number) => string): string =>
    `<section>${Array.from({ length: many }, (_, each) => `<${start(each)}>${each}</${start(each).slice(0, 1)}>`).join('')}</section>`;
  const old = text(() => 'p');
  const document = parseDocument(old);
  const ids = (tree: SyntaxTree): number[] => [...elementsOf(tree)].slice(1).map(({ node }) => node.id);
  const edit = (after: string): number[] =>
    ids(reparse(document, old, [{ from: 0, to: old.length, insert: after }], after));
  const begin = process.cpuUsage().user;
  // All items change their format; half of them are deleted; all are reordered between new items.
  assert.deepEqual(edit(text(() => 'p class="lead"')), ids(document));
  assert.deepEqual(edit(text((each) => (each % 2 ? 'p' : 'p id="x"'))).slice(0, 3), ids(document).slice(0, 3));
  const turned = edit(
    `<section>${ids(document)
      .map((_, at) => `<b>x</b><p>${many - 1 - at}</p>`)
      .join('')}</section>`,
  );
  assert.deepEqual(
    turned.filter((_, at) => at % 2),
    ids(document).reverse(),
  );
  // Diffing the items pairwise would take a minute.
  assert.ok(process.cpuUsage().user - begin < 10_000_000);
});

test('previewing and applying equal steps share one result', () => {
  const state = createState('<p>one</p>');
  const steps = (): Step[] => [{ from: 3, to: 6, insert: 'two' }];
  const tried = previewSteps(state, steps());
  assert.equal(tried.text, '<p>two</p>');
  assert.equal(previewSteps(state, steps()).document, tried.document);
  assert.equal(applyTransaction(state, { steps: steps() }).document, tried.document);
  assert.equal(previewSteps(state, [{ from: 3, to: 6, insert: 'six' }]).text, '<p>six</p>');
  assert.equal(previewSteps(createState('<h1>One</h1>'), [{ from: 4, to: 4, insert: 'x' }]).text, '<h1>xOne</h1>');
});

test('a keystroke in 300 kB with 5,000 nodes reparses only its block, and shares the rest', () => {
  const card = `<article class="card"><h3>Title</h3><p>${'word '.repeat(87)}<b>bold</b> end</p></article>\n`;
  const text = `<section><div>${card.repeat(600)}</div></section>`;
  const document = parseDocument(text);
  assert.ok(text.length > 300_000 && document.root.count > 5000, `${text.length} ${document.root.count}`);
  const from = text.indexOf('word', text.length / 2);
  const steps = [{ from, to: from, insert: 'x' }];
  const after = reparse(document, text, steps, applySteps(text, steps));
  // The paragraph with its five nodes, and its three ancestors.
  assert.ok(after.parsed <= 8, `${after.parsed} nodes parsed`);
  const cards = (root: ElementNode): unknown[] =>
    ((root.children[0] as ElementNode).children[0] as ElementNode).children as unknown[];
  const fresh = cards(after.root).filter((node, at) => node !== cards(document.root)[at]);
  assert.equal(fresh.length, 1);
});

test('steps can be inverted, composed, and map positions', () => {
  const stepsOf = (length: number): fc.Arbitrary<Step[]> =>
    fc.array(fc.tuple(fc.nat(length), fc.nat(length), fc.string({ maxLength: 4 })), { maxLength: 4 }).map((list) => {
      const points = list.flatMap(([from, to]) => [from, to]).sort((a, b) => a - b);
      return normalizeSteps(
        list.map(([, , insert], at) => ({ from: points[at * 2]!, to: points[at * 2 + 1]!, insert })),
      );
    });
  fc.assert(
    fc.property(
      fc.string({ minLength: 0, maxLength: 20 }).chain((text) =>
        stepsOf(text.length).chain((first) => {
          const middle = applySteps(text, first);
          return stepsOf(middle.length).map((second) => ({ text, first, middle, second }));
        }),
      ),
      ({ text, first, middle, second }) => {
        assert.equal(applySteps(middle, invertSteps(text, first)), text);
        const both = composeSteps(first, second);
        assert.equal(applySteps(text, both), applySteps(middle, second));
        assert.deepEqual(normalizeSteps(both, text.length), both);
        for (const step of first) {
          const short = trimStep(text, step);
          assert.equal(applySteps(text, short ? [short] : []), applySteps(text, [step]));
        }
        for (let at = 0; at <= text.length; at++) {
          const mapped = mapPosition(first, at);
          assert.ok(mapped >= 0 && mapped <= middle.length);
          // A character that is not replaced is at its mapped position.
          if (at < text.length && !first.some(({ from, to }) => from <= at && at < to))
            assert.equal(middle[mapped], text[at]);
        }
      },
    ),
    { seed, numRuns: RUNS },
  );
  assert.throws(
    () =>
      normalizeSteps([
        { from: 0, to: 2, insert: '' },
        { from: 1, to: 3, insert: '' },
      ]),
    /0-2 and 1-3 overlap/,
  );
  assert.throws(() => normalizeSteps([{ from: 0, to: 9, insert: '' }], 5), /Step 0-9 is not within a text of 5/);
  assert.equal(mapPosition([{ from: 2, to: 2, insert: 'xy' }], 2, -1), 2);
  assert.equal(mapPosition([{ from: 2, to: 2, insert: 'xy' }], 2, 1), 4);
});

test('a line break that the parser drops at the start of code is no error', () => {
  for (const text of [
    '<pre>\n&amp;x</pre>',
    '<pre>\r\n\nx</pre>',
    '<pre>\n<b>x</b></pre>',
    '<pre>\n</pre>',
    '<textarea>\nx</textarea>',
  ])
    assert.equal(parseDocument(text).root.errorCount, 0, text);
});
