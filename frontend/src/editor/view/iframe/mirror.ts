/** A tree and its twin in another document: what changes in one of them is done in the other, node by node. */
import { isElement } from '../node-guards';
import { copySheet } from './sheets';

/** Attributes that do something by themselves, or would wait. */
const LEFT_OUT = /^(?:on.*|srcdoc|autofocus|loading)$/;

export interface Mirror {
  /** The other one of two; undefined for a node that has none. */
  of<Kind extends Node>(node: Kind): Kind | undefined;
  /** Makes a tree equal to another one. */
  follow(from: Node, to: Node): void;
  /** Does so with what is in them. */
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
      // What stays where it is keeps the focus.
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
  // A script has run already.
  if (isElement(node))
    return node.localName === 'script'
      ? document.createComment('')
      : document.createElementNS(node.namespaceURI, node.localName);
  return node.nodeType === Node.TEXT_NODE ? document.createTextNode('') : document.createComment('');
}

function followAttributes(from: Element, to: Element): void {
  if (!isElement(to)) return;
  for (const { namespaceURI, name, value } of from.attributes)
    // A policy may forbid what a style is written as, and never what it is.
    if (!LEFT_OUT.test(name) && name !== 'style' && to.getAttribute(name) !== value)
      to.setAttributeNS(namespaceURI, name, value);
  for (const { namespaceURI, localName, name } of [...to.attributes])
    if (!from.hasAttribute(name)) to.removeAttributeNS(namespaceURI, localName);
  const [wanted, now] = [from, to].map((each) => (each as HTMLElement).style as CSSStyleDeclaration | undefined);
  if (wanted && now && now.cssText !== wanted.cssText) now.cssText = wanted.cssText;
}
