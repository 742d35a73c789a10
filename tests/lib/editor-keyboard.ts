/** Operates the editor UI with the keyboard alone. */
import assert from 'node:assert/strict';
import type { KeyInput, Page } from 'puppeteer';
import { pollUntil } from './wait-until';

/** The name of the focused element, in any shadow root: its label, or else its text. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
    const label = isField ? (element as HTMLInputElement).labels?.[0]?.textContent : null;
    return element?.getAttribute('aria-label') ?? label ?? element?.textContent?.trim() ?? '';
  });

/** Waits until the element with this name has the focus. */
export const waitForFocus = async (page: Page, name: string): Promise<void> =>
  assert.equal(
    await pollUntil(
      () => focusedName(page),
      (now) => now === name,
      10_000,
    ),
    name,
  );

/** Waits until an element with this role has the focus. */
export const waitForFocusedRole = (page: Page, role: string): Promise<unknown> =>
  page.waitForFunction(
    (role) => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return element?.role === role;
    },
    { timeout: 30_000 },
    role,
  );

/** Waits until the focus is in the editable text of the page. */
export const waitForFocusInText = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.activeElement?.matches('feaas-component [contenteditable=true]'), {
    timeout: 30_000,
  });

/** Waits until the live region contains a text. */
export const waitForAnnouncement = (page: Page, text: string): Promise<unknown> =>
  page
    .waitForFunction(
      (text) =>
        document
          .querySelector('feaas-editor')!
          .shadowRoot!.querySelector('[role=status]')!
          .textContent!.replace(/[\u00a0\u2068\u2069]/g, '')
          .includes(text),
      { timeout: 10_000 },
      text,
    )
    .catch(async () => {
      const read = (editor: Element): string => editor.shadowRoot!.querySelector('[role=status]')!.textContent!;
      assert.fail(
        `The editor does not announce "${text}". The last announcement is "${await page.$eval('feaas-editor', read)}".`,
      );
    });

/** Presses a key until the name of the focused element begins with `name`. */
async function pressUntilFocused(page: Page, key: KeyInput, name: string, most = 40): Promise<void> {
  const seen: string[] = [];
  for (let count = 0; count < most; count++) {
    const now = await focusedName(page);
    if (now.startsWith(name)) return;
    seen.push(now);
    await page.keyboard.press(key);
  }
  assert.fail(`${name} is not among ${[...new Set(seen)].join(' | ')}`);
}

/** Moves the focus from the text to a tool of the bar. */
export async function focusTool(page: Page, name: string): Promise<void> {
  await page.keyboard.press('F6');
  await page.waitForFunction(
    () => !!document.querySelector('feaas-editor')!.shadowRoot!.activeElement?.closest('.bar--main'),
  );
  await pressUntilFocused(page, 'ArrowRight', name);
  // The editor UI updates shortly after the selection changes.
  await page.waitForFunction(
    () => document.querySelector('feaas-editor')!.shadowRoot!.activeElement?.getAttribute('aria-disabled') !== 'true',
    { timeout: 30_000 },
  );
}

/** Moves the focus from the text to a tool of the block. */
export async function focusBlockTool(page: Page, name: string): Promise<void> {
  await page.keyboard.press('F6');
  await page.keyboard.down('Shift');
  await page.keyboard.press('Tab');
  await page.keyboard.up('Shift');
  await pressUntilFocused(page, 'ArrowRight', name);
}

/** Opens the focused menu and chooses an item. */
export async function chooseMenuItem(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Enter');
  await page.waitForFunction(() =>
    document.querySelector('feaas-editor')!.shadowRoot!.activeElement?.role?.startsWith('menuitem'),
  );
  await pressUntilFocused(page, 'ArrowDown', name);
  await page.keyboard.press('Enter');
}

/** Opens the picker of the focused tool, and moves the focus to an entry; uses the search field, if the picker has one. */
export async function focusPickerEntry(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Enter');
  const kind = await page.waitForFunction(
    () => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      const isThere = (element?.getRootNode() as ShadowRoot).host?.closest('.dialog--pick');
      return isThere && (element!.matches('input[type=search]') ? 'search' : element!.role === 'option' && 'list');
    },
    { timeout: 30_000 },
  );
  if ((await kind.jsonValue()) === 'search') {
    await page.keyboard.type(name);
    await page.waitForFunction(
      (name) => {
        const dialog = document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.dialog--pick');
        const names = dialog?.querySelector(':scope > div')?.shadowRoot?.querySelectorAll('[role=option] .card__name');
        return [...(names ?? [])].every((each) => each.textContent!.includes(name)) && names?.length;
      },
      { timeout: 30_000 },
      name,
    );
    await pressUntilFocused(page, 'Tab', name);
  } else await pressUntilFocused(page, 'ArrowRight', name);
}

/** Presses Tab until the name of the focused element begins with `name`. */
export const tabTo = (page: Page, name: string): Promise<void> => pressUntilFocused(page, 'Tab', name);
