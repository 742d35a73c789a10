/** History: comparing revisions and restoring an earlier one (the real editor on the real host, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chooseMenuItem,
  waitForFocus,
  waitForFocusInText,
  waitForAnnouncement,
  tabTo,
  focusTool,
} from './lib/editor-keyboard';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  pressWithModifiers,
  versionId,
  waitForSaveButton,
  pickEntry,
  findPickerEntry,
  waitForPickerClosed,
  clickButton,
  saveAndVerify,
  waitForComponentText,
  typeAtEnd,
  openVisitorPage,
} from './lib/editor-page';
import { screenshotsFolder } from './lib/screenshots-folder';

const at = editorJourney();
const SHOTS = screenshotsFolder('feaas-editor-shots');
const view = (text: string): string => `<section class="card">\n  <h2>Title</h2>\n\n  <p>${text}</p>\n</section>\n`;

/** Creates a version with three revisions and opens it in the editor. */
async function begin(width = 1440): Promise<string> {
  await at.page.setViewport({ width, height: 800 });
  const version = await at.publish(view('One'));
  const id = versionId(version);
  await at.versions.save(id, view('Two'), { expectedRevision: 1 });
  await at.versions.save(id, view('Three'), { expectedRevision: 2 });
  await at.versions.stage(id, { expectedRevision: 3 });
  await at.versions.publish(id, { expectedRevision: 3 });
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  return version;
}
async function open(): Promise<void> {
  await clickButton(at.page, 'More actions');
  await clickButton(at.page, 'History');
}

for (const width of [1440, 360])
  test(`an earlier revision can be viewed, compared, restored, undone and saved, at ${width} px`, async () => {
    const version = await begin(width);
    await typeAtEnd(at.page, ' now', 'feaas-component p');
    // Unsaved text changes the toolbar.
    await waitForSaveButton(at.page, 'Save', true);
    await open();
    await pickEntry(at.page, 'Revision 1');
    const inside = (selector: string): string => inEditorUI(`.dialog--pick >>> ${selector}`);
    await at.page.waitForSelector(inside('.chosen'), { visible: true });
    await at.page.select(inside('.chosen select'), '2');
    await at.page.waitForSelector(inside('.difference'), { visible: true });
    const changed = await at.page.$$eval(inside('.difference__side'), (all) =>
      all.map((each) => [each.localName, each.lastChild!.textContent]),
    );
    assert.deepEqual(changed, [
      ['del', 'One'],
      ['ins', 'Two'],
    ]);
    await at.page.screenshot({ path: `${SHOTS}/history-${width}.png` });
    await clickButton(at.page, 'Restore revision 1');
    await waitForPickerClosed(at.page);
    await waitForComponentText(at.page, 'Title\n\nOne');
    assert.equal(
      (await at.versions.find([versionId(version)]))[0]!.revision,
      3,
      'nothing is saved before somebody saves',
    );
    // A single undo restores the typed text.
    await pressWithModifiers(at.page, ['Control'], 'z');
    await waitForComponentText(at.page, 'Title\n\nThree now');
    await pressWithModifiers(at.page, ['Control'], 'y');
    await waitForComponentText(at.page, 'Title\n\nOne');
    await saveAndVerify(at, version, view('One'));
    const visitor = await openVisitorPage(at, version);
    assert.match(await visitor.$eval('feaas-component', (element) => (element as HTMLElement).innerText), /One/);
    await open();
    await findPickerEntry(at.page, 'Revision 4');
  });

test('a fork has its own history; before the first save, it shows the original’s', async () => {
  await at.page.setViewport({ width: 1280, height: 800 });
  const version = await at.publish(view('One'));
  await at.versions.save(versionId(version), view('Two'), { expectedRevision: 1 });
  await at.open(editableComponent(version, `${version}-x`));
  await openEditor(at.page);
  await open();
  await findPickerEntry(at.page, 'Revision 2');
  await at.page.keyboard.press('Escape');
  await waitForPickerClosed(at.page);
  await typeAtEnd(at.page, '!', 'feaas-component h2');
  await pressWithModifiers(at.page, ['Control'], 's');
  await clickButton(at.page, 'Save customization');
  await waitForAnnouncement(at.page, 'Saved');
  await open();
  await findPickerEntry(at.page, 'Revision 2');
  await pickEntry(at.page, 'Revision 1');
  await clickButton(at.page, 'Restore revision 1');
  await waitForComponentText(at.page, 'Title\n\nTwo');
});

