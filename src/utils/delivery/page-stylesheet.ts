/** Library stylesheets of the page: one per URL, whoever asks (S2). */
import { loadModule } from '../scheduling/lazy-modules';
import { rebaseURLs } from './rebase-stylesheet';
import { STYLESHEET } from './resource';
import { resourceStore } from './resource-store';

/** What carries the rules on the page. */
export type StylesheetElement = HTMLStyleElement | HTMLLinkElement;

/** Called when a stylesheet applies, with its element where it is one of the page; or with why it does not. */
export type StylesheetListener = (error: Error | undefined, element?: StylesheetElement) => void;

/** Whether there are no rules, as where it could not be had. What another origin does not let read is taken as it is. */
function isEmpty(sheet: CSSStyleSheet): boolean {
  try {
    return !sheet.cssRules.length;
  } catch {
    return false;
  }
}

/** An address as the page's links have it; what is none stays as it is. */
const absoluteHref = (href: string): string => Object.assign(document.createElement('a'), { href }).href;

/** A stylesheet that the page has already; loaded, or still loading. */
async function findExisting(url: string): Promise<StylesheetElement | undefined> {
  for (const element of document.querySelectorAll<StylesheetElement>('link[rel~=stylesheet][href],style[data-href]')) {
    const href = element.getAttribute('data-href') ?? element.getAttribute('href')!;
    if (absoluteHref(href) !== absoluteHref(url)) continue;
    // Where it failed, the kit requests it itself, and knows then why.
    if (element.sheet ? isEmpty(element.sheet) : !(await (await loadModule('deferred')).waitForStylesheet(element)))
      continue;
    return element;
  }
  return undefined;
}

/** A library's stylesheet in the page. */
class PageStylesheet {
  element?: StylesheetElement | undefined;
  #error?: Error | undefined;
  #isSearching = false;
  #unsubscribe?: (() => void) | undefined;
  readonly #listeners = new Set<StylesheetListener>();

  constructor(private readonly url: string) {}

  /** Whether it applies: somebody may have removed it from the page. */
  get isLoaded(): boolean {
    return !!this.element?.isConnected;
  }

  subscribe(listener: StylesheetListener): () => void {
    // The same function may listen twice.
    const own: StylesheetListener = (error, element) => listener(error, element);
    this.#listeners.add(own);
    if (this.isLoaded) queueMicrotask(() => this.#listeners.has(own) && own(undefined, this.element));
    else if (this.#error && this.#unsubscribe) queueMicrotask(() => this.#listeners.has(own) && own(this.#error));
    this.#load();
    return () => {
      if (!this.#listeners.delete(own) || this.#listeners.size) return;
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
      this.#error = undefined;
    };
  }

  #load(): void {
    if (this.isLoaded) {
      // The kit's own copy follows what the host has.
      if (this.element!.hasAttribute('data-href')) this.#request();
      return;
    }
    if (this.element) {
      // Somebody removed it from the page: it is loaded again.
      this.element = undefined;
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
    }
    if (this.#isSearching || this.#unsubscribe) return;
    this.#isSearching = true;
    findExisting(this.url)
      .catch(() => undefined)
      .then((element) => {
        this.#isSearching = false;
        if (element) this.#apply(element);
        else if (this.#listeners.size) this.#request();
      });
  }

  #request(): void {
    this.#unsubscribe ??= resourceStore.subscribe(this.url, STYLESHEET, ({ response, status, error }) => {
      if (response) this.#write(response.text);
      else if (error && (status === 'failed' || status === 'deleted')) {
        this.#error = error;
        this.#notify(error);
      }
    });
  }

  #write(text: string): void {
    const isNew = !this.isLoaded;
    const style = (isNew ? document.createElement('style') : this.element) as HTMLStyleElement;
    const css = rebaseURLs(text, this.url);
    if (isNew || style.textContent !== css) style.textContent = css;
    if (!isNew) return this.#adopt(style, css);
    style.setAttribute('data-href', this.url);
    document.head.append(style);
    if (style.sheet?.cssRules.length || !css.trim()) return this.#apply(style);
    // A style-src policy that forbids inline styles leaves the element without rules.
    this.#adopt(style, css, () => this.#apply(style));
  }

  #adopt(style: HTMLStyleElement, css: string, then?: () => void): void {
    if (style.sheet?.cssRules.length) return then?.();
    loadModule('deferred')
      .then(({ adoptBlockedStylesheet }) => adoptBlockedStylesheet(style, css, this.url))
      .then(then, (error: Error) => this.#notify(error));
  }

  #apply(element: StylesheetElement): void {
    this.element = element;
    this.#error = undefined;
    this.#notify(undefined);
  }

  #notify(error: Error | undefined): void {
    for (const listener of [...this.#listeners]) listener(error, this.element);
  }
}

const stylesheets = new Map<string, PageStylesheet>();

function pageStylesheet(url: string): PageStylesheet {
  let stylesheet = stylesheets.get(url);
  if (!stylesheet) stylesheets.set(url, (stylesheet = new PageStylesheet(url)));
  return stylesheet;
}

/** Whether a library's stylesheet applies to the page. */
export const isStylesheetLoaded = (url: string): boolean => !!stylesheets.get(url)?.isLoaded;

/**
 * Loads a library's stylesheet into the page, once, and for as long as the page lives; a `<link>` or `<style data-href>` already there
 * for it is used.
 * @throws FetchFailedError, InvalidResponseError.
 */
export const loadPageStylesheet = (url: string): Promise<StylesheetElement> =>
  new Promise((resolve, reject) => {
    pageStylesheet(url).subscribe((error, element) => (error ? reject(error) : resolve(element!)));
  });
