/** Stylesheets as constructed sheets, for shadow roots (E2) and for pages that forbid inline styles. */
import { rebaseURLs } from './rebase-stylesheet';
import { STYLESHEET } from './resource';
import { requestResource } from './resource-store';
import { loadPageStylesheet, missing, type StylesheetElement } from './page-stylesheet';

const shared = new Map<string, Promise<CSSStyleSheet>>();
/** Shadow roots whose stylesheet could not be had yet. */
const without = new Map<string, Set<ShadowRoot>>();

/** A stylesheet as a constructed sheet, one per URL. */
function loadSharedStylesheet(url: string): Promise<CSSStyleSheet> {
  let sheet = shared.get(url);
  if (!sheet) {
    sheet = requestResource(url, STYLESHEET).then(({ text }) => new CSSStyleSheet().replace(rebaseURLs(text, url)));
    sheet.catch(() => shared.delete(url));
    shared.set(url, sheet);
  }
  return sheet;
}

/** Gives a shadow root a stylesheet (E2); later, when it can not be had now. */
export async function adoptStylesheet(url: string, root: ShadowRoot): Promise<void> {
  try {
    const sheet = await loadSharedStylesheet(url);
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  } catch (error) {
    without.set(url, (without.get(url) ?? new Set()).add(root));
    throw error;
  }
}

/** Milliseconds in which a response that is there becomes a stylesheet. */
const SOON = 100;

/** Whether a stylesheet that the page asks for by itself waitForStylesheet. One that failed before anybody listened tells it no more. */
export function waitForStylesheet(element: StylesheetElement): Promise<boolean> {
  return new Promise((resolve) => {
    element.addEventListener('load', () => resolve(true));
    element.addEventListener('error', () => resolve(false));
    if (element instanceof HTMLLinkElement && performance.getEntriesByName(element.href).length)
      setTimeout(() => resolve(!!element.sheet), SOON);
  });
}

/** Copies of stylesheets for pages that forbid inline styles. */
const copies = new WeakMap<HTMLStyleElement, CSSStyleSheet>();

/** Makes a copied stylesheet work where it stands: its relative addresses, and pages that forbid inline styles. */
export function rebaseStylesheet(style: HTMLStyleElement, text: string, url: string): void {
  const css = rebaseURLs(text, url);
  if (css !== style.textContent) style.textContent = css;
  let copy = copies.get(style);
  if (!copy) {
    if (style.sheet?.cssRules.length || !css.trim()) return;
    copies.set(style, (copy = new CSSStyleSheet()));
    document.adoptedStyleSheets.push(copy);
  }
  copy.replaceSync(css);
}

/** Shows a stylesheet's new text wherever the old one is, and where it could not be had before. */
export async function updateStylesheet(url: string, text: string): Promise<void> {
  const styles = document.querySelectorAll<HTMLStyleElement>(`style[data-href="${CSS.escape(url)}"]`);
  styles.forEach((style) => rebaseStylesheet(style, text, url));
  if (shared.has(url)) (await shared.get(url)!).replaceSync(rebaseURLs(text, url));
  const roots = without.get(url);
  without.delete(url);
  for (const root of roots ?? []) if (root.host.isConnected) await adoptStylesheet(url, root).catch(() => {});
  if (missing.delete(url)) await loadPageStylesheet(url).catch(() => {});
}
