/** Three-way comparison of markup block by block: the author of each change, and that each choice results in valid markup. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyUpstream } from '../../src/utils/editing/model/commands/apply-upstream';
import { undo } from '../../src/utils/editing/model/commands/undo';
import {
  compareDocuments,
  mergeChoices,
  resolveComparisons,
  type Choice,
} from '../../src/utils/editing/model/merge/three-way';
import { Editor } from '../../src/utils/editing/model/editor';
import { parseDocument } from '../../src/utils/editing/model/parse-document';
import { applySteps } from '../../src/utils/editing/model/steps';
import { demoTemplates } from '../lib/editing';
import { randomCommand } from '../lib/random-commands';
import { randomGenerator, seed } from '../lib/fuzz';

const RUNS = process.env['FEAAS_LONG'] ? 5000 : 300;
const BASE =
  '<section>\n  <h2>Title</h2>\n  <p>one</p>\n  <p>two</p>\n  <ul>\n    <li>a</li>\n    <li>b</li>\n  </ul>\n</section>';

const merged = (base: string, mine: string, theirs: string, choices?: readonly (Choice | undefined)[]): string => {
  const comparisons = compareDocuments(base, mine, theirs);
  return applySteps(mine, resolveComparisons(comparisons, choices ?? mergeChoices(comparisons)));
};
const told = (mine: string, theirs: string): string[] =>
  compareDocuments(BASE, mine, theirs).map(({ status, base, mine: my, theirs: their, both }) =>
    [status, base, my, their, both ? 'both' : ''].join('|'),
  );

test('no change, or equal changes, need no decision', () => {
  assert.deepEqual(told(BASE, BASE), []);
  const same = BASE.replace('one', 'eins');
  assert.deepEqual(told(same, same), ['same|<p>one</p>|<p>eins</p>|<p>eins</p>|']);
});

test('changes in different blocks are merged', () => {
  const mine = BASE.replace('one', 'eins');
  const theirs = BASE.replace('<li>b</li>', '<li>B</li>').replace('Title', 'Titel');
  assert.deepEqual(told(mine, theirs), [
    'theirs|<h2>Title</h2>|<h2>Title</h2>|<h2>Titel</h2>|',
    'mine|<p>one</p>|<p>eins</p>|<p>one</p>|',
    'theirs|<li>b</li>|<li>b</li>|<li>B</li>|',
  ]);
  assert.equal(merged(BASE, mine, theirs), theirs.replace('one', 'eins'));
});

test('a block that both sides changed is a conflict; the result can be either or both', () => {
  const mine = BASE.replace('one', 'eins');
  const theirs = BASE.replace('one', 'uno');
  assert.deepEqual(told(mine, theirs), ['conflict|<p>one</p>|<p>eins</p>|<p>uno</p>|both']);
  assert.equal(merged(BASE, mine, theirs), mine);
  assert.equal(merged(BASE, mine, theirs, ['theirs']), theirs);
  assert.equal(merged(BASE, mine, theirs, ['both']), BASE.replace('<p>one</p>', '<p>eins</p><p>uno</p>'));
});

test('both: an id of my side is not duplicated; other ids of their side stay', () => {
  const base = '<section><h2 id="a">One</h2><p><a href="#a">up</a></p></section>';
  const mine = base.replace('One', 'Eins');
  const theirs = base.replace('One</h2>', 'Uno <b id="b">!</b></h2>');
  assert.equal(
    merged(base, mine, theirs, ['both']),
    '<section><h2 id="a">Eins</h2><h2>Uno <b id="b">!</b></h2><p><a href="#a">up</a></p></section>',
  );
});

test('a block that one side inserts next to a changed or deleted block occurs once', () => {
  const blocks = ['<p>one</p>', '<p>two</p>', '<p>three</p>'];
  const view = (all: readonly string[]): string => `<section>${all.join('')}</section>`;
  for (let at = 0; at <= blocks.length; at++)
    for (let changed = 0; changed < blocks.length; changed++)
      for (const change of ['<p>changed</p>', '<h2>changed</h2>', '']) {
        const inserted = view(blocks.toSpliced(at, 0, '<p>new</p>'));
        const other = blocks.toSpliced(changed, 1, change);
        const both = other.toSpliced(at, 0, '<p>new</p>');
        assert.equal(merged(view(blocks), inserted, view(other)), view(both), `${at} ${changed} ${change}`);
        assert.equal(merged(view(blocks), view(other), inserted), view(both), `${at} ${changed} ${change}`);
        const statuses = compareDocuments(view(blocks), inserted, view(other)).map(({ status }) => status);
        assert.deepEqual(statuses.sort(), ['mine', 'theirs']);
      }
});

test('insertions, deletions, and deletions against changes are resolved', () => {
  const inserted = BASE.replace('<p>two', '<p>new</p>\n  <p>two');
  assert.equal(merged(BASE, BASE, inserted).includes('<p>new</p>'), true);
  assert.deepEqual(told(BASE, inserted), ['theirs|||<p>new</p>|']);
  const deleted = BASE.replace('<p>two</p>\n  ', '');
  assert.deepEqual(told(deleted, BASE), ['mine|<p>two</p>||<p>two</p>|']);
  assert.deepEqual(told(deleted, BASE.replace('two', 'zwei')), ['conflict|<p>two</p>||<p>zwei</p>|']);
  assert.ok(merged(BASE, deleted, BASE.replace('two', 'zwei'), ['theirs']).includes('<p>zwei</p>'));
  const ours = BASE.replace('<p>two', '<p>ours</p>\n  <p>two');
  assert.deepEqual(told(ours, inserted), ['conflict||<p>ours</p>|<p>new</p>|both']);
});

test('an element whose own tag one side changed is one block', () => {
  const mine = BASE.replace('<li>a</li>', '<li>A</li>');
  const theirs = BASE.replace('<ul>', '<ul class="k">');
  const [only, more] = compareDocuments(BASE, mine, theirs);
  assert.equal(more, undefined);
  assert.equal(only!.status, 'conflict');
  assert.ok(only!.mine.startsWith('<ul>') && only!.theirs.startsWith('<ul class="k">'));
});

test('a change on their side only is applied completely', () => {
  const theirs = BASE.replace('<section>', '<section class="-theme--x"><hr>').replace('<p>one</p>', '');
  assert.equal(merged(BASE, BASE, theirs), theirs);
});

test('applying their change is one step with positions in the current text', () => {
  const mine = BASE.replace('one', 'eins');
  const comparisons = compareDocuments(BASE, mine, BASE.replace('two', 'zwei').replace('Title', 'Titel'));
  const editor = new Editor(mine);
  assert.ok(editor.do(applyUpstream(comparisons, mergeChoices(comparisons))));
  assert.equal(editor.state.text, mine.replace('two', 'zwei').replace('Title', 'Titel'));
  assert.equal(editor.can(applyUpstream(comparisons, mergeChoices(comparisons))), false);
  editor.do(undo);
  assert.equal(editor.state.text, mine);
});

test(`${RUNS} random pairs of versions: any choice gives a view, and one who changed nothing gets the other's`, () => {
  const next = randomGenerator(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const changed = (text: string): string => {
    const editor = new Editor(text);
    for (let step = 0; step < 4; step++) editor.do(randomCommand(editor.state, next, ['x']).command);
    return editor.state.text;
  };
  let conflicts = 0;
  for (let run = 0; run < RUNS; run++) {
    const base = next() < 0.5 ? BASE : pick(demoTemplates);
    const mine = changed(base);
    const theirs = changed(base);
    const comparisons = compareDocuments(base, mine, theirs);
    conflicts += comparisons.filter(({ status }) => status === 'conflict').length;
    for (const { from, to, mine: said } of comparisons) assert.equal(mine.slice(from, to), said, `seed ${seed}`);
    const choices = comparisons.map(({ both }): Choice => pick(both ? ['mine', 'theirs', 'both'] : ['mine', 'theirs']));
    const text = applySteps(mine, resolveComparisons(comparisons, choices));
    assert.equal(parseDocument(text).root.errorCount, 0, `seed ${seed}\n${base}\n${mine}\n${theirs}\n${text}`);
    const bare = (each: string): string => each.replace(/\s+/g, '');
    assert.equal(bare(merged(base, base, theirs)), bare(theirs), `seed ${seed}`);
    assert.equal(merged(base, mine, base), mine, `seed ${seed}`);
  }
  console.log(`# seed ${seed}: ${conflicts} conflicts`);
  assert.ok(conflicts > RUNS / 10);
});
