/** History: comparing revisions and restoring an earlier one (the real editor on the real host, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose, focuses, focusesText, hears, tabTo, tool } from './lib/by-keys';
import {
  chrome,
  component,
  edit,
  editorJourney,
  hold,
  idOf,
  labelled,
  pick,
  pickerEntry,
  pickerGone,
  press,
  saved,
  shows,
  typeIn,
  visits,
} from './lib/editor-page';
import { screenshotsFolder } from './lib/screenshots-folder';

const at = editorJourney();
const SHOTS = screenshotsFolder('feaas-editor-shots');
const view = (text: string): string => `<section class="card">\n  <h2>Title</h2>\n\n  <p>${text}</p>\n</section>\n`;

/** Creates a version with three revisions and opens it in the editor. */
async function begin(width = 1440): Promise<string> {
  await at.page.setViewport({ width, height: 800 });
  const version = await at.publish(view('One'));
  const id = idOf(version);
  await at.versions.save(id, view('Two'), { expectedRevision: 1 });
  await at.versions.save(id, view('Three'), { expectedRevision: 2 });
  await at.versions.stage(id, { expectedRevision: 3 });
  await at.versions.publish(id, { expectedRevision: 3 });
  await at.open(component(version, version));
  await edit(at.page);
  return version;
}
async function open(): Promise<void> {
  await press(at.page, 'More actions');
  await press(at.page, 'History');
}

for (const width of [1440, 360])
  test(`an earlier revision can be viewed, compared, restored, undone and saved, at ${width} px`, async () => {
    const version = await begin(width);
    await typeIn(at.page, ' now', 'feaas-component p');
    // Unsaved text changes the toolbar.
    await labelled(at.page, 'Save', true);
    await open();
    await pick(at.page, 'Revision 1');
    const inside = (selector: string): string => chrome(`.dialog--pick >>> ${selector}`);
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
    await press(at.page, 'Restore revision 1');
    await pickerGone(at.page);
    await shows(at.page, 'Title\n\nOne');
    assert.equal((await at.versions.find([idOf(version)]))[0]!.revision, 3, 'nothing is saved before somebody saves');
    // A single undo restores the typed text.
    await hold(at.page, ['Control'], 'z');
    await shows(at.page, 'Title\n\nThree now');
    await hold(at.page, ['Control'], 'y');
    await shows(at.page, 'Title\n\nOne');
    await saved(at, version, view('One'));
    const visitor = await visits(at, version);
    assert.match(await visitor.$eval('feaas-component', (element) => (element as HTMLElement).innerText), /One/);
    await open();
    await pickerEntry(at.page, 'Revision 4');
  });

test('a fork has its own history; before the first save, it shows the original’s', async () => {
  await at.page.setViewport({ width: 1280, height: 800 });
  const version = await at.publish(view('One'));
  await at.versions.save(idOf(version), view('Two'), { expectedRevision: 1 });
  await at.open(component(version, `${version}-x`));
  await edit(at.page);
  await open();
  await pickerEntry(at.page, 'Revision 2');
  await at.page.keyboard.press('Escape');
  await pickerGone(at.page);
  await typeIn(at.page, '!', 'feaas-component h2');
  await hold(at.page, ['Control'], 's');
  await press(at.page, 'Save customization');
  await hears(at.page, 'Saved');
  await open();
  await pickerEntry(at.page, 'Revision 2');
  await pick(at.page, 'Revision 1');
  await press(at.page, 'Restore revision 1');
  await shows(at.page, 'Title\n\nTwo');
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
  await pick(at.page, 'Revision 1');
  await press(at.page, 'Restore revision 1');
  await at.page.waitForFunction(() => (globalThis as any).heard);
  assert.deepEqual(await at.page.evaluate(() => (globalThis as any).heard), ['revision', '1', true, true]);
  await at.page.keyboard.press('Escape');
  await pickerGone(at.page);
  await shows(at.page, 'Title\n\nThree');
  await saved(at, version, view('Three'));
});

test('by keys alone; Escape goes back', async () => {
  await begin();
  await focusesText(at.page);
  await tool(at.page, 'More actions');
  await choose(at.page, 'History');
  await pickerEntry(at.page, 'Revision 3');
  await tabTo(at.page, 'Revision 3');
  await at.page.keyboard.press('Escape');
  await pickerGone(at.page);
  await focuses(at.page, 'More actions');
  await choose(at.page, 'History');
  await pickerEntry(at.page, 'Revision 3');
  await tabTo(at.page, 'Revision 3');
  await at.page.keyboard.press('ArrowDown');
  await at.page.keyboard.press('Enter');
  await at.page.waitForSelector(chrome('.dialog--pick >>> .chosen'), { visible: true });
  await tabTo(at.page, 'Restore revision 2');
  await at.page.keyboard.press('Enter');
  await shows(at.page, 'Title\n\nTwo');
  await focusesText(at.page);
});

test('comparing two revisions marks changed words, and lists changed images, links and themes', async () => {
  const [sky, trip] = ['/media/aurora/hero.svg', '/media/aurora/trip-abisko.svg'];
  const viewOf = (word: string, image: string, link: string, theme: string): string =>
    `<section class="${theme}"><p>A long sentence about the ${word} lights of the north</p><img src="${image}" alt="" width="80" height="50"><p><a href="${link}">Read on</a></p></section>`;
  const version = await at.publish(viewOf('green', sky, '/one', '-theme--aurora'));
  const next = viewOf('red', trip, '/two', '-theme--night');
  await at.versions.save(idOf(version), next, { expectedRevision: 1 });
  await at.open(component(version, version));
  await edit(at.page);
  await open();
  await pick(at.page, 'Revision 1');
  const inside = (selector: string): string => chrome(`.dialog--pick >>> ${selector}`);
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
  await press(at.page, 'Restore revision 1');
  await pickerGone(at.page);
  await at.page.waitForSelector('feaas-component a[href="/one"]');
});
