/** States of the product that pictures are made of: what leads from a fresh demo page to each. */
import type { Page } from 'puppeteer';
import { chrome, press, reaches } from '../../tests/lib/editor-page';
import { inPanel } from '../../tests/lib/inspect-page';

export interface State {
  readonly name: string;
  /** Page of the site. */
  readonly path: string;
  /** Leads to it. */
  readonly act?: Act;
}

const HERO = 'feaas-component[component=hero]';

/** Opens the editor on the heading of the demo. */
export async function editHero(page: Page): Promise<void> {
  await page.waitForSelector(`${HERO} h1`);
  await page.waitForFunction(() => document.querySelector('feaas-editor')?.hasAttribute('aria-busy'));
  await page.click(`${HERO} h1`);
  await reaches(page, 'ready');
}

/** Words of the heading are typed, and not saved. */
async function typeIn(page: Page): Promise<void> {
  await editHero(page);
  await page.keyboard.press('End');
  await page.keyboard.type(' again');
  await page.waitForSelector(chrome('.button--main:not([aria-disabled=true])'), { visible: true });
}

/** The first word of the lead is selected. */
async function selectWord(page: Page): Promise<void> {
  await editHero(page);
  const { x, y } = await page.$eval(`${HERO} .au-hero__lead p`, (each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    const { left, top } = words.getBoundingClientRect();
    return { x: left + 12, y: top + 10 };
  });
  await page.mouse.click(x, y, { count: 2 });
}

type Act = (page: Page) => Promise<void>;

/** Presses a button where something else has led to, and waits for what it shows. */
const then =
  (begin: Act, name: string, sign: string): Act =>
  async (page) => {
    await begin(page);
    await press(page, name);
    await page.waitForSelector(chrome(sign), { visible: true, timeout: 20_000 });
  };

async function openMenu(page: Page): Promise<void> {
  await editHero(page);
  await press(page, 'More actions');
}

/** Pages without the editor. */
export const PAGES: readonly State[] = [
  { name: 'demo', path: '/' },
  { name: 'playground', path: '/playground.html' },
  { name: 'preview', path: '/preview.html?feaasSrc=aurora%2Fhero' },
  { name: 'customisations', path: '/customisations.html' },
  { name: 'docs', path: '/docs/' },
  { name: 'docs-data', path: '/docs/data.html' },
  { name: 'docs-elements', path: '/docs/reference/elements.html' },
  { name: 'docs-troubleshooting', path: '/docs/troubleshooting.html' },
  {
    name: 'inspector',
    path: '/?feaasDebug',
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
export const EDITOR: readonly State[] = [
  { name: 'editor', path: '/', act: editHero },
  { name: 'editor-menu', path: '/', act: openMenu },
  { name: 'editor-unsaved', path: '/', act: typeIn },
  { name: 'editor-words', path: '/', act: selectWord },
  { name: 'editor-link', path: '/', act: then(selectWord, 'Link', 'input[name=href]') },
  { name: 'editor-leaving', path: '/', act: then(typeIn, 'Close', 'dialog[open]') },
  {
    name: 'editor-restore',
    path: '/',
    act: async (page) => {
      await typeIn(page);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
      await page.reload({ waitUntil: 'networkidle0' });
      await editHero(page);
      await page.waitForSelector(chrome('.banner__text'), { visible: true });
    },
  },
  { name: 'editor-theme', path: '/', act: then(editHero, 'Theme', '.dialog--pick') },
  { name: 'editor-insert', path: '/', act: then(editHero, 'Insert a block', '.dialog--pick') },
  { name: 'editor-data', path: '/', act: then(editHero, 'Data mode', '[data-binding]') },
  { name: 'editor-history', path: '/', act: then(openMenu, 'History', '.dialog--pick') },
  { name: 'editor-customisations', path: '/', act: then(openMenu, 'Customisations', 'dialog[open]') },
  {
    name: 'editor-shortcuts',
    path: '/',
    act: async (page) => {
      await editHero(page);
      await page.keyboard.down('Control');
      await page.keyboard.press('/');
      await page.keyboard.up('Control');
      await page.waitForSelector(chrome('dialog[open]'), { visible: true });
    },
  },
];
