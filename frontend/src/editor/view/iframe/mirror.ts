/** Mirrors a tree in another document, node by node and in both directions. */
import { isElement } from '../node-guards';
import { copySheet } from './sheets';

/** Attributes with side effects, or that delay loading. */
const LEFT_OUT = /^(?:on.*|srcdoc|autofocus|loading)$/;

export interface Mirror {
  /** The counterpart of a node; undefined if it has none. */
  of<Kind extends Node>(node: Kind): Kind | undefined;
  /** Makes a node and its descendants equal to another. */
  follow(from: Node, to: Node): void;
  /** Makes only the children equal. */
  followChildren(from: Node, to: Node): void;
}

export function createMirror(): Mirror {
  const twins = new WeakMap<Node, Node>();
  const pair = (one: Node, other: Node): void => void twins.set(one, other).set(other, one);

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
    for (const old of [...to.childNodes]) {
      const source = twins.get(old);
      if (source?.parentNode !== from || twins.get(source) !== old) old.remove();
    }
    let at = to.firstChild;
    for (const child of from.childNodes) {
      const known = twins.get(child);
      const twin = known?.parentNode === to ? known : copy(child, to.ownerDocument!);
      follow(child, twin);
      // A node that is not moved keeps the focus.
      if (twin === at) at = at.nextSibling;
      else to.insertBefore(twin, at);
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

  return { of: <Kind extends Node>(node: Kind) => twins.get(node) as Kind | undefined, follow, followChildren };
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
    if (!LEFT_OUT.test(name) && name !== 'style' && to.getAttribute(name) !== value)
      to.setAttributeNS(namespaceURI, name, value);
  for (const { namespaceURI, localName, name } of [...to.attributes])
    if (!from.hasAttribute(name)) to.removeAttributeNS(namespaceURI, localName);
  const [wanted, now] = [from, to].map((each) => (each as HTMLElement).style as CSSStyleDeclaration | undefined);
  if (wanted && now && now.cssText !== wanted.cssText) now.cssText = wanted.cssText;
}
