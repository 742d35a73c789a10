/** Inserts blocks, external components, and components of the library, with search and recent entries (real editor and host, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  pressWithModifiers,
  pickEntry,
  findPickerEntry,
  waitForPickerClosed,
  clickButton,
  saveAndVerify,
  openVisitorPage,
} from './lib/editor-page';
import { queryHost } from './lib/query-host';
import { waitForNetworkIdle } from './lib/network-idle';
import { screenshotsFolder } from './lib/screenshots-folder';

const at = editorJourney();
const SHOTS = screenshotsFolder('feaas-editor-shots');
const VIEW = '<section class="card"><h2>Title</h2><p>Text</p></section>';
const LINK = '<feaas-component library="aurora" component="call-to-action"></feaas-component>';

async function begin(width = 1440, token = at.host.token): Promise<string> {
  await at.page.setViewport({ width, height: 800 });
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, version));
  await at.page.$eval('feaas-context', (context, auth) => void Object.assign(context, { auth }), token);
  await openEditor(at.page);
  await at.page.click('feaas-component p');
  return version;
}
/** Names of the entries that the palette shows. */
const names = (): Promise<string[]> =>
  at.page.$$eval(inEditorUI('.dialog--pick >>> .card__name'), (all) => all.map((each) => each.textContent!));

test('an inserted element without text is selected: tools and keys apply to it', async () => {
  const version = await begin();
  await clickButton(at.page, 'Insert a block');
  await pickEntry(at.page, 'Rule');
  await waitForPickerClosed(at.page);
  await at.page.waitForSelector('feaas-component hr');
  const ring = await at.page.waitForSelector(inEditorUI('.ring--chosen'), { visible: true });
  const around = await ring!.boundingBox();
  const rule = await (await at.page.$('feaas-component hr'))!.boundingBox();
  assert.ok(Math.abs(around!.y - rule!.y) <= 8, `${around!.y} ${rule!.y}`);
  await saveAndVerify(at, version, VIEW.replace('</p>', '</p><hr>'));
});

test('an element that is invalid at the caret is inserted after its container: a paragraph after the list, a rule after the table', async () => {
  const view =
    '<section><ul><li>One</li><li>Two</li></ul><table><tbody><tr><td>Cell</td></tr></tbody></table></section>';
  const version = await at.publish(view);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await at.page.click('feaas-component li');
  await clickButton(at.page, 'Insert a block');
  await pickEntry(at.page, 'Paragraph');
  await waitForPickerClosed(at.page);
  const [list, table] = [view.slice(0, view.indexOf('<table>')), view.slice(view.indexOf('<table>'), -10)];
  await saveAndVerify(at, version, `${list}<p>New text</p>${table}</section>`);
  await at.page.click('feaas-component td');
  await clickButton(at.page, 'Insert a block');
  await pickEntry(at.page, 'Rule');
  await waitForPickerClosed(at.page);
  await at.page.waitForSelector('section > table + hr');
  await saveAndVerify(at, version, `${list}<p>New text</p>${table}<hr></section>`);
});

