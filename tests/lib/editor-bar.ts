/** Helpers for the editor's bar, in the editor's shadow root or in a modal dialog of the page. */
import type { Page } from 'puppeteer';
import type { PagePreferences } from './hostile-page';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The appearance of the bar, independent of its position. */
export interface BarAppearance {
  /** The size and all computed styles of each element. */
  readonly elements: readonly Readonly<Record<string, string>>[];
  /** A screenshot of the area inside the border. */
  readonly picture: Uint8Array;
}

/** Runs in the page: returns the shadow root that contains the editor UI. */
const EDITOR_ROOT = `(() => {
  const roots = [...document.querySelectorAll('feaas-editor, [data-feaas-editor-ui]')].map(({ shadowRoot }) => shadowRoot);
  return roots.find((root) => root.querySelector('.bar--main'));
})()`;

/** The bounding box of an element of the editor UI, in CSS pixels of the viewport. */
export const boxOf = (page: Page, selector: string): Promise<Box> =>
  page.evaluate(`(() => {
    const { left, top, width, height } = ${EDITOR_ROOT}.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
    return { left, top, width, height };
  })()`) as Promise<Box>;

/** Waits until the bar is rendered with the library's themes, has faded in, and does not move. */
export const waitForBar = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    `(() => {
      const bar = ${EDITOR_ROOT}?.querySelector('.bar--main');
      if (!bar?.querySelector('.icon--theme') || bar.getAnimations({ subtree: true }).length) return false;
      const { left, top, width } = bar.getBoundingClientRect();
      const [now, before] = [[left, top, width].join(), globalThis.barBefore];
      globalThis.barBefore = now;
      return now === before;
    })()`,
    { timeout: 30_000, polling: 50 },
  );

/** Waits until the save button has this label, and is enabled or disabled. */
export const waitForSaveButtonInBar = (page: Page, label: string, isOn: boolean): Promise<unknown> =>
  page.waitForFunction(
    `(() => {
      const button = ${EDITOR_ROOT}.querySelector('.button--main');
      const off = button.ariaDisabled === 'true' || button.disabled;
      return off === ${!isOn} && button.textContent === ${JSON.stringify(label)};
    })()`,
    { timeout: 30_000 },
  );

/** Clicks the center of an element of the bar with the mouse. */
export async function clickInBar(page: Page, selector: string): Promise<void> {
  const { left, top, width, height } = await boxOf(page, selector);
  await page.mouse.click(left + width / 2, top + height / 2);
}

/** Waits for the editor's dialog, and clicks one of its buttons with the mouse. */
export async function clickDialogButton(page: Page, answer: string): Promise<void> {
  const found = await page.waitForFunction(
    `(() => {
      const dialog = ${EDITOR_ROOT}.querySelector('dialog[open]');
      if (!dialog || dialog.getAnimations().length) return undefined;
      const button = [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === ${JSON.stringify(answer)});
      const { left, top, width, height } = button.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    })()`,
    { timeout: 30_000 },
  );
  await page.mouse.click(...((await found.jsonValue()) as [number, number]));
}

/** Reads the language of the browser, and the color scheme that the editor UI inherits from the page. */
export const readPreferences = (page: Page): Promise<PagePreferences> =>
  page.$eval('feaas-editor', (editor) => ({
    lang: navigator.language,
    scheme: getComputedStyle(editor).colorScheme,
  }));

export async function readBarAppearance(page: Page): Promise<BarAppearance> {
  const elements = (await page.evaluate(`(() => {
    // These properties depend on the position, or undo the zoom of the page.
    const PLACE = /^(translate|zoom|(transform|perspective)-origin)$/;
    const bar = ${EDITOR_ROOT}.querySelector('.bar--main');
    return [bar.closest('.layer'), bar, ...bar.querySelectorAll('*')].map((element) => {
      const { width, height } = element.getBoundingClientRect();
      const look = { element: element.localName + ' ' + element.getAttribute('class'), size: [width, height].map((each) => each.toFixed(1)).join(' ') };
      const style = getComputedStyle(element);
      for (const name of style) if (!PLACE.test(name)) look[name] = style.getPropertyValue(name);
      return look;
    });
  })()`)) as Record<string, string>[];
  const { left, top, width, height } = await boxOf(page, '.bar--main');
  const [x, y] = await page.evaluate(() => [scrollX, scrollY] as const);
  const clip = {
    ...{ x: Math.round(left + x) + 4, y: Math.round(top + y) + 4 },
    ...{ width: Math.round(width) - 8, height: Math.round(height) - 8 },
  };
  return { elements, picture: await page.screenshot({ clip, captureBeyondViewport: false }) };
}
