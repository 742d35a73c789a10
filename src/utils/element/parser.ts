/**
 * Detects elements that start while the parser is still inside them, as in a streamed page: more children will follow.
 */
import { ownMembers } from '../template/own-members';

/** Whether the parser may be inside an element: no node follows the element or any of its ancestors. */
export function isBeingParsed(element: Element): boolean {
  const page = element.ownerDocument;
  if (page.readyState !== 'loading' || !element.isConnected) return false;
  for (let current: Node | null = element; current && current !== page;) {
    const { nextSibling, nodeType, parentNode }: Node = ownMembers(current);
    if (nextSibling) return false;
    const host: Element | undefined = nodeType === 11 ? (current as ShadowRoot).host : undefined;
    // Children of an element come after its declarative shadow root.
    if (host?.firstChild) return false;
    current = host ?? parentNode;
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
