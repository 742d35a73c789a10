/**
 * Detects elements that start while the parser is still inside them, as in a streamed page: more children will follow.
 */
import { ownMembers } from '../template/own-members';

/**
 * Whether the parser has added a node after another one. Scripts append elements to the body or after it while the
 * parser is still in an earlier element; but only the parser adds text there.
 */
function isFollowed(node: Node, { body, documentElement }: Document): boolean {
  const { parentNode, nextSibling } = ownMembers(node);
  if (parentNode !== body && parentNode !== documentElement) return !!nextSibling;
  for (let next = nextSibling; next; next = ownMembers(next).nextSibling)
    if (ownMembers(next).nodeType === 3) return true;
  return false;
}

/** Whether the parser may be inside an element: it has added no node after the element or any of its ancestors. */
export function isBeingParsed(element: Element): boolean {
  const page = element.ownerDocument;
  if (page.readyState !== 'loading' || !element.isConnected) return false;
  for (let current: Node | null = element; current;) {
    if (isFollowed(current, page)) return false;
    const { nodeType, parentNode }: Node = ownMembers(current);
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
