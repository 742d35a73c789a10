/** Pages whose styles can conflict with the editor. Helpers to open them and to compare their layout. */
import { readFileSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from 'puppeteer';
import { editableComponent, type EditorJourney } from './editor-page';

const FOLDER = new URL('../pages/hostile/', import.meta.url);

/** Names of the pages in the folder, without `neutral`, which has no styles. */
export const HOSTILE_PAGES: readonly string[] = readdirSync(FOLDER)
  .map((file) => basename(file, '.html'))
  .filter((name) => name !== 'neutral');

/** Replaces the placeholder `editing` of most pages. The other pages have separate placeholders for the component and the editor. */
const EDITING = `<feaas-context library="aurora" cdn="/cdn">
  <!-- component -->
  <!-- editor -->
</feaas-context>`;

/** Settings of a page that the editor's bar may follow. A neutral page copies them from another page, so that the bars can be compared. */
export interface PagePreferences {
  readonly lang: string;
  readonly scheme: string;
}

/** The layout of a page. */
export interface PageLayout {
  /** Bounding boxes of elements and text nodes, in CSS pixels of the viewport, in document order. */
  readonly boxes: readonly string[];
  readonly scrollPositions: readonly string[];
}

/** Opens a page of the folder with a version, signed in as an editor, and waits until its layout is stable. */
export async function openHostilePage(
  at: EditorJourney,
  name: string,
  version: string,
  manner?: PagePreferences,
): Promise<void> {
  let html = readFileSync(new URL(`${name}.html`, FOLDER), 'utf8')
    .replace('<!-- kit -->', '<script type="module" src="/build/feaas.esm.js"></script>')
    .replace('<!-- editing -->', EDITING)
    .replace('<!-- component -->', editableComponent(version, version))
    .replace('<!-- editor -->', '<feaas-editor></feaas-editor>');
  if (manner) html = html.replace('lang="en"', `lang="${manner.lang}" style="color-scheme: ${manner.scheme}"`);
  await writeFile(join(at.host.site, `${name}.html`), html);
  await at.page.goto(`${at.host.origin}/${name}.html`);
  await at.page.waitForSelector('feaas-component[tabindex] h2');
  await at.page.evaluate(async (token) => {
    Object.assign(document.querySelector('feaas-context')!, { auth: token });
    document.querySelector<HTMLDialogElement>('dialog[data-modal]')?.showModal();
    const here = document.querySelector<HTMLElement>('[data-here]');
    here?.scrollIntoView({ behavior: 'instant', block: here.dataset['here'] as ScrollLogicalPosition });
  }, at.host.token);
  await waitForLayout(at.page);
}

/** Waits until images and fonts are loaded, two frames are rendered, and animations have ended. */
export const waitForLayout = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // Lazy images outside of the viewport do not load.
    const coming = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return image.loading !== 'lazy' || (bottom > 0 && top < innerHeight);
    });
    await Promise.all(coming.map((image) => image.decode().catch(() => {})));
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect!.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished.catch(() => {})),
    );
  });

/** Reads the layout of a page, without elements of the editor. */
export const readLayout = (page: Page): Promise<PageLayout> =>
  page.evaluate(() => {
    const rounded = (rects: DOMRectList): string =>
      [...rects]
        // Skip boxes without an area.
        .filter(({ width, height }) => width || height)
        .map(({ left, top, width, height }) => [left, top, width, height].map((each) => each.toFixed(2)).join(' '))
        .join(', ');
    // Skip elements that the editor wraps around edited text.
    const OWN =
      'feaas-editor, feaas-editor *, [data-feaas-editor-ui], :popover-open, span[data-feaas-edited]:not([data-feaas-node]), feaas-line, feaas-atom, .ql-container';
    const boxes: string[] = [];
    const scrollPositions: string[] = [];
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (node.matches(OWN)) continue;
        const { localName, scrollLeft, scrollTop, scrollWidth, scrollHeight } = node;
        boxes.push(`${localName}: ${rounded(node.getClientRects())}`);
        scrollPositions.push(`${localName}: ${scrollLeft} ${scrollTop} ${scrollWidth} ${scrollHeight}`);
      } else if (node.nodeValue!.trim() && !node.parentElement?.closest('feaas-editor')) {
        const range = document.createRange();
        range.selectNode(node);
        boxes.push(`“${node.nodeValue!.trim().slice(0, 20)}”: ${rounded(range.getClientRects())}`);
      }
    }
    return { boxes, scrollPositions };
  });

/**
 * Serializes the document tag by tag, without module preloads of the kit, and with the number of adopted stylesheets. Skips the
 * attribute `hidden` of the editor element: a closed editor has it by specification (§4).
 */
export const serializeDocument = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const tags: string[] = [];
    const write = (node: Node, depth: number): void => {
      const indent = '  '.repeat(depth);
      if (!(node instanceof Element)) return void tags.push(indent + node.nodeName + node.nodeValue!);
      if (node.matches('link[rel=modulepreload]')) return;
      const attributes = [...node.attributes]
        .filter(({ name }) => name !== 'hidden' || node.localName !== 'feaas-editor')
        .map(({ name, value }) => `${name}=${JSON.stringify(value)}`);
      // Sorted, since the order of attributes has no meaning.
      tags.push(`${indent}<${[node.localName, ...attributes.sort()].join(' ')}>`);
      for (const child of node.childNodes) write(child, depth + 1);
    };
    write(document.documentElement, 0);
    return [...tags, `${document.adoptedStyleSheets.length} sheets`];
  });

/** Starts to record layout shifts of the page. */
export const recordLayoutShifts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const shifts: string[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const each of list.getEntries() as any[])
        shifts.push(each.sources.map(({ node }: any) => node?.outerHTML ?? node?.nodeValue).join());
    });
    observer.observe({ type: 'layout-shift' });
    Object.assign(window, { shifts });
  });

/** Returns the layout shifts since {@link recordLayoutShifts} or since the last call. */
export const takeLayoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (window as any).shifts.splice(0);
  });
