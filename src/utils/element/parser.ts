/**
 * Detects elements that start while the parser is still inside them, as in a streamed page: more children will follow.
 */

/** Whether the parser may be inside an element: no node follows the element or any of its ancestors. */
export function isBeingParsed(element: Element): boolean {
  if (element.ownerDocument.readyState !== 'loading' || !element.isConnected) return false;
  for (let at: Node | null = element; at;) {
    if (at.nextSibling) return false;
    const { host } = at as Partial<ShadowRoot>;
    // Children of an element come after its declarative shadow root.
    if (host?.firstChild) return false;
    at = host ?? at.parentNode;
  }
  return true;
}

/** Calls back when the parser has left an element; at once if it has already. */
export function whenParsed(element: Element, callback: () => void): void {
  if (!isBeingParsed(element)) return callback();
  const page = element.ownerDocument;
  const check = (): void => {
    if (isBeingParsed(element)) return;
    observer.disconnect();
    page.removeEventListener('readystatechange', check);
    callback();
  };
  const observer = new MutationObserver(check);
  for (const root of new Set([page, element.getRootNode()])) observer.observe(root, { childList: true, subtree: true });
  page.addEventListener('readystatechange', check);
}
