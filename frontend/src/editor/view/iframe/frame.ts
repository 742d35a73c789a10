/**
 * A frame over an isolated component, with an editable mirror of its content. No browser reports selections in shadow
 * roots reliably. The component still renders below the frame, invisible, so that the page keeps its layout.
 */
import type { ScriptDependencies } from '../../../../../src/utils/frontend/types';
import { languageOf } from '../../../ui-kit/content-language';
import type { EditableRoot } from '../types';
import { untilFrameLost } from './frame-lost';
import { customProperties, inherit } from './inherit';
import { createFramePlacement, setImportantStyle, type FrameElements } from './place';
import { HOST_ATTRIBUTE } from './selectors';
import { pageSheet, treeSheets } from './sheets';
import { listenToPage } from './surroundings';
import { createMirror } from './mirror';

const RESET_STYLE = 'all: initial !important; display: block !important';
const DARK = matchMedia('(prefers-color-scheme: dark)');
/** Milliseconds to wait for pictures before the frame is shown. */
const IMAGE_TIMEOUT = 1000;

/** Loads an empty document into the frame, in the page's layout mode (standards or quirks). */
async function load(
  frame: HTMLIFrameElement,
  overlay: HTMLElement,
  root: ShadowRoot,
  policy: ScriptDependencies['trustedTypes'],
): Promise<Document> {
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  // A frame without an address is in quirks mode.
  if (document.compatMode === 'CSS1Compat') frame.srcdoc = policy.createHTML('<!doctype html>');
  overlay.append(frame);
  root.append(overlay);
  await loaded;
  return frame.contentDocument!;
}

/** Fills the frame: a document without styles, a holder in place of the component, and in it the mirror of the content. */
function fillDocument(page: Document, content: HTMLElement, title: string): Pick<FrameElements, 'host' | 'mirrored'> {
  const host = page.createElement('div');
  host.setAttribute(HOST_ATTRIBUTE, '');
  host.style.cssText = `${RESET_STYLE}; position: absolute !important; box-sizing: border-box !important`;
  const mirrored = page.createElement(content.localName);
  mirrored.className = content.className;
  host.append(mirrored);
  page.title = title;
  page.documentElement.lang = languageOf(content);
  page.documentElement.style.cssText = `${RESET_STYLE}; overflow: hidden !important`;
  page.body.style.cssText = `${RESET_STYLE}; position: absolute !important; inset: 0 !important; overflow: clip !important`;
  page.body.replaceChildren(host);
  return { host, mirrored };
}

/** Waits for pictures that are already loaded in the page. */
async function loadImages(
  content: HTMLElement,
  sourceOf: <Kind extends Node>(node: Kind) => Kind | undefined,
): Promise<void> {
  const images = [...content.querySelectorAll('img')].filter((image) => {
    const source = sourceOf(image);
    return source?.complete && source.naturalWidth > 0;
  });
  const timeout = new Promise((resolve) => setTimeout(resolve, IMAGE_TIMEOUT));
  await Promise.race([Promise.allSettled(images.map((image) => image.decode())), timeout]);
}

