/** Helpers for isolated components (E2), which are edited in an iframe over the component. */
import type { Frame, Page } from 'puppeteer';
import { editableComponent, waitForEditorState } from './editor-page';
import { screenshotsFolder } from './screenshots-folder';

/** The folder of the screenshots. */
export const SCREENSHOTS = screenshotsFolder('feaas-isolated-shots');
export const VIEW =
  '<section class="card"><h2>Title of it</h2><p>One <b>two</b> three <a href="/elsewhere">and a link</a></p><ul><li>First</li><li>Second</li></ul><img src="/media/aurora/hero.svg" alt="Sky" width="80" height="50"></section>';

/** Returns the markup of an editable component that renders a version in its shadow root. */
export const isolatedComponent = (version: string, instance = version): string =>
  editableComponent(version, instance, 'isolate');

/** Waits for the iframe over the component. */
export async function waitForEditorFrame(page: Page): Promise<Frame> {
  const frame = await page.waitForSelector('feaas-component >>> iframe', { visible: true, timeout: 30_000 });
  return (await frame!.contentFrame())!;
}

/** Clicks an element in an isolated component, and waits until the editor is open. */
export async function openIsolatedEditor(page: Page, selector = 'h2'): Promise<Frame> {
  const target = await page.waitForSelector(`feaas-component >>> ${selector}`, { visible: true });
  await target!.click();
  await waitForEditorState(page, 'ready');
  return waitForEditorFrame(page);
}

/** Closes an editor without unsaved changes, in any language of its UI. */
export async function closeEditor(page: Page): Promise<void> {
  // The first press leaves the text, the second one closes the editor.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await waitForEditorState(page, 'idle');
}

/** Adds a stylesheet to the page, outside of the component. */
export const addPageStyle = (page: Page, css: string): Promise<void> =>
  page.evaluate(async (css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, css);