test('feaasPick reports a restore; a page that prevents it restores by itself', async () => {
  const version = await begin();
  await at.page.evaluate(() => {
    document.addEventListener(
      'feaasPick',
      (event) => {
        const { mode, value, restore, item } = (event as CustomEvent).detail;
        (globalThis as any).heard = [mode, value, restore, item.content.length > 0];
        event.preventDefault();
      },
      { once: true },
    );
  });
  await open();
  await pickEntry(at.page, 'Revision 1');
  await clickButton(at.page, 'Restore revision 1');
  await at.page.waitForFunction(() => (globalThis as any).heard);
  assert.deepEqual(await at.page.evaluate(() => (globalThis as any).heard), ['revision', '1', true, true]);
  await at.page.keyboard.press('Escape');
  await waitForPickerClosed(at.page);
  await waitForComponentText(at.page, 'Title\n\nThree');
  await saveAndVerify(at, version, view('Three'));
});

test('by keys alone; Escape goes back', async () => {
  await begin();
  await waitForFocusInText(at.page);
  await focusTool(at.page, 'More actions');
  await chooseMenuItem(at.page, 'History');
  await findPickerEntry(at.page, 'Revision 3');
  await tabTo(at.page, 'Revision 3');
  await at.page.keyboard.press('Escape');
  await waitForPickerClosed(at.page);
  await waitForFocus(at.page, 'More actions');
  await chooseMenuItem(at.page, 'History');
  await findPickerEntry(at.page, 'Revision 3');
  await tabTo(at.page, 'Revision 3');
  await at.page.keyboard.press('ArrowDown');
  await at.page.keyboard.press('Enter');
  await at.page.waitForSelector(inEditorUI('.dialog--pick >>> .chosen'), { visible: true });
  await tabTo(at.page, 'Restore revision 2');
  await at.page.keyboard.press('Enter');
  await waitForComponentText(at.page, 'Title\n\nTwo');
  await waitForFocusInText(at.page);
});

test('comparing two revisions marks changed words, and lists changed images, links and themes', async () => {
  const [sky, trip] = ['/media/aurora/hero.svg', '/media/aurora/trip-abisko.svg'];
  const viewOf = (word: string, image: string, link: string, theme: string): string =>
    `<section class="${theme}"><p>A long sentence about the ${word} lights of the north</p><img src="${image}" alt="" width="80" height="50"><p><a href="${link}">Read on</a></p></section>`;
  const version = await at.publish(viewOf('green', sky, '/one', '-theme--aurora'));
  const next = viewOf('red', trip, '/two', '-theme--night');
  await at.versions.save(versionId(version), next, { expectedRevision: 1 });
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await open();
  await pickEntry(at.page, 'Revision 1');
  const inside = (selector: string): string => inEditorUI(`.dialog--pick >>> ${selector}`);
  await at.page.waitForSelector(inside('.chosen'), { visible: true });
  await at.page.select(inside('.chosen select'), '2');
  await at.page.waitForSelector(inside('.difference'), { visible: true });
  const line = await at.page.$$eval(inside('.difference__line > *'), (all) =>
    all.map((each) => [each.localName, each.textContent]),
  );
  assert.deepEqual(line, [
    ['del', 'green'],
    ['ins', 'red'],
  ]);
  const groups = await at.page.$$eval(inside('.difference__group'), (all) =>
    all.map((group) => [
      group.ariaLabel,
      ...Array.from(
        group.querySelectorAll('.difference__side'),
        (side) => `${side.localName} ${side.lastChild!.textContent}`,
      ),
    ]),
  );
  assert.deepEqual(groups, [
    ['Text'],
    ['Images', 'del hero.svg', 'ins trip-abisko.svg'],
    ['Links', 'del /one', 'ins /two'],
    ['Themes', 'del aurora', 'ins night'],
  ]);
  await at.page.screenshot({ path: `${SHOTS}/history-changes.png` });
  await clickButton(at.page, 'Restore revision 1');
  await waitForPickerClosed(at.page);
  await at.page.waitForSelector('feaas-component a[href="/one"]');
});
