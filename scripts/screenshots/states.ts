/** States of the product for screenshots: the steps from a new demo page to each of them. */
import type { Page } from 'puppeteer';
import { inEditorUI, clickButton, waitForEditorState } from '../../tests/lib/editor-page';
import { inPanel } from '../../tests/lib/inspect-page';
import { EDITOR_TEXTS, editorTexts } from '../../tests/lib/catalogs';
import type { MessageKey } from '../../src/utils/editing/messages/messages';

const ARABIC = editorTexts('ar');

export interface State {
  readonly name: string;
  /** Page of the site. */
  readonly path: string;
  /** Path for right to left, if the address determines the direction. */
  readonly mirrored?: string;
  /** Whether it is translated to Arabic, which is then used for right to left. */
  readonly isTranslated?: boolean;
  /** Steps that lead to the state. */
  readonly act?: Act;
}

const HERO = 'feaas-component[component=hero]';

/** Opens the editor on the heading of the demo. */
export async function editHero(page: Page): Promise<void> {
  await page.waitForSelector(`${HERO} h1`);
  await page.waitForFunction(() => document.querySelector('feaas-editor')?.hasAttribute('aria-busy'));
  await page.click(`${HERO} h1`);
  await waitForEditorState(page, 'ready');
}

/** Types into the heading without saving. */
async function typeIn(page: Page): Promise<void> {
  await editHero(page);
  await page.keyboard.press('End');
  await page.keyboard.type(' again');
  await page.waitForSelector(inEditorUI('.button--main:not([aria-disabled=true])'), { visible: true });
}

/** Selects the first word of the lead. */
async function selectWord(page: Page): Promise<void> {
  await editHero(page);
  const { x, y } = await page.$eval(`${HERO} .au-hero__lead p`, (paragraph) => {
    // On a narrow screen it is under the bar.
    if (innerWidth < 760) paragraph.scrollIntoView({ block: 'center', behavior: 'instant' });
    const range = document.createRange();
    range.selectNodeContents(paragraph);
    const { left, top } = range.getBoundingClientRect();
    return { x: left + 12, y: top + 10 };
  });
  await page.mouse.click(x, y, { count: 2 });
}

type Act = (page: Page) => Promise<void>;

/** Tools that are in the menu if the bar is narrow. */
const MENU_TOOLS: readonly MessageKey[] = ['tool.theme', 'tool.data'];

/** Presses a button by its label in the page's language. */
async function pressButton(page: Page, key: MessageKey): Promise<void> {
  const isArabic = await page.evaluate(() => document.documentElement.lang === 'ar');
  if (!isArabic) return clickButton(page, EDITOR_TEXTS[key]);
  if (MENU_TOOLS.includes(key) && page.viewport()!.width < 960) await clickButton(page, ARABIC['action.menu']);
  await clickButton(page, ARABIC[key]);
}

/** Runs an action, presses a button, and waits for an element. */
const pressAfter =
  (before: Act, key: MessageKey, selector: string): Act =>
  async (page) => {
    await before(page);
    await pressButton(page, key);
    await page.waitForSelector(inEditorUI(selector), { visible: true, timeout: 20_000 });
  };

async function openMenu(page: Page): Promise<void> {
  await editHero(page);
  await pressButton(page, 'action.menu');
}

/** Schedules a change for three days: submits its end, and fills in its start. */
async function scheduleChange(page: Page): Promise<void> {
  await typeIn(page);
  await pressButton(page, 'action.menu');
  await pressButton(page, 'tool.schedule');
  const fill = async (action: string, day: number): Promise<void> => {
    await page.select(inEditorUI('.schedule select:not([name])'), action);
    await page.select(inEditorUI('.schedule [name=zone]'), 'Europe/Berlin');
    for (const [type, value] of Object.entries({ date: `2030-12-${day}`, time: '18:00' }))
      await page.$eval(
        inEditorUI(`.schedule [type=${type}]`),
        (field, value) => void ((field as HTMLInputElement).value = value),
        value,
      );
  };
  await page.waitForSelector(inEditorUI('.schedule'), { visible: true, timeout: 20_000 });
  await fill('unpublish', 27);
  // Submitting an equal schedule again changes nothing.
  await page.$eval(inEditorUI('dialog[open] [type=submit]'), (button) => (button as HTMLElement).click());
  await page.waitForFunction(
    () => {
      const dialog = document.querySelector('feaas-editor')!.shadowRoot!.querySelector('dialog[open]')!;
      return dialog.querySelector('[role=status]')!.textContent && dialog.querySelector('.schedule__item');
    },
    { timeout: 20_000 },
  );
  await fill('publish', 24);
}