/** Adds the frame over the component, still invisible. */
export async function createFrameOver(
  element: HTMLElement,
  content: HTMLElement,
  title: string,
  policy: ScriptDependencies['trustedTypes'],
): Promise<EditableRoot> {
  const root = element.shadowRoot!;
  const overlay = document.createElement('div');
  overlay.style.cssText = `${RESET_STYLE}; position: absolute !important; inset: 0 !important; overflow: clip !important; opacity: 0 !important`;
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.style.cssText = `${RESET_STYLE}; position: absolute !important; border: 0 !important`;
  const colorScheme = (): string => (DARK.matches ? 'dark' : 'light');
  frame.style.setProperty('color-scheme', colorScheme(), 'important');
  const page = await load(frame, overlay, root, policy);
  const window = page.defaultView!;
  const { host, mirrored } = fillDocument(page, content, title);
  const placement = createFramePlacement({ content, overlay, frame, host, mirrored });
  const mirror = createMirror();
  let sheets: readonly CSSStyleSheet[] = [];
  let names: Set<string> = new Set();

  /** Copies the shadow root's stylesheets if they have changed. They may load late. */
  function updateStylesheets(): void {
    if (
      sheets.length === root.adoptedStyleSheets.length &&
      sheets.every((each, index) => each === root.adoptedStyleSheets[index])
    )
      return;
    sheets = [...root.adoptedStyleSheets];
    const css = sheets.flatMap((sheet) => Array.from(sheet.cssRules, ({ cssText }) => cssText)).join('\n');
    names = customProperties(css);
    page.adoptedStyleSheets = [pageStyles, ...treeSheets(root, window)];
    // A `dir` attribute is visible to selectors, so it is set only if the styles use `:dir()`.
    if (css.includes(':dir(')) page.documentElement.dir = getComputedStyle(element).direction;
  }

  /** Updates the styles that the content inherits from the page. */
  function updateStyles(): void {
    if (!page.defaultView) return;
    const { fontSize, lineHeight } = getComputedStyle(document.documentElement);
    const html = page.documentElement;
    setImportantStyle(html, 'font-size', fontSize);
    setImportantStyle(html, 'line-height', lineHeight);
    setImportantStyle(html, 'color-scheme', colorScheme());
    setImportantStyle(frame, 'color-scheme', colorScheme());
    for (const name of customProperties(content.innerHTML)) names.add(name);
    inherit(content, mirrored, names);
    placement.update();
  }

  /** Whether the document has lost its window. */
  const isLost = (): boolean => !page.defaultView;

  const options = { subtree: true, childList: true, attributes: true, characterData: true };
  /** Copies typed text to the page before the next paint, so that the component has the right height. */
  const frameObserver = new MutationObserver((records) => syncToPage(records));
  const pageObserver = new MutationObserver(() => syncFromPage());
  function syncToPage(records: readonly MutationRecord[]): void {
    const pageRecords = pageObserver.takeRecords();
    const changed = new Set<Node>();
    for (const { target } of records) {
      let current: Node | null = target;
      while (current && !mirror.of(current)?.isConnected) current = current.parentNode;
      if (current && mirrored.contains(current)) changed.add(current);
    }
    for (const each of changed) {
      const source = mirror.of(each);
      if (!source) continue;
      if (each === mirrored) mirror.followChildren(mirrored, content);
      else mirror.follow(each, source);
    }
    pageObserver.takeRecords();
    if (pageRecords.length) syncFromPage();
  }
  function syncFromPage(): void {
    syncToPage(frameObserver.takeRecords());
    updateStylesheets();
    mirror.followChildren(content, mirrored);
    frameObserver.takeRecords();
    pageObserver.takeRecords();
    placement.update();
  }

  const onRender = (event: Event): void => void (event.target === element && syncFromPage());
  const resizeObserver = new ResizeObserver(() => placement.update());
  let stopPage = (): void => {};
  function close(): void {
    for (const each of [frameObserver, pageObserver, resizeObserver]) each.disconnect();
    stopPage();
    element.removeEventListener('feaasRender', onRender);
    overlay.remove();
    content.inert = false;
    content.style.removeProperty('clip-path');
    if (!content.getAttribute('style')) content.removeAttribute('style');
  }

  let pageStyles: CSSStyleSheet;
  try {
    pageStyles = await untilFrameLost(page, pageSheet(window));
    updateStylesheets();
    updateStyles();
    syncFromPage();
    frameObserver.observe(mirrored, options);
    pageObserver.observe(content, options);
    element.addEventListener('feaasRender', onRender);
    resizeObserver.observe(content);
    resizeObserver.observe(overlay);
    stopPage = listenToPage(element, updateStyles);
    await untilFrameLost(page, Promise.all([loadImages(mirrored, mirror.of), page.fonts.ready]));
    updateStyles();
    content.inert = true;
    placement.show();
  } catch (error) {
    close();
    throw error;
  }

  return {
    root: mirrored,
    content,
    inPage: (each) => mirror.of(each) ?? each,
    toPage: placement.toPage,
    fromPage: placement.fromPage,
    update: placement.update,
    isLost,
    close() {
      syncToPage(frameObserver.takeRecords());
      close();
    },
  };
}
