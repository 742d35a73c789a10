/**
 * The editor on templates of many authors, in a browser, on the real host. Opening, closing and saving keeps every byte of
 * them; a typed word is the only difference. `FEAAS_LONG=1` uses all templates; else an eightieth. The test prints the
 * seed; `FEAAS_SEED` repeats a run. `FEAAS_ONLY` selects templates by a part of their name.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typableBlocks } from '../frontend/src/editor/view/locate';
import type { TextBlock } from '../src/utils/editing/model/blocks';
import { createTransaction } from '../src/utils/editing/model/change';
import { applySteps } from '../src/utils/editing/model/steps';
import { createState } from '../src/utils/editing/model/state';
import { editorJourney, versionId, waitForSaveButton, waitForEditorState, saveButton } from './lib/editor-page';
import { randomGenerator, seed } from './lib/fuzz';
import { allTemplates, hostProblems, type Template } from './lib/templates';

const WORD = 'Zugspitze';
/** Number of templates on one page. */
const BATCH = 12;

const at = editorJourney();

interface Shown extends Template {
  readonly version: string;
}

const all = allTemplates();
const next = randomGenerator(seed);
const { FEAAS_LONG: isLong, FEAAS_ONLY: only } = process.env;
const chosen = all.filter(({ name }) => (only ? name.includes(only) : isLong || next() < 1 / 80));

/** Publishes the templates that the host accepts. For the others, checks that the refusal is justified. */
async function publish(templates: readonly Template[], refused: string[]): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const template of templates) {
    const [reason] = hostProblems(template.view);
    try {
      shown.push({ ...template, version: await at.publish(template.view) });
      assert.equal(reason, undefined, template.name);
    } catch (error) {
      assert.ok(reason !== undefined, `${template.name}: ${String(error)}`);
      refused.push(`${template.name} ${reason}`);
    }
  }
  return shown;
}

const attributes = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const markup = ({ version, data }: Shown): string =>
  `<feaas-component id="${version}" component="footer" version="${version}" fetch="template stylesheet" editable` +
  `${data === undefined ? '' : ` data="${attributes(JSON.stringify(data))}"`}></feaas-component>`;

const inside = ({ version }: Shown): Promise<string> => at.page.$eval(`#${version}`, (each) => each.innerHTML);

async function open({ version }: Shown): Promise<void> {
  // Once the editor has loaded, open the component by keyboard, and close it.
  await (await at.page.waitForSelector(`#${version}[tabindex]`))!.focus();
  await at.page.keyboard.press('Enter');
  await waitForEditorState(at.page, 'ready');
}

/** Closes by keyboard, and waits until the component shows this HTML. */
async function close(shown: Shown, html?: string): Promise<void> {
  // The first Escape leaves the text, the second one leaves the editor.
  await at.page.keyboard.press('Escape');
  await at.page.keyboard.press('Escape');
  await waitForEditorState(at.page, 'idle');
  if (html === undefined) return;
  await at.page
    .waitForFunction(
      (version, html) => document.getElementById(version)!.innerHTML === html,
      { timeout: 5000 },
      shown.version,
      html,
    )
    .catch(async () => assert.equal(await inside(shown), html, shown.name));
}

async function save(): Promise<void> {
  await at.page.keyboard.down('Control');
  await at.page.keyboard.press('s');
  await at.page.keyboard.up('Control');
}

/** Returns the first editable text block of the open component. */
async function firstBlock({ view, version }: Shown): Promise<TextBlock | undefined> {
  const blocks = typableBlocks(createState(view).document);
  const index = await at.page.$eval(
    `#${version}`,
    (component, ids) =>
      ids.findIndex((id) =>
        (id ? component.querySelector(`[data-feaas-node="${id}"]`) : component)?.checkVisibility({
          visibilityProperty: true,
        }),
      ),
    blocks.map(({ owner }) => owner.node.id),
  );
  return blocks[index];
}

