/** Stylesheets as constructed sheets, for shadow roots (E2) and for pages that forbid inline styles. */
import { STYLES, request } from './request';

/** Relative addresses in a stylesheet are relative to the stylesheet, not to the page it is copied into. */
const rebase = (css: string, url: string): string =>
  css.replace(/url\(\s*(['"]?)(?!['"]|[a-z][a-z0-9+.-]*:|#)([^'")]+)\1\s*\)/gi, (all, quote: string, path: string) => {
    try {
      return `url(${quote}${new URL(path.trim(), new URL(url, document.baseURI)).href}${quote})`;
    } catch {
      return all;
    }
  });

const shared = new Map<string, Promise<CSSStyleSheet>>();

/** A stylesheet as a constructed sheet, one per URL. */
function loadSharedStylesheet(url: string): Promise<CSSStyleSheet> {
  let sheet = shared.get(url);
  if (!sheet) {
    sheet = request(url, STYLES).then(({ text }) => new CSSStyleSheet().replace(rebase(text, url)));
    sheet.catch(() => shared.delete(url));
    shared.set(url, sheet);
  }
  return sheet;
}

/** Gives a shadow root a stylesheet (E2). */
export async function adoptStylesheet(url: string, root: ShadowRoot): Promise<void> {
  root.adoptedStyleSheets.push(await loadSharedStylesheet(url));
}

/** Makes a copied stylesheet work where it stands: its relative addresses, and pages that forbid inline styles. */
export function mendStylesheet(style: HTMLStyleElement, text: string, url: string): void {
  const css = rebase(text, url);
  if (css !== text) style.textContent = css;
  if (style.sheet?.cssRules.length || !css.trim()) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
