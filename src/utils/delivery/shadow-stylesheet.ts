/**
 * Stylesheets of shadow roots (E2), and those of pages that forbid inline styles: constructed sheets, one per URL. A constructed sheet
 * can not import others, so that one with `@import` is a `<style>` in each shadow root, or a `<link>` where the page forbids that.
 */
import type { StopStylesheet, StylesheetListener } from './page-stylesheet';
import { hasImports, rebaseURLs } from './rebase-stylesheet';
import type { ResourceRequest } from './resource-request';
import { resourceStore } from './resource-store';
import { stylesheetElements, type StylesheetElement } from './stylesheet-elements';

/** Milliseconds in which a response that has arrived becomes a stylesheet. */
const PARSE_TIME = 100;

/** Whether a stylesheet that the page requests itself arrives. One that failed before anybody listened fires no event. */
function waitForStylesheet(element: StylesheetElement): Promise<boolean> {
  return new Promise((resolve) => {
    element.addEventListener('load', () => resolve(true));
    element.addEventListener('error', () => resolve(false));
    if (!(element instanceof HTMLLinkElement)) return;
    // Resource timing has the request once it is over, whether or not anybody listened then.
    const observer = new PerformanceObserver((list) => {
      if (!list.getEntriesByName(element.href).length) return;
      observer.disconnect();
      setTimeout(() => resolve(!!element.sheet), PARSE_TIME);
    });
    observer.observe({ type: 'resource', buffered: true });
  });
}

/** Whether there are no rules, as where it could not be had. What another origin does not let read is taken as it is. */
function isEmpty(sheet: CSSStyleSheet): boolean {
  try {
    return !sheet.cssRules.length;
  } catch {
    return false;
  }
}

/** The element of the page that has a stylesheet, once it is loaded; undefined where it fails. */
export async function findLoadedStylesheet(url: string): Promise<StylesheetElement | undefined> {
  for (const element of stylesheetElements(url))
    if (element.sheet ? !isEmpty(element.sheet) : await waitForStylesheet(element)) return element;
  return undefined;
}

/** Constructed copies of stylesheets whose element the page's policy left without rules, by URL: the element may be another one later. */
const blockedCopies = new Map<string, CSSStyleSheet>();

/** Applies a stylesheet whose `<style>` has no rules, because the page's policy forbids inline styles. */
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

/** The `<link>` in the place of a stylesheet that the page's policy forbids, where it imports others. */
const linkAfter = (style: HTMLStyleElement): Element | undefined =>
  style.nextElementSibling?.matches('link[data-feaas-copy]') ? style.nextElementSibling : undefined;

/** Has a stylesheet of the kit win over those that came after it; removes it from the page when nobody wants it any more. */
export function arrangeStylesheet(style: HTMLStyleElement | undefined, isWanted: boolean): void {
  const last = [...document.querySelectorAll<HTMLStyleElement>('style[data-href]')].at(-1);
  if (!style?.isConnected || !last || (isWanted && last === style)) return;
  const link = linkAfter(style);
  const copy = blockedCopies.get(style.getAttribute('data-href')!);
  if (copy) {
    const others = document.adoptedStyleSheets.filter((sheet) => sheet !== copy);
    document.adoptedStyleSheets = isWanted ? [...others, copy] : others;
  }
  link?.remove();
  style.remove();
  // What the page itself has behind them stays there.
  if (isWanted) (linkAfter(last) ?? last).after(style, ...(link ? [link] : []));
}

function linkTo(url: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  link.setAttribute('data-feaas-copy', '');
  return link;
}

/** A library's stylesheet in the shadow roots of isolated components. */
class ShadowStylesheet {
  #css?: string | undefined;
  #error?: Error | undefined;
  /** Of all roots of a document, unless it imports others: another document's window, as of a frame, does not share them. */
  readonly #sheets = new WeakMap<Document, { readonly sheet: CSSStyleSheet; css?: string }>();
  #unsubscribe?: (() => void) | undefined;
  readonly #subscribers = new Set<{ readonly root: ShadowRoot; readonly listener: StylesheetListener }>();

  constructor(private readonly request: ResourceRequest) {}

  subscribe(root: ShadowRoot, listener: StylesheetListener): StopStylesheet {
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

  /** The constructed sheet of a document, as it is now. */
  #sheetOf(page: Document): CSSStyleSheet {
    let made = this.#sheets.get(page);
    if (!made) this.#sheets.set(page, (made = { sheet: new (page.defaultView ?? globalThis).CSSStyleSheet() }));
    if (made.css !== this.#css) made.sheet.replaceSync((made.css = this.#css!));
    return made.sheet;
  }

  #removeSheetFrom(root: ShadowRoot): void {
    const sheet = this.#sheets.get(root.ownerDocument)?.sheet;
    if (sheet) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet);
  }

  #styleIn(root: ShadowRoot): HTMLStyleElement | null {
    return root.querySelector(`style[data-href="${CSS.escape(this.request.url)}"]`);
  }

  #removeFrom(root: ShadowRoot): void {
    const style = this.#styleIn(root);
    if (style) linkAfter(style)?.remove();
    style?.remove();
    this.#removeSheetFrom(root);
  }

  #applyTo(root: ShadowRoot): void {
    const style = this.#styleIn(root);
    if (!hasImports(this.#css!)) {
      style?.remove();
      const sheet = this.#sheetOf(root.ownerDocument);
      if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
      return;
    }
    this.#removeSheetFrom(root);
    if (style?.textContent === this.#css) return;
    const own = style ?? document.createElement('style');
    own.setAttribute('data-href', this.request.url);
    own.textContent = this.#css!;
    if (!style) root.prepend(own);
    // The page's policy forbids it: the host's own URL may be allowed.
    if (!own.sheet?.cssRules.length && !linkAfter(own)) own.after(linkTo(this.request.url));
  }

  #notify(error: Error | undefined): void {
    for (const { listener } of [...this.#subscribers]) listener(error);
  }
}

const stylesheets = new Map<string, ShadowStylesheet>();

/** Applies a stylesheet to a shadow root, and what becomes of it; until what it returns is called. */
export function subscribeShadowRoot(
  request: ResourceRequest,
  root: ShadowRoot,
  listener: StylesheetListener,
): StopStylesheet {
  const { url } = request;
  let stylesheet = stylesheets.get(url);
  if (!stylesheet) stylesheets.set(url, (stylesheet = new ShadowStylesheet(request)));
  return stylesheet.subscribe(root, listener);
}
