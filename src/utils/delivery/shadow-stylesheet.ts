/**
 * Stylesheets of shadow roots (E2), of other documents, and of pages that forbid inline styles: constructed sheets, one
 * per URL. A constructed sheet can not import others. So a stylesheet with `@import` is a `<style>` in each root, or a
 * `<link>` if the page forbids inline styles.
 */
import type { StopStylesheet, StylesheetListener, StylesheetRoot } from './page-stylesheet';
import { hasImports, rebaseURLs } from './rebase-stylesheet';
import type { ResourceRequest } from './resource-request';
import { resourceStore } from './resource-store';
import { stylesheetElements, type StylesheetElement } from './stylesheet-elements';

/** Milliseconds for a received response to become a stylesheet. */
const PARSE_TIME = 100;

/** Whether a stylesheet that the page requests itself loads. One that failed before this call fires no event. */
function waitForStylesheet(element: StylesheetElement): Promise<boolean> {
  return new Promise((resolve) => {
    element.addEventListener('load', () => resolve(true));
    element.addEventListener('error', () => resolve(false));
    const resolveLater = (): unknown => setTimeout(() => resolve(!!element.sheet), PARSE_TIME);
    // The page's policy may have blocked a `<style>`; a disabled link sends no request.
    if (!(element instanceof HTMLLinkElement) || element.disabled) return void resolveLater();
    // Resource timing also lists requests that finished before.
    const observer = new PerformanceObserver((list) => {
      if (!list.getEntriesByName(element.href).length) return;
      observer.disconnect();
      resolveLater();
    });
    observer.observe({ type: 'resource', buffered: true });
  });
}

/**
 * Whether a sheet has no rules, as after a failure. A sheet of another origin, whose rules can not be read, counts as
 * loaded.
 */
function isEmpty(sheet: CSSStyleSheet): boolean {
  try {
    return !sheet.cssRules.length;
  } catch {
    return false;
  }
}

/** The element of the page for a stylesheet, once it is loaded; undefined if it fails. */
export async function findLoadedStylesheet(url: string): Promise<StylesheetElement | undefined> {
  for (const element of stylesheetElements(url))
    if (element.sheet ? !isEmpty(element.sheet) : await waitForStylesheet(element)) return element;
  return undefined;
}

/**
 * Constructed copies of stylesheets whose inline element the page's policy blocks, by URL, because the element may
 * change.
 */
const blockedCopies = new Map<string, CSSStyleSheet>();

/** Applies a stylesheet whose `<style>` has no rules because the page's policy forbids inline styles. */
export function adoptBlockedStylesheet(style: HTMLStyleElement, css: string, url: string): void {
  if (hasImports(css) && !blockedCopies.has(url)) {
    if (!linkAfter(style)) style.after(linkTo(url));
    return;
  }
  let copy = blockedCopies.get(url);
  if (!copy) blockedCopies.set(url, (copy = new CSSStyleSheet()));
  if (!document.adoptedStyleSheets.includes(copy)) document.adoptedStyleSheets.push(copy);
  copy.replaceSync(css);
}

/** The `<link>` that replaces a blocked `<style>` with imports. */
const linkAfter = (style: HTMLStyleElement): Element | undefined =>
  style.nextElementSibling?.matches('link[data-feaas-copy]') ? style.nextElementSibling : undefined;

/**
 * Moves a stylesheet of the kit after later ones, so that it takes precedence; removes it if it is not needed any more.
 */
export function arrangeStylesheet(style: HTMLStyleElement | undefined, isNeeded: boolean): void {
  const last = [...document.querySelectorAll<HTMLStyleElement>('style[data-href]')].at(-1);
  if (!style?.isConnected || !last || (isNeeded && last === style)) return;
  const link = linkAfter(style);
  const copy = blockedCopies.get(style.getAttribute('data-href')!);
  if (copy) {
    const others = document.adoptedStyleSheets.filter((sheet) => sheet !== copy);
    document.adoptedStyleSheets = isNeeded ? [...others, copy] : others;
  }
  link?.remove();
  style.remove();
  // The page's own elements after the stylesheets keep their position.
  if (isNeeded) (linkAfter(last) ?? last).after(style, ...(link ? [link] : []));
}

function linkTo(url: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  link.setAttribute('data-feaas-copy', '');
  return link;
}

