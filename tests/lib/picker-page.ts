/** A picker on a page of the real host: how journeys reach into it. */
import type { Page } from 'puppeteer';
import { hostPage, type HostPage } from './host-page';

/** The element as a journey handles it. */
export type PickerElement = HTMLElement & {
  value: string;
  required: boolean;
  disabled: boolean;
  data: unknown;
  readonly form: HTMLFormElement | null;
  open(): Promise<boolean>;
  close(): Promise<boolean>;
};

export interface PickerJourney extends HostPage {
  /** What was picked: mode and value of each event. */
  picks(): Promise<[mode: string, value: string][]>;
}

/** Pages where whoever is asked who edits says so, and that remember what is picked. */
export function pickerJourney(): PickerJourney {
  const state = hostPage((page, host) =>
    page.evaluateOnNewDocument((token) => {
      document.addEventListener('feaasAuth', (event) => (event as CustomEvent).detail.respondWith(token));
      const picks: unknown[] = ((globalThis as any).picks = []);
      document.addEventListener('feaasPick', (event) => {
        const { mode, value } = (event as CustomEvent).detail;
        picks.push([mode, value]);
      });
    }, host.token),
  ) as PickerJourney;
  (state as { picks: PickerJourney['picks'] }).picks = () => state.page.evaluate(() => (globalThis as any).picks);
  return state;
}

/** A page's body with a picker in a context. */
export const inContext = (picker: string, attributes = ''): string =>
  `<h1>Journey</h1><div ${attributes}><feaas-context library="aurora">${picker}</feaas-context></div>`;

/** A selector into the picker. */
export const inPicker = (selector: string): string => `feaas-picker >>> ${selector}`;

/** Waits until its list has entries, this many at least: those that are seen are there, and say how many there are. */
export const waitForEntries = (page: Page, count = 1): Promise<unknown> =>
  page.waitForFunction(
    (count) => {
      const picker = document.querySelector('feaas-picker')!;
      const entries = picker.shadowRoot!.querySelectorAll('.list__entry');
      const size = Math.max(entries.length, entries.length && Number(entries[0]!.ariaSetSize));
      return size >= count && picker.getAttribute('aria-busy') === 'false';
    },
    { timeout: 30_000 },
    count,
  );

/** Presses a button, or something like it, by its name. */
export async function clickButton(page: Page, name: string): Promise<void> {
  const found = await page.waitForSelector(inPicker(`::-p-aria([name="${name}"])`), { visible: true, timeout: 30_000 });
  await found!.click();
}

/** Chooses the first thing of a role that is called so, once it is there: while something is searched for, others come and go. */
const choose = (page: Page, role: string, named: string, name: string): Promise<unknown> =>
  page.waitForFunction(
    (role, named, name) => {
      const all = document.querySelector('feaas-picker')?.shadowRoot?.querySelectorAll<HTMLElement>(`[role=${role}]`);
      const found = [...(all ?? [])].find((each) => each.querySelector(named)?.textContent === name);
      found?.click();
      return found !== undefined;
    },
    { timeout: 30_000 },
    role,
    named,
    name,
  );

/** Chooses an entry of its list by its name. */
export const chooseEntry = (page: Page, name: string): Promise<unknown> => choose(page, 'option', '.card__name', name);

/** Chooses rows of the tree by their names, one after the other: of each the first one that is called so. */
export async function chooseTreeRows(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await choose(page, 'treeitem', '.row__name', name);
}

/** What has the focus, in whatever shadow root: its text. */
export const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.querySelector('.card__name, .row__name')?.textContent ?? at?.textContent ?? '';
  });

/** The text of the first element of its interface that a selector finds. */
export const pickerText = (page: Page, selector: string): Promise<string> =>
  page.$eval(
    'feaas-picker',
    (picker, selector) => picker.shadowRoot!.querySelector(selector)?.textContent?.replace(/[\u2068\u2069]/g, '') ?? '',
    selector,
  );

/** Waits until an element of its interface has a text. */
export const waitForPickerText = (page: Page, selector: string, text: string): Promise<unknown> =>
  page.waitForFunction(
    (selector, text) => {
      const found = document.querySelector('feaas-picker')!.shadowRoot!.querySelector(selector);
      return (
        (found instanceof HTMLInputElement ? found.value : found?.textContent?.replace(/[\u2068\u2069]/g, '')) === text
      );
    },
    { timeout: 30_000 },
    selector,
    text,
  );

/** Not there, as it may be: a thumbnail that nobody has made, a fork of a place that nobody has customized. */
const EXPECTED_404 = [
  /\/thumbnails\/[\w-]+\/[\w-]+(?:\/[\w-]+)?\.jpg(?:\?.*)?$/,
  /\/components\/[\w-]+\/[\w-]+\/[\w-]+\/(?:published|staged|saved)\.html(?:\?.*)?$/,
];

/** What the console holds beyond what may not be there. */
export const unexpectedConsoleMessages = (said: readonly string[]): string[] =>
  said.filter((line) => !line.includes('status of 404') || !EXPECTED_404.some((each) => each.test(line)));
