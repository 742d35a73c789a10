/** An isolated component that is edited (E2): in the frame that lies over it. */
import type { Frame, Page } from 'puppeteer';
import { editableComponent, waitForEditorState } from './editor-page';
import { screenshotsFolder } from './screenshots-folder';

/** Where journeys leave what they have seen. */
export const SCREENSHOTS = screenshotsFolder('feaas-isolated-shots');
export const VIEW =
  '<section class="card"><h2>Title of it</h2><p>One <b>two</b> three <a href="/elsewhere">and a link</a></p><ul><li>First</li><li>Second</li></ul><img src="/media/aurora/hero.svg" alt="Sky" width="80" height="50"></section>';

/** An editable component that shows a version in its shadow root. */
export const isolatedComponent = (version: string, instance = version): string =>
  editableComponent(version, instance, 'isolate');

/** The frame that lies over the component. */
export async function waitForEditorFrame(page: Page): Promise<Frame> {
  const frame = await page.waitForSelector('feaas-component >>> iframe', { visible: true, timeout: 30_000 });
  return (await frame!.contentFrame())!;
}

/** Clicks what an isolated component shows, and waits until it is edited. */
export async function openIsolatedEditor(page: Page, selector = 'h2'): Promise<Frame> {
  const target = await page.waitForSelector(`feaas-component >>> ${selector}`, { visible: true });
  await target!.click();
  await waitForEditorState(page, 'ready');
  return waitForEditorFrame(page);
}

/** Closes what has no changes, whatever language it speaks. */
export async function closeEditor(page: Page): Promise<void> {
  // The text first, then the editor.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await waitForEditorState(page, 'idle');
}

/** Lays a style over the page, outside of the component. */
export const addPageStyle = (page: Page, css: string): Promise<void> =>
  page.evaluate(async (css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, css);
