/** Mirrors a tree in another document, node by node and in both directions. */
import { isElement } from '../node-guards';
import { copySheet } from './sheets';

/** Attributes with side effects, or that delay loading. */
const EXCLUDED = /^(?:on.*|srcdoc|autofocus|loading)$/;

export interface Mirror {
  /** The counterpart of a node; undefined if it has none. */
  of<Kind extends Node>(node: Kind): Kind | undefined;
  /** Makes a node and its descendants equal to another. */
  follow(from: Node, to: Node): void;
  /** Makes only the children equal. */
  followChildren(from: Node, to: Node): void;
}

export function createMirror(): Mirror {
  const counterparts = new WeakMap<Node, Node>();
  const pair = (one: Node, other: Node): void => void counterparts.set(one, other).set(other, one);

  function follow(from: Node, to: Node): void {
    if (!isElement(from)) {
      pair(from, to);
      if (to.nodeValue !== from.nodeValue) to.nodeValue = from.nodeValue;
      return;
    }
    followAttributes(from, to as Element);
    if (from.shadowRoot) followShadow(from.shadowRoot, to as Element);
    followChildren(from, to);
  }

  function followChildren(from: Node, to: Node): void {
    pair(from, to);
    for (const existing of [...to.childNodes]) {
      const source = counterparts.get(existing);
      if (source?.parentNode !== from || counterparts.get(source) !== existing) existing.remove();
    }
    let current = to.firstChild;
    for (const child of from.childNodes) {
      const counterpart = counterparts.get(child);
      const mirrored = counterpart?.parentNode === to ? counterpart : copy(child, to.ownerDocument!);
      follow(child, mirrored);
      // A node that is not moved keeps the focus.
      if (mirrored === current) current = current.nextSibling;
      else to.insertBefore(mirrored, current);
    }
  }

  function followShadow(from: ShadowRoot, host: Element): void {
    const { defaultView: window } = host.ownerDocument;
    let to = host.shadowRoot;
    if (!to) {
      if (!window) return;
      to = host.attachShadow({ mode: 'open' });
      to.adoptedStyleSheets = from.adoptedStyleSheets.map((sheet) => copySheet(sheet, window));
    }
    followChildren(from, to);
  }

  return { of: <Kind extends Node>(node: Kind) => counterparts.get(node) as Kind | undefined, follow, followChildren };
}

function copy(node: Node, document: Document): Node {
  // Scripts are not copied: they have already run.
  if (isElement(node))
    return node.localName === 'script'
      ? document.createComment('')
      : document.createElementNS(node.namespaceURI, node.localName);
  return node.nodeType === Node.TEXT_NODE ? document.createTextNode('') : document.createComment('');
}

function followAttributes(from: Element, to: Element): void {
  if (!isElement(to)) return;
  for (const { namespaceURI, name, value } of from.attributes)
    // A content security policy may forbid style attributes, but not the CSSOM.
    if (!EXCLUDED.test(name) && name !== 'style' && to.getAttribute(name) !== value)
      to.setAttributeNS(namespaceURI, name, value);
  for (const { namespaceURI, localName, name } of [...to.attributes])
    if (!from.hasAttribute(name)) to.removeAttributeNS(namespaceURI, localName);
  const [sourceStyle, targetStyle] = [from, to].map(
    (each) => (each as HTMLElement).style as CSSStyleDeclaration | undefined,
  );
  if (sourceStyle && targetStyle && targetStyle.cssText !== sourceStyle.cssText)
    targetStyle.cssText = sourceStyle.cssText;
}
