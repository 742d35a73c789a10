/** Copies the adopted stylesheets of a shadow root to the document of a frame, so that they match the same elements. */
import { rebaseURLs } from '../../../../../src/utils/delivery/rebase-stylesheet';
import { documentSelector } from './selectors';

/** At-rules of the page that also apply in shadow trees. */
const EVERYWHERE = /^@(?:font-|property|counter-style|keyframes)/;

type FrameWindow = Window & typeof globalThis;

const textOf = (sheet: CSSStyleSheet): string => Array.from(sheet.cssRules, ({ cssText }) => cssText).join('\n');

/** Copies a constructed stylesheet for another document, since it belongs to one document only. */
export function copySheet(sheet: CSSStyleSheet, window: FrameWindow): CSSStyleSheet {
  const copy = new window.CSSStyleSheet();
  copy.replaceSync(textOf(sheet));
  return copy;
}

/** Rewrites the selectors of a copied stylesheet for a document. */
function translate(rules: CSSRuleList, isHost: (selector: string, withAncestors: boolean) => boolean): void {
  for (const rule of rules) {
    const { selectorText, cssRules } = rule as CSSStyleRule;
    if (selectorText) {
      const translated = documentSelector(selectorText, isHost);
      if (translated !== selectorText) (rule as CSSStyleRule).selectorText = translated;
    }
    if (cssRules) translate(cssRules, isHost);
  }
}

/** Whether the host of a shadow tree, or one of its ancestors, matches a selector. Invalid selectors match nothing. */
const hostMatcher =
  (host: Element) =>
  (selector: string, withAncestors: boolean): boolean => {
    try {
      return withAncestors ? !!host.closest(selector) : host.matches(selector);
    } catch {
      return false;
    }
  };

/** A shadow tree's stylesheets for a document, in which `[data-feaas-host]` represents the host. */
export const treeSheets = (root: ShadowRoot, window: FrameWindow): CSSStyleSheet[] =>
  root.adoptedStyleSheets.map((sheet) => {
    const copy = copySheet(sheet, window);
    translate(copy.cssRules, hostMatcher(root.host));
    return copy;
  });

/** The page's fonts and other rules that apply in shadow trees, of all stylesheets that are readable. */
export async function pageSheet(window: FrameWindow): Promise<CSSStyleSheet> {
  const rules: string[] = [];
  async function collect(sheet: CSSStyleSheet): Promise<void> {
    const base = sheet.href ?? document.baseURI;
    for (const rule of await rulesOf(sheet)) {
      if (EVERYWHERE.test(rule.cssText)) rules.push(rebaseURLs(rule.cssText, base));
      const { styleSheet } = rule as CSSImportRule;
      if (styleSheet) await collect(styleSheet);
    }
  }
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) await collect(sheet);
  const copy = new window.CSSStyleSheet();
  copy.replaceSync(rules.join('\n'));
  return copy;
}

/** The rules of a stylesheet. Those of another origin are fetched with CORS. Without permission there are none. */
async function rulesOf(sheet: CSSStyleSheet): Promise<CSSRule[]> {
  try {
    return [...sheet.cssRules];
  } catch {
    try {
      const response = await fetch(sheet.href!, { credentials: 'omit' });
      return [...(await new CSSStyleSheet().replace(response.ok ? await response.text() : '')).cssRules];
    } catch {
      return [];
    }
  }
}
