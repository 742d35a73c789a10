/** Pages of other people, whose style knows nothing of an editor: what is seen of them, and of the editor's bar on them. */
import { readFileSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from 'puppeteer';
import { editableComponent, type EditorJourney } from './editor-page';

const FOLDER = new URL('../pages/hostile/', import.meta.url);

/** Pages of the folder, by name; `neutral` is the one without a style. */
export const HOSTILE_PAGES: readonly string[] = readdirSync(FOLDER)
  .map((file) => basename(file, '.html'))
  .filter((name) => name !== 'neutral');

/** What stands on most of them, where they say so; the others have its parts in places of their own. */
const EDITING = `<feaas-context library="aurora" cdn="/cdn">
  <!-- component -->
  <!-- editor -->
</feaas-context>`;

/** What a page of the neutral kind takes over from another one, as the editor's bar may follow it. */
export interface PagePreferences {
  readonly lang: string;
  readonly scheme: string;
}

/** Where everything of a page stands, and what it says of itself. */
export interface PageLayout {
  /** Boxes of elements and of texts, in CSS pixels of the window, in the order of the document. */
  readonly boxes: readonly string[];
  readonly scrollPositions: readonly string[];
}

/** Opens a page of the folder that shows a version, as an editor, and waits until nothing is on its way any more. */
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

/** Waits until pictures and styles are there, nothing glides any more, and two frames have been painted. */
export const waitForLayout = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // Lazy ones out of sight do not come.
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

/** Looks at all of a page but the editor's own. */
export const readLayout = (page: Page): Promise<PageLayout> =>
  page.evaluate(() => {
    const rounded = (rects: DOMRectList): string =>
      [...rects]
        // What has no area is nowhere.
        .filter(({ width, height }) => width || height)
        .map(({ left, top, width, height }) => [left, top, width, height].map((each) => each.toFixed(2)).join(' '))
        .join(', ');
    // What is around a text while it is typed in has no place of its own.
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
 * The document as text, tag by tag, but for what the kit loads; and how many style sheets it has adopted. A closed editor is hidden, says
 * the specification (§4): that attribute, of the editor's own element, is not told.
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
      // They have no order.
      tags.push(`${indent}<${[node.localName, ...attributes.sort()].join(' ')}>`);
      for (const child of node.childNodes) write(child, depth + 1);
    };
    write(document.documentElement, 0);
    return [...tags, `${document.adoptedStyleSheets.length} sheets`];
  });

/** From now on shifts of the page's layout are counted. */
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

/** What has shifted since {@link recordLayoutShifts}, or since this was asked last. */
export const takeLayoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (window as any).shifts.splice(0);
  });
