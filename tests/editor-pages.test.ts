/**
 * The editor on pages with intrusive styles: opening and closing moves nothing and leaves nothing behind. The editor looks and
 * works as on a page without styles. The pages are in `pages/hostile`.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  boxOf,
  waitForBar,
  readBarAppearance,
  readPreferences,
  clickInBar,
  clickDialogButton,
  waitForSaveButtonInBar,
  type BarAppearance,
} from './lib/editor-bar';
import { editorTexts } from './lib/catalogs';
import { editorJourney, versionId, waitForEditorState } from './lib/editor-page';
import {
  HOSTILE_PAGES,
  readLayout,
  openHostilePage,
  waitForLayout,
  takeLayoutShifts,
  recordLayoutShifts,
  serializeDocument,
  type PagePreferences,
} from './lib/hostile-page';
import { comparePixels } from './lib/pixels';

const at = editorJourney();
const SIZE = { width: 1280, height: 800 };
const VIEW =
  '<section class="card"><h2>Title</h2><p>One <b>two</b> Donaudampfschifffahrtsgesellschaftskapitänsmütze</p>' +
  '<ul><li>First<ul><li>Within</li></ul></li><li>Second</li></ul>' +
  '<img src="/media/aurora/hero.svg" alt="Sky" width="80" height="50"></section>';
/** Maximum share of different pixels in the toolbar, because text at fractions of a pixel is drawn differently. */
const BLURRED = 0.04;
/** Minimum difference of a channel, of 255, that counts as another color. */
const ANOTHER = 48;

/** The middle of the first line of an element of the component. */
async function middleOf(selector: string, within = 'feaas-component'): Promise<readonly [x: number, y: number]> {
  return at.page.$eval(`${within} ${selector}`, (element) => {
    const range = document.createRange();
    range.selectNodeContents(element.firstChild!);
    const { left, top, width, height } = range.getClientRects()[0]!;
    return [left + width / 2, top + height / 2] as const;
  });
}

/** Moves the pointer away from all content. */
const movePointerAway = (): Promise<void> => at.page.mouse.move(SIZE.width - 2, SIZE.height - 2);

async function openByMouse(selector = 'h2', within?: string): Promise<void> {
  await at.page.mouse.click(...(await middleOf(selector, within)));
  await waitForEditorState(at.page, 'ready');
  await movePointerAway();
  await waitForBar(at.page);
}

async function closeByMouse(): Promise<void> {
  await waitForBar(at.page);
  await clickInBar(at.page, '.bar__actions > button:last-child');
  await waitForEditorRemoved();
}

/** Waits until the editor has removed all its elements. */
async function waitForEditorRemoved(): Promise<void> {
  await waitForEditorState(at.page, 'idle');
  // The editor removes its interface after the fade.
  await at.page.waitForFunction(
    () =>
      !document.querySelector('[data-feaas-editor-ui], [data-feaas-node]') &&
      !document.querySelector('feaas-editor')!.shadowRoot!.querySelector('[part=place] *'),
  );
  // The component has the focus again. The end of the focus hides its outline, also from a pointer.
  await at.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  // The toolbar may have covered the component. Move the pointer away, so that it enters the component again later.
  await at.page.mouse.move(0, 0);
  await movePointerAway();
  await waitForLayout(at.page);
}

const neutral = new Map<string, Promise<BarAppearance>>();
/** The toolbar on a page without styles. */
function neutralLook(manner: PagePreferences): Promise<BarAppearance> {
  const key = JSON.stringify(manner);
  let found = neutral.get(key);
  if (!found) neutral.set(key, (found = see()));
  return found;
  async function see(): Promise<BarAppearance> {
    const { page } = at;
    const other = await at.openAnotherPage();
    at.usePage(other);
    await other.setViewport(SIZE);
    // Use a version that no other editor has open.
    await openHostilePage(at, 'neutral', await at.publish(VIEW), manner);
    await openByMouse();
    const seen = await readBarAppearance(other);
    at.usePage(page);
    await other.close();
    await page.bringToFront();
    return seen;
  }
}

/** Pages with different causes. The long suite has all pages. */
const SHORT = ['clipped', 'dark', 'layers', 'modal', 'transformed', 'unset', 'zoomed'];

