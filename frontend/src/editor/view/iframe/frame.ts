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

const NEUTRAL = 'all: initial !important; display: block !important';
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
function fillDocument(page: Document, content: HTMLElement, title: string): Pick<FrameElements, 'holder' | 'twin'> {
  const holder = page.createElement('div');
  holder.setAttribute(HOST_ATTRIBUTE, '');
  holder.style.cssText = `${NEUTRAL}; position: absolute !important; box-sizing: border-box !important`;
  const twin = page.createElement(content.localName);
  twin.className = content.className;
  holder.append(twin);
  page.title = title;
  page.documentElement.lang = languageOf(content);
  page.documentElement.style.cssText = `${NEUTRAL}; overflow: hidden !important`;
  page.body.style.cssText = `${NEUTRAL}; position: absolute !important; inset: 0 !important; overflow: clip !important`;
  page.body.replaceChildren(holder);
  return { holder, twin };
}

/** Waits for pictures that are already loaded in the page. */
async function loadImages(twin: HTMLElement, of: <Kind extends Node>(node: Kind) => Kind | undefined): Promise<void> {
  const shown = [...twin.querySelectorAll('img')].filter((image) => {
    const source = of(image);
    return source?.complete && source.naturalWidth > 0;
  });
  const timeout = new Promise((resolve) => setTimeout(resolve, IMAGE_TIMEOUT));
  await Promise.race([Promise.allSettled(shown.map((image) => image.decode())), timeout]);
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
  overlay.style.cssText = `${NEUTRAL}; position: absolute !important; inset: 0 !important; overflow: clip !important; opacity: 0 !important`;
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.style.cssText = `${NEUTRAL}; position: absolute !important; border: 0 !important`;
  const schemeOf = (): string => (DARK.matches ? 'dark' : 'light');
  frame.style.setProperty('color-scheme', schemeOf(), 'important');
  const page = await load(frame, overlay, root, policy);
  const window = page.defaultView!;
  const { holder, twin } = fillDocument(page, content, title);
  const place = createFramePlacement({ content, overlay, frame, holder, twin });
  const mirror = createMirror();
  let sheets: readonly CSSStyleSheet[] = [];
  let names: Set<string> = new Set();

  /** Copies the shadow root's stylesheets if they have changed. They may load late. */
  function updateStylesheets(): void {
    if (
      sheets.length === root.adoptedStyleSheets.length &&
      sheets.every((each, at) => each === root.adoptedStyleSheets[at])
    )
      return;
    sheets = [...root.adoptedStyleSheets];
    const css = sheets.flatMap((sheet) => Array.from(sheet.cssRules, ({ cssText }) => cssText)).join('\n');
    names = customProperties(css);
    page.adoptedStyleSheets = [general, ...treeSheets(root, window)];
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
    setImportantStyle(html, 'color-scheme', schemeOf());
    setImportantStyle(frame, 'color-scheme', schemeOf());
    for (const name of customProperties(content.innerHTML)) names.add(name);
    inherit(content, twin, names);
    place.update();
  }

  /** Whether the document has lost its window. */
  const isLost = (): boolean => !page.defaultView;

  const options = { subtree: true, childList: true, attributes: true, characterData: true };
  /** Copies typed text to the page before the next paint, so that the component has the right height. */
  const typed = new MutationObserver((records) => syncToPage(records));
  const painted = new MutationObserver(() => syncFromPage());
  function syncToPage(records: readonly MutationRecord[]): void {
    const others = painted.takeRecords();
    const changed = new Set<Node>();
    for (const { target } of records) {
      let at: Node | null = target;
      while (at && !mirror.of(at)?.isConnected) at = at.parentNode;
      if (at && twin.contains(at)) changed.add(at);
    }
    for (const each of changed) {
      const source = mirror.of(each);
      if (!source) continue;
      if (each === twin) mirror.followChildren(twin, content);
      else mirror.follow(each, source);
    }
    painted.takeRecords();
    if (others.length) syncFromPage();
  }
  function syncFromPage(): void {
    syncToPage(typed.takeRecords());
    updateStylesheets();
    mirror.followChildren(content, twin);
    typed.takeRecords();
    painted.takeRecords();
    place.update();
  }

  const rendered = (event: Event): void => void (event.target === element && syncFromPage());
  const sizes = new ResizeObserver(() => place.update());
  let stopPage = (): void => {};
  function close(): void {
    for (const each of [typed, painted, sizes]) each.disconnect();
    stopPage();
    element.removeEventListener('feaasRender', rendered);
    overlay.remove();
    content.inert = false;
    content.style.removeProperty('clip-path');
    if (!content.getAttribute('style')) content.removeAttribute('style');
  }

  let general: CSSStyleSheet;
  try {
    general = await untilFrameLost(page, pageSheet(window));
    updateStylesheets();
    updateStyles();
    syncFromPage();
    typed.observe(twin, options);
    painted.observe(content, options);
    element.addEventListener('feaasRender', rendered);
    sizes.observe(content);
    sizes.observe(overlay);
    stopPage = listenToPage(element, updateStyles);
    await untilFrameLost(page, Promise.all([loadImages(twin, mirror.of), page.fonts.ready]));
    updateStyles();
    content.inert = true;
    place.show();
  } catch (error) {
    close();
    throw error;
  }

  return {
    root: twin,
    content,
    inPage: (each) => mirror.of(each) ?? each,
    toPage: place.toPage,
    fromPage: place.fromPage,
    update: place.update,
    isLost,
    close() {
      syncToPage(typed.takeRecords());
      close();
    },
  };
}
