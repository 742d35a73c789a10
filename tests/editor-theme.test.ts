/** Applies the library's themes to a component and to one of its blocks (the real editor on the real host, D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer';
import { focuses, focusesText, tool } from './lib/by-keys';
import {
  chooseTheme,
  chrome,
  component,
  edit,
  editorJourney,
  pick,
  pickerEntry,
  pickerGone,
  press,
  saved,
  visits,
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
    await at.open(component(version, version));
    await edit(at.page);
    const plain = await look(at.page, 'section');
    await chooseTheme(at.page, 'Dusk');
    await at.page.waitForSelector('feaas-component section.-theme--dusk');
    const dusk = await look(at.page, 'section');
    assert.notEqual(dusk, plain);
    await pickerGone(at.page);
    await at.page.click('feaas-component p');
    const text = await look(at.page, 'p');
    await press(at.page, 'Theme of this block');
    await pick(at.page, 'Paper');
    await at.page.waitForSelector('feaas-component p.-theme--paper');
    const paper = await look(at.page, 'p');
    assert.notEqual(paper, text);
    await pickerGone(at.page);
    // The list marks the current theme.
    await press(at.page, 'Theme of this block');
    const entry = await pickerEntry(at.page, 'Paper');
    assert.equal(await entry.evaluate((each) => each.getAttribute('aria-selected')), 'true');
    // Each entry is drawn with the library's stylesheet, as a block with this theme looks.
    const swatch = await entry.$eval('.swatch', (each) => {
      const { backgroundColor, color } = getComputedStyle(each.shadowRoot!.querySelector('.-feaas')!);
      return `${backgroundColor} ${color}`;
    });
    assert.equal(swatch, paper);
    await at.page.screenshot({ path: `${SHOTS}/theme-${width}.png` });
    await at.page.keyboard.press('Escape');
    await pickerGone(at.page);
    await focusesText(at.page);
    await saved(
      at,
      version,
      '<section class="card -theme--dusk"><h2>Title</h2><p class="-theme--paper">Text</p></section>',
    );
    const visitor = await visits(at, version);
    assert.equal(await look(visitor, 'section'), dusk);
    assert.equal(await look(visitor, 'p'), paper);
    // Remove the theme again.
    await press(at.page, 'Theme of this block');
    await pick(at.page, 'No theme');
    await at.page.waitForSelector('feaas-component p:not([class])');
    await pickerGone(at.page);
    await chooseTheme(at.page, 'No theme');
    await at.page.waitForSelector('feaas-component section:not(.-theme--dusk)');
    assert.equal(await look(at.page, 'section'), plain);
    await saved(at, version, VIEW);
  });

test('by keys alone: the current theme has the focus; Escape returns to the tool, Enter applies another theme and returns to the text', async () => {
  await at.page.setViewport({ width: 1280, height: 800 });
  const version = await at.publish(VIEW.replace('card', 'card -theme--dusk'));
  await at.open(component(version, version));
  await edit(at.page);
  await focusesText(at.page);
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
  await tool(at.page, 'Theme');
  await at.page.keyboard.press('Enter');
  await focusedEntry('Dusk');
  await at.page.keyboard.press('Escape');
  await pickerGone(at.page);
  await focuses(at.page, 'Theme');
  await at.page.keyboard.press('Enter');
  await focusedEntry('Dusk');
  await at.page.keyboard.press('ArrowRight');
  await focusedEntry('Paper');
  await at.page.keyboard.press('Enter');
  await at.page.waitForSelector('feaas-component section.-theme--paper');
  await pickerGone(at.page);
  // The focus returns to the text, as after every other command.
  await focusesText(at.page);
});

test('feaasPick reports the theme, as in a picker on its own; a page can prevent it', async () => {
  const version = await at.publish(VIEW);
  await at.open(component(version, version));
  await edit(at.page);
  await at.page.evaluate(() => {
    const heard: unknown[] = ((globalThis as any).heard = []);
    document.addEventListener('feaasPick', (event) => {
      const { mode, value, item } = (event as CustomEvent).detail;
      heard.push([(event.target as Element).localName, mode, value, item.name]);
      if (heard.length === 1) event.preventDefault();
    });
  });
  await press(at.page, 'Theme');
  await pick(at.page, 'Dusk');
  await at.page.waitForFunction(() => (globalThis as any).heard.length === 1);
  assert.ok(await at.page.$(chrome('.dialog--pick')), 'it stays open');
  await pick(at.page, 'Paper');
  await at.page.waitForSelector('feaas-component section.-theme--paper');
  assert.deepEqual(await at.page.evaluate(() => (globalThis as any).heard), [
    ['feaas-editor', 'theme', '-theme--dusk', 'Dusk'],
    ['feaas-editor', 'theme', '-theme--paper', 'Paper'],
  ]);
});