/** Creates one preview link after removing existing ones. */
async function createPreviewLink(page: Page): Promise<void> {
  await openMenu(page);
  await pressButton(page, 'tool.previewLinks');
  const createButton = await page.waitForSelector(inEditorUI('.preview-links__new .button'), {
    visible: true,
    timeout: 20_000,
  });
  await page.waitForNetworkIdle({ idleTime: 300 });
  for (let row; (row = await page.$(inEditorUI('.preview-links__row .button')));) {
    await row.click();
    await page.waitForNetworkIdle({ idleTime: 300 });
  }
  await createButton!.click();
  await page.waitForSelector(inEditorUI('.preview-links__row'), { visible: true, timeout: 20_000 });
}

const PREVIEW = '/preview.html?feaasSrc=aurora%2Fhero';

/** Pages without the editor. */
export const PAGES: readonly State[] = [
  { name: 'demo', path: '/' },
  { name: 'playground', path: '/playground.html' },
  { name: 'preview', path: PREVIEW, mirrored: `${PREVIEW}&rtl=1&lang=ar` },
  { name: 'customizations', path: '/customizations.html', mirrored: '/customizations.html?lang=ar' },
  { name: 'libraries', path: '/libraries.html', mirrored: '/libraries.html?lang=ar' },
  { name: 'docs', path: '/docs/' },
  { name: 'docs-data', path: '/docs/data.html' },
  { name: 'docs-elements', path: '/docs/reference/elements.html' },
  { name: 'docs-troubleshooting', path: '/docs/troubleshooting.html' },
  {
    name: 'inspector',
    path: '/?feaasDebug',
    isTranslated: true,
    act: async (page) => {
      await page.waitForSelector(inPanel('.panel'), { visible: true, timeout: 20_000 });
    },
  },
  {
    name: 'docs-search',
    path: '/docs/',
    act: async (page) => {
      await page.type('#search', 'rich text');
      await page.waitForSelector('#found li a', { visible: true });
    },
  },
];

/** States of the editor. */
const EDITING: readonly State[] = [
  { name: 'editor', path: '/', act: editHero },
  { name: 'editor-menu', path: '/', act: openMenu },
  { name: 'editor-unsaved', path: '/', act: typeIn },
  { name: 'editor-words', path: '/', act: selectWord },
  { name: 'editor-link', path: '/', act: pressAfter(selectWord, 'tool.link', 'input[name=href]') },
  { name: 'editor-leaving', path: '/', act: pressAfter(typeIn, 'action.close', 'dialog[open]') },
  {
    name: 'editor-restore',
    path: '/',
    act: async (page) => {
      await typeIn(page);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
      await page.reload({ waitUntil: 'networkidle0' });
      await editHero(page);
      await page.waitForSelector(inEditorUI('.banner__text'), { visible: true });
    },
  },
  { name: 'editor-theme', path: '/', act: pressAfter(editHero, 'tool.theme', '.dialog--pick') },
  { name: 'editor-insert', path: '/', act: pressAfter(editHero, 'block.insert', '.dialog--pick') },
  { name: 'editor-data', path: '/', act: pressAfter(editHero, 'tool.data', '[data-binding]') },
  { name: 'editor-history', path: '/', act: pressAfter(openMenu, 'tool.history', '.dialog--pick') },
  { name: 'editor-customizations', path: '/', act: pressAfter(openMenu, 'tool.forks', 'dialog[open]') },
  { name: 'editor-schedule', path: '/', act: scheduleChange },
  { name: 'editor-preview-links', path: '/', act: createPreviewLink },
  {
    name: 'editor-shortcuts',
    path: '/',
    act: async (page) => {
      await editHero(page);
      await page.keyboard.down('Control');
      await page.keyboard.press('/');
      await page.keyboard.up('Control');
      await page.waitForSelector(inEditorUI('dialog[open]'), { visible: true });
    },
  },
];

export const EDITOR: readonly State[] = EDITING.map((state) => ({ ...state, isTranslated: true }));