/** Opens a component, types a word into its first text block, and saves. Returns the block. */
async function type(shown: Shown): Promise<TextBlock | undefined> {
  await open(shown);
  await save();
  assert.deepEqual(await saveButton(at.page), ['Up to date', false], shown.name);
  const block = await firstBlock(shown);
  await at.page.keyboard.press('End');
  await at.page.keyboard.type(WORD);
  await waitForSaveButton(at.page, block ? 'Save' : 'Up to date', !!block).catch(() =>
    assert.fail(`${shown.name}: ${block ? 'nothing' : 'something'} was typed`),
  );
  await save();
  await waitForSaveButton(at.page, 'Up to date', false);
  await close(shown);
  return block;
}

/** Returns a view with the word inserted at a position, and at the same position of all copies in repeats. */
function withWord(view: string, place: number): string | undefined {
  if (place < 0 || place > view.length) return undefined;
  const change = createTransaction(createState(view), [{ from: place, to: place, insert: WORD }]);
  return change && applySteps(view, change.steps);
}

/** Removes white space: typing may remove white space that was not rendered. */
const withoutSpace = (text: string): string => text.replace(/[ \t\n\r\f]+/g, '');

const failed: string[] = [];
/** Records a failure, so that the remaining templates still run. */
async function attempt({ name }: Shown, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    failed.push(`${name}: ${(error as Error).message}`);
    await load();
  }
}

/** Opens the page and signs in. */
async function load(): Promise<void> {
  await at.page.goto(`${at.host.origin}/templates.html`);
  await at.page.evaluate(async (token) => {
    await customElements.whenDefined('feaas-component');
    Object.assign(document.querySelector('feaas-context')!, { auth: token });
    await Promise.all([...document.querySelectorAll<any>('feaas-component')].map((each) => each.whenRendered()));
  }, at.host.token);
}

/** Returns the host's views of a batch. */
async function held(batch: readonly Shown[]): Promise<{ view: string; revision: number }[]> {
  const found = await at.versions.find(batch.map(({ version }) => versionId(version)));
  return found.map((version) => ({ view: version!.view, revision: version!.revision }));
}

test(`${chosen.length} of ${all.length} templates: typing changes the typed text only`, async () => {
  console.log(`# seed ${seed}`);
  const refused: string[] = [];
  let [count, typed, spaces] = [0, 0, 0];
  for (let first = 0; first < chosen.length; first += BATCH) {
    const batch = await publish(chosen.slice(first, first + BATCH), refused);
    await at.host.writePage(
      'templates.html',
      `<feaas-context library="aurora">${batch.map(markup).join('')}<feaas-editor></feaas-editor></feaas-context>`,
    );
    await load();
    for (const shown of batch)
      await attempt(shown, async () => {
        const html = await inside(shown);
        await open(shown);
        await close(shown, html);
      });
    const untouched = batch.map(({ view }) => ({ view, revision: 1 }));
    assert.deepEqual(await held(batch), untouched);
    const blocks = new Map<Shown, TextBlock | undefined>();
    for (const shown of batch) await attempt(shown, async () => void blocks.set(shown, await type(shown)));
    for (const [index, { view, revision }] of (await held(batch)).entries()) {
      const shown = batch[index]!;
      const block = blocks.get(shown);
      count++;
      if (!blocks.has(shown)) continue;
      if (block) {
        typed++;
        const place = view.indexOf(WORD);
        const isAlone = view === withWord(shown.view, place);
        if (!isAlone && withoutSpace(view.replaceAll(WORD, '')) === withoutSpace(shown.view)) spaces++;
        else if (!isAlone || place < block.from || place > block.to)
          failed.push(`${shown.name}: more differs than what was typed\n${shown.view}\n${view}`);
      } else if (revision !== 1 || view !== shown.view) failed.push(`${shown.name}: it was written to`);
    }
  }
  console.log(
    `# ${count} templates, a word was typed in ${typed} of them; the others have no text of their own in sight; ` +
      `hidden white space went beside ${spaces}`,
  );
  for (const line of refused) console.log(`# refused: ${line}`);
  assert.deepEqual(failed, []);
  assert.ok(spaces <= 2 + typed / 20);
  assert.equal(count + refused.length, chosen.length);
  assert.deepEqual(
    // Browsers report handlers in data when they parse the HTML, before the kit removes them.
    at.consoleMessages.filter((line) => /^(?:uncaught|error: policy: script(?!-src-attr))/.test(line)),
    [],
  );
});