/** The document of a root. */
const documentOf = (root: StylesheetRoot): Document => root.ownerDocument ?? (root as Document);

/** A library's stylesheet in the shadow roots of isolated components, and in other documents. */
class ShadowStylesheet {
  #css?: string | undefined;
  #error?: Error | undefined;
  /**
   * One per document, unless it imports others: documents of different windows, such as frames, can not share sheets.
   */
  readonly #sheets = new WeakMap<Document, { readonly sheet: CSSStyleSheet; css?: string }>();
  #unsubscribe?: (() => void) | undefined;
  readonly #subscribers = new Set<{ readonly root: StylesheetRoot; readonly listener: StylesheetListener }>();

  constructor(private readonly request: ResourceRequest) {}

  subscribe(root: StylesheetRoot, listener: StylesheetListener): StopStylesheet {
    const subscriber = { root, listener };
    this.#subscribers.add(subscriber);
    const isWaiting = (): boolean => this.#subscribers.has(subscriber);
    if (this.#css !== undefined) {
      this.#applyTo(root);
      queueMicrotask(() => isWaiting() && listener(undefined));
    } else if (this.#error) queueMicrotask(() => isWaiting() && listener(this.#error));
    const { url, type } = this.request;
    this.#unsubscribe ??= resourceStore.subscribe(url, type, ({ response, status, error }) => {
      if (response) this.#update(rebaseURLs(response.text, response.base ?? url));
      else if (error && (status === 'failed' || status === 'deleted')) {
        this.#error = error;
        this.#notify(error);
      }
    });
    return (isReplaced) => {
      if (!this.#subscribers.delete(subscriber)) return;
      if (isReplaced && ![...this.#subscribers].some((each) => each.root === root)) this.#removeFrom(root);
      if (this.#subscribers.size) return;
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
      this.#error = undefined;
    };
  }

  #update(css: string): void {
    if (css === this.#css) return;
    this.#css = css;
    this.#error = undefined;
    for (const root of new Set(Array.from(this.#subscribers, (each) => each.root))) this.#applyTo(root);
    this.#notify(undefined);
  }

  /** The constructed sheet of a document, with the current text. */
  #sheetOf(page: Document): CSSStyleSheet {
    let entry = this.#sheets.get(page);
    if (!entry) this.#sheets.set(page, (entry = { sheet: new (page.defaultView ?? globalThis).CSSStyleSheet() }));
    if (entry.css !== this.#css) entry.sheet.replaceSync((entry.css = this.#css!));
    return entry.sheet;
  }

  #removeSheetFrom(root: StylesheetRoot): void {
    const sheet = this.#sheets.get(documentOf(root))?.sheet;
    if (sheet) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet);
  }

  #styleIn(root: StylesheetRoot): HTMLStyleElement | null {
    return root.querySelector(`style[data-href="${CSS.escape(this.request.url)}"]`);
  }

  #removeFrom(root: StylesheetRoot): void {
    const style = this.#styleIn(root);
    if (style) linkAfter(style)?.remove();
    style?.remove();
    this.#removeSheetFrom(root);
  }

  #applyTo(root: StylesheetRoot): void {
    const style = this.#styleIn(root);
    if (!hasImports(this.#css!)) {
      style?.remove();
      const sheet = this.#sheetOf(documentOf(root));
      if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
      return;
    }
    this.#removeSheetFrom(root);
    if (style?.textContent === this.#css) return;
    const target = style ?? document.createElement('style');
    target.setAttribute('data-href', this.request.url);
    target.textContent = this.#css!;
    if (!style) ('head' in root ? root.head : root).prepend(target);
    // The page's policy forbids the inline style; the host's URL may be allowed.
    if (!target.sheet?.cssRules.length && !linkAfter(target)) target.after(linkTo(this.request.url));
  }

  #notify(error: Error | undefined): void {
    for (const { listener } of [...this.#subscribers]) listener(error);
  }
}

const stylesheets = new Map<string, ShadowStylesheet>();

/** Applies a stylesheet to a root and reports its state, until the returned function is called. */
export function subscribeRoot(
  request: ResourceRequest,
  root: StylesheetRoot,
  listener: StylesheetListener,
): StopStylesheet {
  const { url } = request;
  let stylesheet = stylesheets.get(url);
  if (!stylesheet) stylesheets.set(url, (stylesheet = new ShadowStylesheet(request)));
  return stylesheet.subscribe(root, listener);
}
