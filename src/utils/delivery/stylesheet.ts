/** Library stylesheets: one per URL per page, whoever asks (S2). */
import { loadPart } from '../parts';
import { STYLES, request } from './request';

/** What carries the rules on the page. */
export type StylesheetElement = HTMLStyleElement | HTMLLinkElement;

const onPage = new Map<string, Promise<StylesheetElement>>();

function existing(url: string): Promise<StylesheetElement> | undefined {
  const absolute = new URL(url, document.baseURI).href;
  for (const element of document.querySelectorAll<StylesheetElement>('link[rel~=stylesheet], style[data-href]')) {
    const href = element.getAttribute('data-href') ?? (element as HTMLLinkElement).href;
    if (href !== url && new URL(href, document.baseURI).href !== absolute) continue;
    if (element.localName === 'style' || element.sheet) return Promise.resolve(element);
    return new Promise((resolve, reject) => {
      element.addEventListener('load', () => resolve(element));
      element.addEventListener('error', reject);
    });
  }
  return undefined;
}

async function write(url: string): Promise<StylesheetElement> {
  const style = document.createElement('style');
  style.setAttribute('data-href', url);
  const { text } = await request(url, STYLES);
  // Relative addresses are the stylesheet's, not the page's it is copied into.
  style.textContent = /url\(\s*['"]?(?![a-z]+:|[/#'"])/i.test(text) ? (await loadPart('more')).rebase(text, url) : text;
  document.head.append(style);
  // A style-src policy that forbids inline styles leaves the element without rules; constructed sheets are not asked.
  if (!style.sheet?.cssRules.length && text.trim()) {
    document.adoptedStyleSheets.push(await (await loadPart('more')).loadSharedStylesheet(url));
  }
  return style;
}

/**
 * Loads a library's stylesheet into the page, once; a `<link>` or `<style data-href>` already there for it is used.
 * @throws FetchFailedError, InvalidResponseError.
 */
export async function loadStylesheetURL(url: string): Promise<StylesheetElement> {
  const before = onPage.get(url);
  if (before) {
    const element = await before.catch(() => undefined);
    if (element?.isConnected) return element;
    if (onPage.get(url) === before) onPage.delete(url);
  }
  let loading = onPage.get(url);
  if (!loading) {
    loading = existing(url) ?? write(url);
    onPage.set(url, loading);
    loading.catch(() => onPage.delete(url));
  }
  return loading;
}
