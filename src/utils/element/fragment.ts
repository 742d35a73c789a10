/** The element that the page's fragment names: a component that contains it arrives after the browser has looked for it (E13). */

/** Keys that scroll. */
const SCROLL_KEYS = /^(?: |Page(?:Up|Down)|Home|End|Arrow(?:Up|Down))$/;

/** The address whose fragment was scrolled to, or where a visitor has scrolled. */
let settledAddress: string | undefined;
let isListening = false;

const settle = (): void => void (settledAddress = location.href);

/** Notices from now on when a visitor scrolls. */
export function listenToScrolling(): void {
  if (isListening || !location.hash) return;
  isListening = true;
  const options = { capture: true, passive: true };
  for (const type of ['wheel', 'touchmove']) addEventListener(type, settle, options);
  addEventListener('keydown', ({ key }) => SCROLL_KEYS.test(key) && settle(), options);
}

function fragment(): string {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not encoded
  }
}

/** Scrolls to the element that the page's fragment names, if it is in this content; once, and unless the visitor has scrolled. */
export function scrollToFragment(content: Element): void {
  const id = location.hash && fragment();
  if (!id || settledAddress === location.href) return;
  const target = content.querySelector(`#${CSS.escape(id)}`);
  if (!target || document.getElementById(id) !== target) return;
  settle();
  // The browser, or the visitor, has found another place.
  if (scrollX || scrollY) return;
  // Navigating to it makes it the `:target`, too. A router that keeps its own state in the history would lose it.
  // The hash alone would be resolved against the page's `<base>`, or that of the page around a `srcdoc` frame: it would leave this page.
  if (history.state === null) location.replace(location.href);
  else target.scrollIntoView();
}