for (const name of process.env['FEAAS_LONG'] ? HOSTILE_PAGES : SHORT) {
  test(`${name}: nothing moves, nothing is left behind, and the toolbar looks as on other pages`, async () => {
    const version = await at.publish(VIEW);
    await at.page.setViewport(SIZE);
    await openHostilePage(at, name, version);
    await movePointerAway();
    await recordLayoutShifts(at.page);
    const before = await readLayout(at.page);
    const html = await serializeDocument(at.page);

    await at.page.mouse.move(...(await middleOf('h2')));
    assert.deepEqual(await readLayout(at.page), before, 'pointed at');
    await openByMouse();
    assert.deepEqual(await readLayout(at.page), before, 'open');
    assert.deepEqual(await takeLayoutShifts(at.page), [], 'open');
    for (const selector of ['p', 'li']) {
      await at.page.mouse.click(...(await middleOf(selector)));
      await at.page.waitForSelector(`${selector}[data-feaas-edited], ${selector} > [data-feaas-edited]`, {
        timeout: 30_000,
      });
      await waitForLayout(at.page);
      assert.deepEqual(await readLayout(at.page), before, `typing in ${selector}`);
    }
    await at.page.mouse.click(...(await middleOf('h2')));
    await at.page.waitForSelector('h2[data-feaas-edited]');
    await movePointerAway();
    await waitForBar(at.page);
    // A click may show more buttons in the toolbar, which moves others there. Such elements have no name in the list.
    assert.deepEqual((await takeLayoutShifts(at.page)).join('').replaceAll(',', ''), '', 'elsewhere');

    const { left, top, width, height } = await boxOf(at.page, '.bar--main');
    assert.ok(left >= 0 && top >= 0 && left + width <= SIZE.width && top + height <= SIZE.height, 'in sight');
    const manner = await readPreferences(at.page);
    const [seen, expected] = [await readBarAppearance(at.page), await neutralLook(manner)];
    assert.deepEqual(seen.elements, expected.elements);
    const { count } = await comparePixels(at.browser, seen.picture, expected.picture, ANOTHER);
    assert.ok(count <= BLURRED * width * height, `${count} of ${width * height} pixels have another color`);

    await closeByMouse();
    assert.deepEqual(await readLayout(at.page), before, 'closed');
    assert.deepEqual(await serializeDocument(at.page), html);
    assert.deepEqual(await takeLayoutShifts(at.page), []);

    // The editor also works.
    const texts = editorTexts(manner.lang === 'ar' ? 'ar' : 'en');
    await openByMouse();
    await at.page.keyboard.press('End');
    await at.page.keyboard.type('!');
    await at.page.waitForFunction(() => document.querySelector('feaas-component h2')!.textContent === 'Title!');
    await waitForSaveButtonInBar(at.page, texts['save.save'], true);
    await waitForBar(at.page);
    await clickInBar(at.page, '.button--main');
    await waitForSaveButtonInBar(at.page, texts['save.upToDate'], false);
    assert.equal((await at.versions.find([versionId(version)]))[0]!.view, VIEW.replace('Title', 'Title!'));
    // The confirmation dialog is visible.
    await at.page.keyboard.type('?');
    await waitForSaveButtonInBar(at.page, texts['save.save'], true);
    await waitForBar(at.page);
    await clickInBar(at.page, '.bar__actions > button:last-child');
    await clickDialogButton(at.page, texts['confirm.close']);
    await waitForEditorRemoved();
  });
}

for (const name of ['hero', 'news-list']) {
  test(`the demo site: editing its ${name} moves nothing and leaves nothing behind`, async () => {
    const component = `feaas-component[component=${name}]`;
    await at.page.setViewport(SIZE);
    await at.page.goto(`${at.host.origin}/`, { waitUntil: 'networkidle0' });
    await at.page.waitForSelector(`${component}[tabindex] :is(h1, h2)`);
    await at.page.$eval(component, (element) => element.scrollIntoView({ behavior: 'instant', block: 'center' }));
    await movePointerAway();
    await waitForLayout(at.page);
    await recordLayoutShifts(at.page);
    const before = await readLayout(at.page);
    const html = await serializeDocument(at.page);
    await openByMouse(':is(h1, h2)', component);
    assert.deepEqual(await readLayout(at.page), before, 'open');
    await closeByMouse();
    assert.deepEqual(await readLayout(at.page), before, 'closed');
    assert.deepEqual(await serializeDocument(at.page), html);
    // More buttons in the toolbar move others there. Such elements have no name in the list.
    assert.deepEqual((await takeLayoutShifts(at.page)).join('').replaceAll(',', ''), '');
  });
}
