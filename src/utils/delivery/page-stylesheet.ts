/** Library stylesheets: one per URL per page, whoever asks (S2). */
import { loadModule } from '../scheduling/lazy-modules';
import { STYLESHEET } from './resource';
import { onResourceChanged, requestResource } from './resource-store';

/** What carries the rules on the page. */
export type StylesheetElement = HTMLStyleElement | HTMLLinkElement;

interface Loaded {
  readonly loading: Promise<StylesheetElement>;
  element?: StylesheetElement;
}

const onPage = new Map<string, Loaded>();
/** Stylesheets that were wanted and could not be had. */
export const missing = new Set<string>();

/** Whether there are no rules, as where it could not be had. What another origin does not let read is taken as it is. */
function isEmpty(sheet: CSSStyleSheet): boolean {
  try {
    return !sheet.cssRules.length;
  } catch {
    return false;
  }
}

/** An address as the page's links have it; what is none stays as it is. */
const absolute = (href: string): string => Object.assign(document.createElement('a'), { href }).href;

/** A stylesheet that the page has already; loaded, or still loading. */
async function existing(url: string): Promise<StylesheetElement | undefined> {
  for (const element of document.querySelectorAll<StylesheetElement>('link[rel~=stylesheet][href],style[data-href]')) {
    const href = element.getAttribute('data-href') ?? element.getAttribute('href')!;
    if (absolute(href) !== absolute(url)) continue;
    // Where it failed, the kit asks for it by itself, and knows then why.
    if (element.sheet ? isEmpty(element.sheet) : !(await (await loadModule('deferred')).waitForStylesheet(element)))
      continue;
    return element;
  }
  return undefined;
}

async function write(url: string): Promise<StylesheetElement> {
  const style = document.createElement('style');
  style.setAttribute('data-href', url);
  const { text } = await requestResource(url, STYLESHEET);
  style.textContent = text;
  document.head.append(style);
  // Relative addresses are the stylesheet's, not the page's it is copied into; and a style-src policy that forbids
  // inline styles leaves the element without rules.
  if (!style.sheet?.cssRules.length || text.includes('url('))
    (await loadModule('deferred')).rebaseStylesheet(style, text, url);
  return style;
}

/** Whether a library's stylesheet applies. */
export const isStylesheetLoaded = (url: string): boolean => !!onPage.get(url)?.element?.isConnected;

/**
 * Loads a library's stylesheet into the page, once; a `<link>` or `<style data-href>` already there for it is used.
 * @throws FetchFailedError, InvalidResponseError.
 */
export function loadPageStylesheet(url: string): Promise<StylesheetElement> {
  const before = onPage.get(url);
  // What somebody took out of the page is loaded anew.
  if (before && (!before.element || before.element.isConnected)) return before.loading;
  const loading = existing(url).then((element) => element ?? write(url));
  const made: Loaded = { loading };
  onPage.set(url, made);
  loading.then(
    (element) => (made.element = element),
    () => {
      onPage.delete(url);
      missing.add(url);
    },
  );
  return loading;
}

/**
 * Applies a library's stylesheet to the page, or to a shadow root (E2): `listener` is called when it applies, or with why it does
 * not. As long as somebody subscribes, it is checked once per page load, and what failed is requested again.
 * @returns what ends the subscription; the stylesheet stays.
 */
export function subscribeToStylesheet(
  url: string,
  root: ShadowRoot | null,
  listener: (error?: Error) => void,
): () => void {
  let isClosed = false;
  let hasFailed = false;
  const load = (): void => {
    hasFailed = false;
    const loading: Promise<unknown> = root
      ? loadModule('deferred').then(({ adoptStylesheet }) => adoptStylesheet(url, root))
      : loadPageStylesheet(url);
    loading.then(
      () => isClosed || listener(),
      (error: Error) => {
        hasFailed = true;
        if (!isClosed) listener(error);
      },
    );
  };
  load();
  const stop = onResourceChanged((changed) => changed === url && hasFailed && load());
  return () => {
    isClosed = true;
    stop();
  };
}
