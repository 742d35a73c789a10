/** How the page shows what can be typed in. */
import { EDITED, NODE } from '../../../../src/utils/editing/model/decorate';

const TYPED_IN = 'outline: none !important; cursor: text !important; -webkit-user-modify: read-write !important;';
/** What is around a text beside other blocks is no element of the page: its rules are not about it. */
const AROUND = `[${EDITED}]:not([${NODE}], [${EDITED}="whole"])`;
/** Who clicks means what is seen: a stretched link, or a shade over a picture, is nothing to be pressed. */
const PSEUDO = [`[${NODE}]`, `[${NODE}] *`].flatMap((each) => [`${each}::before`, `${each}::after`]).join();
/** Of what can be edited as a whole lines break as they did; and through the slot it stands in not even that is inherited. */
const LOOK = `[${EDITED}="whole"] { overflow-wrap: inherit; line-break: inherit; }
[${EDITED}="whole"] :not([contenteditable=false], [contenteditable=false] *) { -webkit-user-modify: read-write !important; }
[${EDITED}=""], [${EDITED}="whole"] { ${TYPED_IN} }
feaas-line[style*="white-space-collapse"] * { white-space-collapse: preserve !important; }
[${EDITED}=""]:empty { min-block-size: 1lh !important; }
${AROUND} { all: unset !important; display: inline !important; }
[${EDITED}=""]:not([${NODE}]) { ${TYPED_IN} }
${AROUND}::before, ${AROUND}::after { content: none !important; }
${PSEUDO} { pointer-events: none !important; }`;
/** What browsers set of whoever becomes editable: its lines would break elsewhere. */
const LINES = ['overflow-wrap', 'line-break'] as const;

export interface InjectedStyles {
  /** What is typed in an element, which can not be edited yet, goes on breaking its lines as the element does. */
  keepLines(owner: Element | undefined): void;
  /** Takes it out of the page. */
  withdraw(): void;
}

/** Adopts it in a page. */
export function adoptStyles(page: Document): InjectedStyles {
  const sheet = new page.defaultView!.CSSStyleSheet();
  sheet.replaceSync(LOOK);
  page.adoptedStyleSheets.push(sheet);
  let kept = '';
  return {
    keepLines(owner) {
      if (!owner || owner.hasAttribute('contenteditable')) return;
      const style = getComputedStyle(owner);
      const lines = LINES.map((name) => `${name}: ${style.getPropertyValue(name)} !important;`).join(' ');
      if (lines === kept) return;
      kept = lines;
      sheet.replaceSync(`${LOOK} [${EDITED}=""] { ${lines} }`);
    },
    withdraw() {
      page.adoptedStyleSheets = page.adoptedStyleSheets.filter((each) => each !== sheet);
    },
  };
}
