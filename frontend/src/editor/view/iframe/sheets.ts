/** The stylesheets that a shadow root has adopted, in the document of a frame, where they choose the same elements. */
import { rebaseURLs } from '../../../../../src/utils/delivery/rebase-stylesheet';
import { documentSelector } from './selectors';

/** Rules that hold for shadow trees too, wherever the page has them. */
const EVERYWHERE = /^@(?:font-|property|counter-style|keyframes)/;

type FrameWindow = Window & typeof globalThis;

const textOf = (sheet: CSSStyleSheet): string => Array.from(sheet.cssRules, ({ cssText }) => cssText).join('\n');

/** A constructed stylesheet belongs to one document: this is another document's. */
export function copySheet(sheet: CSSStyleSheet, window: FrameWindow): CSSStyleSheet {
  const copy = new window.CSSStyleSheet();
  copy.replaceSync(textOf(sheet));
  return copy;
}

/** Writes the selectors of a copied sheet as those of a document. */
function translate(rules: CSSRuleList, isHost: (selector: string, around: boolean) => boolean): void {
  for (const rule of rules) {
    const { selectorText, cssRules } = rule as CSSStyleRule;
    if (selectorText) {
      const wanted = documentSelector(selectorText, isHost);
      if (wanted !== selectorText) (rule as CSSStyleRule).selectorText = wanted;
    }
    if (cssRules) translate(cssRules, isHost);
  }
}

/** Whether the host of a shadow tree, or what is around it, matches a selector; one that does not parse matches nothing. */
const asking =
  (host: Element) =>
  (selector: string, around: boolean): boolean => {
    try {
      return around ? !!host.closest(selector) : host.matches(selector);
    } catch {
      return false;
    }
  };

/** A shadow tree's stylesheets for a document, in which `[data-feaas-host]` stands for its host. */
export const treeSheets = (root: ShadowRoot, window: FrameWindow): CSSStyleSheet[] =>
  root.adoptedStyleSheets.map((sheet) => {
    const copy = copySheet(sheet, window);
    translate(copy.cssRules, asking(root.host));
    return copy;
  });

/** The page's fonts and whatever else holds in shadow trees; of stylesheets that may be read. */
export async function pageSheet(window: FrameWindow): Promise<CSSStyleSheet> {
  const parts: string[] = [];
  async function read(sheet: CSSStyleSheet): Promise<void> {
    const base = sheet.href ?? document.baseURI;
    for (const rule of await rulesOf(sheet)) {
      if (EVERYWHERE.test(rule.cssText)) parts.push(rebaseURLs(rule.cssText, base));
      const { styleSheet } = rule as CSSImportRule;
      if (styleSheet) await read(styleSheet);
    }
  }
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) await read(sheet);
  const copy = new window.CSSStyleSheet();
  copy.replaceSync(parts.join('\n'));
  return copy;
}

/** Those of another origin can not be read, and are asked for; without its leave there are none. */
async function rulesOf(sheet: CSSStyleSheet): Promise<CSSRule[]> {
  try {
    return [...sheet.cssRules];
  } catch {
    try {
      const answer = await fetch(sheet.href!, { credentials: 'omit' });
      return [...(await new CSSStyleSheet().replace(answer.ok ? await answer.text() : '')).cssRules];
    } catch {
      return [];
    }
  }
}
