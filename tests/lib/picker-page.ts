/** Helpers for journeys with a picker on a page of the real host. */
import type { Page } from 'puppeteer';
import { hostPage, type HostPage } from './host-page';

/** A <feaas-picker> in a journey. */
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
  /** The mode and the value of each `feaasPick` event so far. */
  picks(): Promise<[mode: string, value: string][]>;
}

/** Sets up pages that respond to `feaasAuth` with the host's token, and that record `feaasPick` events. */
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

/** Returns the body of a page with a picker in a context. */
export const inContext = (picker: string, attributes = ''): string =>
  `<h1>Journey</h1><div ${attributes}><feaas-context library="aurora">${picker}</feaas-context></div>`;

/** Returns a selector for an element in the picker. */
export const inPicker = (selector: string): string => `feaas-picker >>> ${selector}`;

/** Waits until the list has at least `count` entries. Only visible ones are in the DOM; their `aria-setsize` is the total number. */
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

/** Clicks a button or another control by its accessible name. */
export async function clickButton(page: Page, name: string): Promise<void> {
  const found = await page.waitForSelector(inPicker(`::-p-aria([name="${name}"])`), { visible: true, timeout: 30_000 });
  await found!.click();
}

/** Waits for an element with a role and a name, and clicks the first one. It does so in the page: a search can replace elements. */
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

/** Clicks an entry of the list by its name. */
export const chooseEntry = (page: Page, name: string): Promise<unknown> => choose(page, 'option', '.card__name', name);

/** Clicks rows of the tree by their names, one after the other; for each name the first match. */
export async function chooseTreeRows(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await choose(page, 'treeitem', '.row__name', name);
}

/** The text of the focused element, in any shadow root. */
export const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.querySelector('.card__name, .row__name')?.textContent ?? at?.textContent ?? '';
  });

/** The text of the first matching element in the picker. */
export const pickerText = (page: Page, selector: string): Promise<string> =>
  page.$eval(
    'feaas-picker',
    (picker, selector) => picker.shadowRoot!.querySelector(selector)?.textContent?.replace(/[\u2068\u2069]/g, '') ?? '',
    selector,
  );

/** Waits until an element in the picker has a text, or a field has a value. */
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

/** URLs that may respond with 404: thumbnails that do not exist yet, and forks of instances without a customization. */
const EXPECTED_404 = [
  /\/thumbnails\/[\w-]+\/[\w-]+(?:\/[\w-]+)?\.jpg(?:\?.*)?$/,
  /\/components\/[\w-]+\/[\w-]+\/[\w-]+\/(?:published|staged|saved)\.html(?:\?.*)?$/,
];

/** Console messages without the expected 404 responses. */
export const unexpectedConsoleMessages = (messages: readonly string[]): string[] =>
  messages.filter((line) => !line.includes('status of 404') || !EXPECTED_404.some((each) => each.test(line)));
