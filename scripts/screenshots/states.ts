/** States of the product that pictures are made of: what leads from a fresh demo page to each. */
import type { Page } from 'puppeteer';
import { chrome, press, reaches } from '../../tests/lib/editor-page';

export interface State {
  readonly name: string;
  /** Page of the site. */
  readonly path: string;
  /** Leads to it. */
  readonly act?: (page: Page) => Promise<void>;
}

const HERO = 'feaas-component[component=hero]';

/** Opens the editor on the heading of the demo. */
export async function editHero(page: Page): Promise<void> {
  await page.waitForSelector(`${HERO} h1`);
  await page.waitForFunction(() => document.querySelector('feaas-editor')?.hasAttribute('aria-busy'));
  await page.click(`${HERO} h1`);
  await reaches(page, 'ready');
}

const tool = (name: string, sign: string) => async (page: Page) => {
  await editHero(page);
  await press(page, name);
  await page.waitForSelector(chrome(sign), { visible: true, timeout: 20_000 });
};

const menu = (name: string, sign: string) => async (page: Page) => {
  await editHero(page);
  await press(page, 'More actions');
  await press(page, name);
  await page.waitForSelector(chrome(sign), { visible: true, timeout: 20_000 });
};

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
  {
    name: 'editor-menu',
    path: '/',
    act: async (page) => {
      await editHero(page);
      await press(page, 'More actions');
    },
  },
  { name: 'editor-theme', path: '/', act: tool('Theme', '.dialog--pick') },
  { name: 'editor-insert', path: '/', act: tool('Insert a block', '.dialog--pick') },
  { name: 'editor-data', path: '/', act: tool('Data mode', '[data-binding]') },
  { name: 'editor-history', path: '/', act: menu('History', '.dialog--pick') },
  { name: 'editor-customisations', path: '/', act: menu('Customisations', 'dialog[open]') },
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
