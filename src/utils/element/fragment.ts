/**
 * Scrolls to the element of the page's fragment: a component may render it after the browser has searched for it (E13).
 */

/** Keys that scroll. */
const SCROLL_KEYS = /^(?: |Page(?:Up|Down)|Home|End|Arrow(?:Up|Down))$/;

/** Address for which a scroll to the fragment, or by the visitor, has happened. */
let settledAddress: string | undefined;
let isListening = false;

const settle = (): void => void (settledAddress = location.href);

/** Starts to detect when a visitor scrolls. */
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

/** Scrolls to the element of the page's fragment if it is in this content; once, unless the visitor has scrolled. */
export function scrollToFragment(content: Element): void {
  const id = location.hash && fragment();
  if (!id || settledAddress === location.href) return;
  const target = content.querySelector(`#${CSS.escape(id)}`);
  if (!target || document.getElementById(id) !== target) return;
  settle();
  // The page has been scrolled already, by the browser or the visitor.
  if (scrollX || scrollY) return;
  // Navigation also sets `:target`, but would drop the history state of a router. The full address is needed, because
  // the hash alone resolves against the `<base>` of the page, or of the page around a `srcdoc` frame. That would leave
  // the page.
  if (history.state === null) location.replace(location.href);
  else target.scrollIntoView();
}
