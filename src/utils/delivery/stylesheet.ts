/** Library stylesheets: one per URL per page, whoever asks (S2). */
import { loadModule } from '../scheduling/lazy-modules';
import { STYLES, request } from './request';

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
    if (element.sheet ? isEmpty(element.sheet) : !(await (await loadModule('deferred')).arrives(element))) continue;
    return element;
  }
  return undefined;
}

async function write(url: string): Promise<StylesheetElement> {
  const style = document.createElement('style');
  style.setAttribute('data-href', url);
  const { text } = await request(url, STYLES);
  style.textContent = text;
  document.head.append(style);
  // Relative addresses are the stylesheet's, not the page's it is copied into; and a style-src policy that forbids
  // inline styles leaves the element without rules.
  if (!style.sheet?.cssRules.length || text.includes('url('))
    (await loadModule('deferred')).mendStylesheet(style, text, url);
  return style;
}

/** Whether a library's stylesheet applies. */
export const isLoaded = (url: string): boolean => !!onPage.get(url)?.element?.isConnected;

/**
 * Loads a library's stylesheet into the page, once; a `<link>` or `<style data-href>` already there for it is used.
 * @throws FetchFailedError, InvalidResponseError.
 */
export function loadStylesheetURL(url: string): Promise<StylesheetElement> {
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
