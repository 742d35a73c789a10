/**
 * The editor's model on templates of many hands: opened and closed, opened and saved, they keep every byte; a word that is typed
 * is all that differs, in each block that can be typed in. `FEAAS_LONG=1` types in all of them; else in a tenth, the seed is printed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decorate } from '../../src/utils/editing/model/decorate';
import { blocksOf, isTypable, type TextBlock } from '../../src/utils/editing/model/blocks';
import { setText } from '../../src/utils/editing/model/commands/set-text';
import { toNodeRef } from '../../src/utils/editing/model/commands/target';
import { undo } from '../../src/utils/editing/model/commands/undo';
import { Editor } from '../../src/utils/editing/model/editor';
import { createState } from '../../src/utils/editing/model/state';
import { toRuns } from '../../src/utils/editing/model/inline';
import type { SyntaxTree } from '../../src/utils/editing/model/syntax-tree';
import { parseDocument } from '../../src/utils/editing/model/parse-document';
import { lengthOf, plainText, sliceRuns, replaceRuns } from '../../src/utils/editing/model/runs';
import { serializeTree } from '../lib/editing';
import { randomGenerator, seed } from '../lib/fuzz';
import { createSessionFixture, findVersion, HERO, target } from '../lib/session-fixture';
import { allTemplates, hostProblems, type Template } from '../lib/templates';
import { memoryVersions } from '../../src/utils/gateway/versions/memory';

const LONG = !!process.env['FEAAS_LONG'];
const WORD = 'Zugspitze';
const templates = allTemplates();

const typableBlocks = (document: SyntaxTree): TextBlock[] => blocksOf(document).filter(isTypable);

/** Opens a template as a fork that does not exist yet. */
async function opened({ view }: Template): ReturnType<typeof createSessionFixture> {
  const store = memoryVersions({ components: ['lib/hero'] });
  await store.save(HERO, view, { expectedRevision: 0 });
  const on = await createSessionFixture({}, store);
  assert.equal(await on.session.open(target), true);
  return on;
}

test(`${templates.length} templates: opened and closed, opened and saved, every byte is kept and nothing is written`, async () => {
  for (const template of templates) {
    const { name, view } = template;
    for (const save of [false, true]) {
      const { session, store, calls } = await opened(template);
      assert.equal(serializeTree(session.snapshot.editor!.document, view), view, name);
      if (save) assert.equal(await session.save(), true, name);
      assert.equal(session.snapshot.editor!.text, view, name);
      assert.equal(await session.close(), true, name);
      assert.equal((await findVersion(store, HERO)).view, view, name);
      assert.deepEqual(
        calls.filter((call) => !/^find/.test(call)),
        [],
        name,
      );
    }
  }
});

/** Attributes that {@link annotate} adds. Templates may already have the last one. */
const ADDED = / data-feaas-(?:node="\d+"|edited="" contenteditable="true")| contenteditable="false"/g;

test('what the page shows of a template while it is edited is the template, but for what is added', () => {
  for (const { name, view } of templates) {
    const document = parseDocument(view);
    for (const block of [undefined, ...typableBlocks(document)]) {
      const { from, to, isWhole } = block ?? { from: 0, to: 0, isWhole: true };
      const around = isWhole ? view : `${view.slice(0, from)}<span>${view.slice(from, to)}</span>${view.slice(to)}`;
      assert.equal(decorate({ text: view, document }, block).replace(ADDED, ''), around.replace(ADDED, ''), name);
    }
  }
});

/** Moves a position within a surrogate pair behind it. */
const betweenCharacters = (text: string, at: number): number => at + (/^[\udc00-\udfff]/.test(text.slice(at)) ? 1 : 0);

/** Removes white space: invisible white space is deleted when it would become visible next to typed text. */
const withoutSpace = (text: string): string => text.replace(/[ \t\n\r\f]+/g, '');

test('a word typed at the start, in the middle and at the end of each block: those characters differ, and are taken back', () => {
  const next = randomGenerator(seed);
  let blocks = 0;
  let without = 0;
  let places = 0;
  let spaces = 0;
  for (const { name, view } of templates) {
    const first = createState(view);
    const all = typableBlocks(first.document);
    if (!all.length) without++;
    for (const [at, block] of all.entries()) {
      if (!LONG && next() > 0.1) continue;
      blocks++;
      const runs = toRuns(view, block);
      const end = lengthOf(runs);
      for (const place of new Set([0, betweenCharacters(plainText(runs), Math.floor(end / 2)), end])) {
        const editor = new Editor(first);
        const beside = sliceRuns(runs, Math.max(0, place - 1), Math.max(1, place))[0];
        const typed = replaceRuns(runs, place, place, [{ insert: WORD, marks: beside?.marks ?? {} }]);
        const where = `${name}, block ${at}, character ${place}`;
        assert.ok(editor.do(setText(toNodeRef(block), typed)), where);
        const { text } = editor.state;
        places++;
        const rest = text.replaceAll(WORD, '');
        assert.ok(text !== rest && withoutSpace(rest) === withoutSpace(view), where);
        if (rest !== view) {
          spaces++;
          assert.ok(place > 0 && place < end, where);
        }
        assert.ok(editor.do(undo), where);
        assert.ok(editor.state.text === view, where);
      }
    }
  }
  const refused = templates.filter(({ view }) => hostProblems(view).length > 0).length;
  console.log(
    `# seed ${seed}: ${templates.length} templates (${refused} of them no host would take), ${blocks} blocks; ${without} have no text of their own; ` +
      `${places} places, hidden white space went at ${spaces}`,
  );
  assert.ok(blocks > templates.length / 2 && spaces < places / 100);
  if (LONG) assert.ok(templates.length >= 200 && blocks > 5000);
});
