/** Styles that the editor adds to the page for editable content. */
import { EDITED, NODE } from '../../../../src/utils/editing/model/decorate';

const EDITABLE_STYLE = 'outline: none !important; cursor: text !important; -webkit-user-modify: read-write !important;';
/** The wrapper of text beside other blocks is not an element of the page, so the page's rules must not apply to it. */
const WRAPPER = `[${EDITED}]:not([${NODE}], [${EDITED}="whole"])`;
/** Clicks target the visible element. Stretched links and overlays of pseudo-elements must not intercept them. */
const PSEUDO = [`[${NODE}]`, `[${NODE}] *`].flatMap((each) => [`${each}::before`, `${each}::after`]).join();
/** Keeps the line breaks of a component that is editable as a whole. `user-modify` is not inherited through its slot. */
const STYLESHEET = `[${EDITED}="whole"] { overflow-wrap: inherit; line-break: inherit; }
[${EDITED}="whole"] :not([contenteditable=false], [contenteditable=false] *) { -webkit-user-modify: read-write !important; }
[${EDITED}=""], [${EDITED}="whole"] { ${EDITABLE_STYLE} }
feaas-line[style*="white-space-collapse"] * { white-space-collapse: preserve !important; }
[${EDITED}=""]:empty { min-block-size: 1lh !important; }
${WRAPPER} { all: unset !important; display: inline !important; }
[${EDITED}=""]:not([${NODE}]) { ${EDITABLE_STYLE} }
${WRAPPER}::before, ${WRAPPER}::after { content: none !important; }
${PSEUDO} { pointer-events: none !important; }`;
/** Properties that browsers set on editable elements. They would change line breaks. */
const LINES = ['overflow-wrap', 'line-break'] as const;

export interface InjectedStyles {
  /** Keeps the line-breaking properties of an element that is about to become editable. */
  keepLines(owner: Element | undefined): void;
  /** Removes the styles from the page. */
  withdraw(): void;
}

/** Adds the styles to a page. */
export function adoptStyles(page: Document): InjectedStyles {
  const sheet = new page.defaultView!.CSSStyleSheet();
  sheet.replaceSync(STYLESHEET);
  page.adoptedStyleSheets.push(sheet);
  let currentLines = '';
  return {
    keepLines(owner) {
      if (!owner || owner.hasAttribute('contenteditable')) return;
      const style = getComputedStyle(owner);
      const lines = LINES.map((name) => `${name}: ${style.getPropertyValue(name)} !important;`).join(' ');
      if (lines === currentLines) return;
      currentLines = lines;
      sheet.replaceSync(`${STYLESHEET} [${EDITED}=""] { ${lines} }`);
    },
    withdraw() {
      page.adoptedStyleSheets = page.adoptedStyleSheets.filter((each) => each !== sheet);
    },
  };
}
