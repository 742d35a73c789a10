/**
 * Random sequences of commands: undoing all gives the first bytes, redoing all the last, and at every moment the document
 * is what parsing its text gives. `FEAAS_LONG=1` runs all 10,000; else a twentieth. The seed is printed; `FEAAS_SEED`
 * repeats a run.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkMarkup } from '../../host/src/validation/check-markup';
import { randomCommand } from '../lib/random-commands';
import { redo, undo } from '../../src/utils/editing/model/commands/undo';
import { Editor } from '../../src/utils/editing/model/editor';
import { replay, type JournalEntry } from '../../src/utils/editing/model/journal';
import { parseDocument } from '../../src/utils/editing/model/parse-document';
import { caseTemplates, demoTemplates, serializeTree, stripIds } from '../lib/editing';
import { hostileInputs, randomGenerator, seed } from '../lib/fuzz';
import { payloads } from '../security/payloads';

const COUNT = process.env['FEAAS_LONG'] ? 10_000 : 500;
const STEPS = 12;

const VIEWS: readonly string[] = [
  ...demoTemplates,
  ...caseTemplates,
  '<div><p>a<p>b<ul><li>x<li>y</ul></div>',
  '<p>a</p><table>foo<tr><td>x</td></tr></table><p>b &not c</p>',
  '<section><h1>T</h1><p>one <b>two <i>three</i></b> <a href="/x">four</a> <span class="k">five</span></p><pre>\ncode\n  here</pre><blockquote>q</blockquote></section>',
  '<ul>\n  <li data-path-scope="a.*"><b>x</b> y</li>\n  <li data-path-scope="a.*"><b>x</b> y</li>\n</ul>',
];
const ALLOWED = { embeds: [], cdns: [], frames: [] };

test(`${COUNT} random sequences of ${STEPS} commands`, () => {
  console.log(`# seed ${seed}`);
  const next = randomGenerator(seed);
  const hostile = [...payloads, ...hostileInputs(200, payloads, seed)];
  const acceptable = new Map<string, boolean>();
  let done = 0;
  for (let run = 0; run < COUNT; run++) {
    const view = VIEWS[Math.floor(next() * VIEWS.length)]!;
    let now = 0;
    const entries: JournalEntry[] = [];
    const editor = new Editor(view, {
      now: () => now,
      write: (entry) => entries.push(JSON.parse(JSON.stringify(entry)) as JournalEntry),
    });
    const where = (what: string): string => `seed ${seed}, run ${run}, ${what}\n${view}\n${editor.state.text}`;
    for (let step = 0; step < STEPS; step++) {
      now += Math.floor(next() * 1000);
      const { name, command } = randomCommand(editor.state, next, hostile);
      const can = editor.can(command);
      const before = editor.state;
      assert.equal(editor.do(command), can, where(name));
      if (!can) assert.equal(editor.state, before, where(name));
      else done++;
      const { text, document, selection } = editor.state;
      assert.equal(serializeTree(document, text), text, where(name));
      assert.deepEqual(stripIds(document.root), stripIds(parseDocument(text).root), where(name));
      assert.ok(document.root.errorCount <= before.document.root.errorCount || /undo|redo/.test(name), where(name));
      assert.ok(Math.max(selection.anchor, selection.head) <= text.length, where(name));
    }
    const last = editor.state.text;
    if (!acceptable.has(view)) acceptable.set(view, checkMarkup(view, ALLOWED).length === 0);
    if (acceptable.get(view)) assert.deepEqual(checkMarkup(last, ALLOWED), [], where('the host refuses it'));
    assert.equal(replay(view, entries).text, last, where('replay'));
    while (editor.do(redo));
    const end = editor.state.text;
    while (editor.do(undo));
    assert.equal(editor.state.text, view, where('undo all'));
    while (editor.do(redo));
    assert.equal(editor.state.text, end, where('redo all'));
  }
  console.log(
    `# ${done} commands done, ${[...acceptable.values()].filter(Boolean).length} of ${acceptable.size} views pass the host's check`,
  );
  assert.ok(done > COUNT * STEPS * 0.3, `${done}`);
});