for (const width of [1440, 360])
  test(`a component of the library is found by its words, at ${width} px, and shows at once, also to visitors`, async () => {
    const version = await begin(width);
    await clickButton(at.page, 'Insert a block');
    await findPickerEntry(at.page, 'Paragraph');
    await at.page.screenshot({ path: `${SHOTS}/insert-${width}.png` });
    await pickEntry(at.page, 'Call to action', 'call');
    await at.page.waitForSelector('section > feaas-component[component=call-to-action] > *');
    await waitForPickerClosed(at.page);
    await at.page.screenshot({ path: `${SHOTS}/inserted-${width}.png` });
    const view = VIEW.replace('</p>', `</p>${LINK}`);
    await saveAndVerify(at, version, view);
    const visitor = await openVisitorPage(at, version);
    await visitor.waitForSelector('section > feaas-component[component=call-to-action] > *');
    // Text around it is editable, and its rendered content is not part of the view.
    await at.page.click('feaas-component h2');
    await at.page.keyboard.press('End');
    await at.page.keyboard.type('!');
    await saveAndVerify(at, version, view.replace('Title', 'Title!'));
    await at.page.waitForSelector('section > feaas-component[component=call-to-action] > *');
    // Undo removes it as any other change.
    for (let count = 0; count < 2; count++) await pressWithModifiers(at.page, ['Control'], 'z');
    await at.page.waitForFunction(() => !document.querySelector('section > feaas-component'));
    await saveAndVerify(at, version, VIEW);
    // The palette offers it first.
    await at.page.click('feaas-component p');
    await clickButton(at.page, 'Insert a block');
    await at.page.waitForSelector(inEditorUI('.dialog--pick >>> .recent'), { visible: true });
    const recent = await at.page.$eval(inEditorUI('.dialog--pick >>> .recent button'), (each) => each.textContent);
    assert.equal(recent, 'Call to action');
    await clickButton(at.page, 'Call to action');
    await at.page.waitForSelector('section > feaas-component[component=call-to-action] > *');
  });

test('collections, blocks and components of the page are offered; the edited component is not, because it would contain itself', async () => {
  await queryHost(
    at.host,
    `mutation {
      saveCollection(library: "aurora", key: "first", name: "At the top") { key }
      saveComponent(id: "aurora/hero", name: "Hero", collections: ["first"]) { id }
    }`,
  );
  await begin();
  await at.page.evaluate(async () => {
    const { registerComponent } = (await import('/build/index.esm.js' as string)) as typeof import('../src');
    const mount = (element: HTMLElement): undefined => void (element.textContent = 'It is noon');
    registerComponent({ name: 'clock', title: 'Clock', group: 'Time', mount });
  });
  await clickButton(at.page, 'Insert a block');
  await findPickerEntry(at.page, 'Clock');
  const all = await names();
  assert.deepEqual(all.slice(0, 2), ['Paragraph', 'Heading 2']);
  const choices = await at.page.$$eval(inEditorUI('.dialog--pick >>> select option'), (all) =>
    all.map((each) => each.textContent),
  );
  assert.deepEqual(choices.slice(0, 3), ['Blocks and components', 'Blocks', 'Components of this page']);
  const [select] = await at.page.$$(inEditorUI('.dialog--pick >>> select'));
  const choose = async (label: string): Promise<void> => {
    const value = await select!.evaluate(
      (each, label) => [...(each as HTMLSelectElement).options].find((option) => option.text === label)!.value,
      label,
    );
    await (select as any).select(value);
  };
  await choose('Components of this page');
  await at.page.waitForFunction(
    () =>
      document
        .querySelector('feaas-editor')!
        .shadowRoot!.querySelector('.dialog--pick > div')!
        .shadowRoot!.querySelectorAll('[role=option]').length === 1,
  );
  assert.deepEqual(await names(), ['Clock']);
  await choose('At the top');
  await findPickerEntry(at.page, 'Hero');
  assert.deepEqual(await names(), ['Hero']);
  await choose('Blocks and components');
  await findPickerEntry(at.page, 'Header', 'e');
  assert.ok(!(await names()).includes('Footer'));
  await choose('Components of this page');
  await pickEntry(at.page, 'Clock');
  await at.page.waitForFunction(() => document.querySelector('feaas-external')?.textContent === 'It is noon');
});

test('without the host, blocks are offered; the library is offered once the host is back', async () => {
  await begin(1440, (await at.host.createToken()).secret);
  await waitForNetworkIdle(at.page, 300);
  await at.host.kill();
  await clickButton(at.page, 'Insert a block');
  await at.page.waitForSelector(inEditorUI('.dialog--pick >>> .note--wrong'), { visible: true, timeout: 30_000 });
  await pickEntry(at.page, 'Quote');
  await at.page.waitForSelector('feaas-component blockquote');
  await at.host.start();
  await clickButton(at.page, 'Insert a block');
  await findPickerEntry(at.page, 'Testimonials', 'guest');
});
