/** Elements that start while the parser of the page is still inside them, as where a page streams: more children are to come. */

/** Whether the parser may be inside an element: nothing stands behind it, or behind what it stands in. */
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

/** Calls back when the parser has left an element, at once where it has. */
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
