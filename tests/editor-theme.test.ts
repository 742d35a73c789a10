/** Applies the library's themes to a component and to one of its blocks (the real editor on the real host, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer';
import { waitForFocus, waitForFocusInText, focusTool } from './lib/editor-keyboard';
import {
  chooseTheme,
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  pickEntry,
  findPickerEntry,
  waitForPickerClosed,
  clickButton,
  saveAndVerify,
  openVisitorPage,
} from './lib/editor-page';
import { screenshotsFolder } from './lib/screenshots-folder';

const at = editorJourney();
const SHOTS = screenshotsFolder('feaas-editor-shots');
const VIEW = '<section class="card"><h2>Title</h2><p>Text</p></section>';

const look = (page: Page, selector: string): Promise<string> =>
  page.$eval(`feaas-component ${selector}`, (element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    return `${backgroundColor} ${color}`;
  });

for (const width of [1440, 360])
  test(`a theme for the component and for a block, at ${width} px: the colors change at once, also for visitors`, async () => {
    await at.page.setViewport({ width, height: 800 });
    const version = await at.publish(VIEW);
    await at.open(editableComponent(version, version));
    await openEditor(at.page);
    const plain = await look(at.page, 'section');
    await chooseTheme(at.page, 'Dusk');
    await at.page.waitForSelector('feaas-component section.-theme--dusk');
    const dusk = await look(at.page, 'section');
    assert.notEqual(dusk, plain);
    await waitForPickerClosed(at.page);
    await at.page.click('feaas-component p');
    const text = await look(at.page, 'p');
    await clickButton(at.page, 'Theme of this block');
    await pickEntry(at.page, 'Paper');
    await at.page.waitForSelector('feaas-component p.-theme--paper');
    const paper = await look(at.page, 'p');
    assert.notEqual(paper, text);
    await waitForPickerClosed(at.page);
    // The list marks the current theme.
    await clickButton(at.page, 'Theme of this block');
    const entry = await findPickerEntry(at.page, 'Paper');
    assert.equal(await entry.evaluate((each) => each.getAttribute('aria-selected')), 'true');
    // Each entry is drawn with the library's stylesheet, as a block with this theme looks.
    const swatch = await entry.$eval('.swatch', (each) => {
      const { backgroundColor, color } = getComputedStyle(each.shadowRoot!.querySelector('.-feaas')!);
      return `${backgroundColor} ${color}`;
    });
    assert.equal(swatch, paper);
    await at.page.screenshot({ path: `${SHOTS}/theme-${width}.png` });
    await at.page.keyboard.press('Escape');
    await waitForPickerClosed(at.page);
    await waitForFocusInText(at.page);
    await saveAndVerify(
      at,
      version,
      '<section class="card -theme--dusk"><h2>Title</h2><p class="-theme--paper">Text</p></section>',
    );
    const visitor = await openVisitorPage(at, version);
    assert.equal(await look(visitor, 'section'), dusk);
    assert.equal(await look(visitor, 'p'), paper);
    // Remove the theme again.
    await clickButton(at.page, 'Theme of this block');
    await pickEntry(at.page, 'No theme');
    await at.page.waitForSelector('feaas-component p:not([class])');
    await waitForPickerClosed(at.page);
    await chooseTheme(at.page, 'No theme');
    await at.page.waitForSelector('feaas-component section:not(.-theme--dusk)');
    assert.equal(await look(at.page, 'section'), plain);
    await saveAndVerify(at, version, VIEW);
  });

test('by keys alone: the current theme has the focus; Escape returns to the tool, Enter applies another theme and returns to the text', async () => {
  await at.page.setViewport({ width: 1280, height: 800 });
  const version = await at.publish(VIEW.replace('card', 'card -theme--dusk'));
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await waitForFocusInText(at.page);
  const focusedEntry = (name: string): Promise<unknown> =>
    at.page.waitForFunction(
      (name) => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        return element?.querySelector('.card__name')?.textContent === name;
      },
      { timeout: 30_000 },
      name,
    );
  await focusTool(at.page, 'Theme');
  await at.page.keyboard.press('Enter');
  await focusedEntry('Dusk');
  await at.page.keyboard.press('Escape');
  await waitForPickerClosed(at.page);
  await waitForFocus(at.page, 'Theme');
  await at.page.keyboard.press('Enter');
  await focusedEntry('Dusk');
  await at.page.keyboard.press('ArrowRight');
  await focusedEntry('Paper');
  await at.page.keyboard.press('Enter');
  await at.page.waitForSelector('feaas-component section.-theme--paper');
  await waitForPickerClosed(at.page);
  // The focus returns to the text, as after every other command.
  await waitForFocusInText(at.page);
});

test('feaasPick reports the theme, as in a picker on its own; a page can prevent it', async () => {
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await at.page.evaluate(() => {
    const heard: unknown[] = ((globalThis as any).heard = []);
    document.addEventListener('feaasPick', (event) => {
      const { mode, value, item } = (event as CustomEvent).detail;
      heard.push([(event.target as Element).localName, mode, value, item.name]);
      if (heard.length === 1) event.preventDefault();
    });
  });
  await clickButton(at.page, 'Theme');
  await pickEntry(at.page, 'Dusk');
  await at.page.waitForFunction(() => (globalThis as any).heard.length === 1);
  assert.ok(await at.page.$(inEditorUI('.dialog--pick')), 'it stays open');
  await pickEntry(at.page, 'Paper');
  await at.page.waitForSelector('feaas-component section.-theme--paper');
  assert.deepEqual(await at.page.evaluate(() => (globalThis as any).heard), [
    ['feaas-editor', 'theme', '-theme--dusk', 'Dusk'],
    ['feaas-editor', 'theme', '-theme--paper', 'Paper'],
  ]);
});
