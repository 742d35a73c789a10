/** Library stylesheets of the page, one per URL for all subscribers (S2). */
import { loadModule, tryModule, type LazyModules } from '../scheduling/lazy-modules';
import { mayHaveRelativeURLs } from './relative-urls';
import type { CachedResource } from './resource';
import type { ResourceRequest, ResourceType } from './resource-request';
import { resourceStore } from './resource-store';
import { stylesheetElements, type StylesheetElement } from './stylesheet-elements';

/** Called when a stylesheet applies, with its element if it is in the page; otherwise with the error. */
export type StylesheetListener = (error: Error | undefined, element?: StylesheetElement) => void;

/**
 * Ends a subscription.
 * @param isReplaced whether another stylesheet replaces it; it is then removed unless it has other subscribers.
 */
export type StopStylesheet = (isReplaced?: boolean) => void;

/** Where a stylesheet applies other than in the page: a shadow root, or the document of another window. */
export type StylesheetRoot = ShadowRoot | Document;

/** A library's stylesheet in the page. Without subscribers it stays in the page but is not requested. */
class PageStylesheet {
  /** By the function that ends the subscription, because the same listener may subscribe twice. */
  readonly #listeners = new Map<() => void, StylesheetListener>();
  #element?: StylesheetElement | undefined;
  #text?: string;
  #error?: Error | undefined;
  /** Ends the request, or the search for an element of the page. */
  #stop?: (() => void) | undefined;

  readonly #url: string;
  readonly #type: ResourceType;

  constructor({ url, type }: ResourceRequest) {
    this.#url = url;
    this.#type = type;
  }

  /** Whether it applies; other code may have removed it from the page. */
  get isLoaded(): boolean {
    return !!this.#element?.isConnected;
  }

  subscribe(listener: StylesheetListener): StopStylesheet {
    const stop: StopStylesheet = (isReplaced) => {
      if (!this.#listeners.delete(stop) || this.#listeners.size) return;
      this.#stop?.();
      this.#stop = this.#error = undefined;
      if (isReplaced) this.#arrange();
    };
    if (!this.#listeners.size) this.#arrange();
    this.#listeners.set(stop, listener);
    this.load();
    if (this.isLoaded || this.#error)
      queueMicrotask(() => this.#listeners.get(stop)?.(this.isLoaded ? undefined : this.#error, this.#element));
    return stop;
  }

  /** Loads the stylesheet if it has subscribers; again if it was removed. */
  load(): void {
    if (!this.#listeners.size) return;
    if (this.#element && !this.isLoaded) {
      // Other code removed it from the page: load it again.
      this.#stop?.();
      this.#stop = this.#element = undefined;
    }
    // The kit's own copy is updated from the host; an element of the page is not.
    const isOwn = this.#text !== undefined;
    if (this.#stop || (this.isLoaded && !isOwn)) return;
    if (isOwn || !stylesheetElements(this.#url).length) this.#request();
    else this.#awaitPageElement();
  }

  #awaitPageElement(): void {
    let isActive = true;
    this.#stop = () => (isActive = false);
    tryModule('deferred')
      .then(({ findLoadedStylesheet }) => findLoadedStylesheet(this.#url))
      // If the page's element, or the search for it, fails, the kit requests the stylesheet itself and reports the
      // error.
      .catch(() => undefined)
      .then((element) => {
        if (!isActive) return;
        this.#stop = undefined;
        if (element) this.#apply(element);
        else this.#request();
      });
  }

  #request(): void {
    this.#stop = resourceStore.subscribe(this.#url, this.#type, ({ response, status, error }) => {
      if (response) this.#update(response);
      else if (status === 'failed' || status === 'deleted') this.#settle(error);
    });
  }

  #update({ text, base = this.#url }: CachedResource): void {
    if (text === this.#text && this.isLoaded) return;
    this.#text = text;
    if (!mayHaveRelativeURLs(text)) this.#write(text);
    else
      this.#withDeferred(({ rebaseURLs }) => {
        if (text === this.#text) this.#write(rebaseURLs(text, base));
      });
  }

  #write(css: string): void {
    const style = this.isLoaded ? (this.#element as HTMLStyleElement) : document.createElement('style');
    if (style.textContent !== css) style.textContent = css;
    if (!this.isLoaded) {
      style.setAttribute('data-href', this.#url);
      document.head.append(style);
    }
    if (style.sheet?.cssRules.length || !css.trim()) this.#apply(style);
    // A `style-src` policy that forbids inline styles leaves the element without rules.
    else
      this.#withDeferred(({ adoptBlockedStylesheet }) => {
        adoptBlockedStylesheet(style, css, this.#url);
        this.#apply(style);
      });
  }

  /** Moves the kit's copy after later stylesheets, to give it precedence; removes it if it has no subscribers. */
  #arrange(): void {
    if (this.isLoaded && this.#text !== undefined)
      this.#withDeferred(({ arrangeStylesheet }) =>
        arrangeStylesheet(this.#element as HTMLStyleElement, !!this.#listeners.size),
      );
  }

  /** Runs code of the module `deferred`, which few stylesheets need. */
  #withDeferred(callback: (module: LazyModules['deferred']) => void): void {
    loadModule('deferred').then(callback, (error: Error) => this.#settle(error));
  }

  #apply(element: StylesheetElement): void {
    this.#element = element;
    this.#settle();
  }

  /** Notifies subscribers that it applies or has failed. */
  #settle(error?: Error): void {
    this.#error = error;
    for (const [, listener] of [...this.#listeners]) listener(error, this.#element);
  }
}

/** By URL. */
export const pageStylesheets = new Map<string, PageStylesheet>();

/** Whether a library's stylesheet applies to the page. */
export const isStylesheetLoaded = (url: string): boolean => !!pageStylesheets.get(url)?.isLoaded;

/**
 * Loads a library's stylesheet into the page and reports its state. Uses an existing `<link>` or `<style data-href>`
 * for it.
 * @returns ends the subscription. Without subscribers, a running request is canceled and no other follows. An applied
 *   stylesheet stays.
 */
export function subscribeToStylesheet(request: ResourceRequest, listener: StylesheetListener): StopStylesheet {
  const { url } = request;
  let stylesheet = pageStylesheets.get(url);
  if (!stylesheet) pageStylesheets.set(url, (stylesheet = new PageStylesheet(request)));
  return stylesheet.subscribe(listener);
}
