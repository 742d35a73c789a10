/** Hydration: rendering adopts existing nodes, rendered by a server or otherwise present (D18). */
import { PartKind } from './compile';
import { SERVER_RENDERED, isMounted } from './mounted';
import type { RenderFrame } from './environment';
import { ownMembers } from './own-members';
import { ContentInstance, updateInstance, type RepeatInstance, type TemplateInstance } from './template-instance';

/** Whether a node is the empty text that marks an absent element of a run. HTML can not represent it. */
const isMark = (node: Node): boolean => ownMembers(node).nodeType === 3 && !node.nodeValue;

/** Whether a node is an element of the kit. */
export const isOwn = (node: Node): boolean => ownMembers(node).nodeName.startsWith('FEAAS-');

/** Whether an element manages its own content. An external component does not: it contains the template's fallback. */
export const ownsContent = (node: Node): boolean => isOwn(node) && node.nodeName !== 'FEAAS-EXTERNAL';

/** Whether attributes are equal, apart from those that the kit's elements add to themselves at run time. */
export const sameAttributes = (fresh: Element, live: Element): boolean => {
  const isKitElement = isOwn(fresh);
  const { attributes } = ownMembers(fresh);
  const there = ownMembers(live);
  if (!isKitElement && attributes.length !== there.attributes.length) return false;
  for (const { name, value } of attributes) {
    if (there.getAttribute(name) !== value && !(isKitElement && name === 'class')) return false;
  }
  return true;
};

function pair(fresh: Node, live: Node, pairs: Map<Node, Node>): boolean {
  const { nodeName, nodeType } = ownMembers(fresh);
  if (nodeName !== ownMembers(live).nodeName) return false;
  pairs.set(fresh, live);
  if (nodeType !== 1) return fresh.nodeValue === live.nodeValue;
  if (!sameAttributes(fresh as Element, live as Element)) return false;
  // Content that a server rendered for an external component does not belong to the template.
  if (ownMembers(live as Element).hasAttribute(SERVER_RENDERED)) return true;
  if (!ownsContent(fresh)) return pairChildren(fresh, live, pairs);
  // A nested component's content is its own once it is no longer the fallback of this template (E10).
  const fallback = new Map<Node, Node>();
  if (pairChildren(fresh, live, fallback)) for (const [node, counterpart] of fallback) pairs.set(node, counterpart);
  return true;
}

function pairChildren(fresh: Node, live: Node, pairs: Map<Node, Node>): boolean {
  let other = ownMembers(live).firstChild;
  for (let child = ownMembers(fresh).firstChild; child; child = ownMembers(child).nextSibling) {
    if (isMark(child)) {
      pairs.set(child, child.cloneNode());
      continue;
    }
    if (!other || isMounted(other) || !pair(child, other, pairs)) return false;
    other = ownMembers(other).nextSibling;
  }
  return !other || isMounted(other);
}

/**
 * Adopts the content of `root` if it equals a newly rendered instance.
 * @returns false if anything differs; nothing is changed then.
 */
export function hydrate(instance: TemplateInstance, root: Node, frame: RenderFrame): boolean {
  const pairs = new Map<Node, Node>();
  const fragment = instance.nodes[0]!;
  if (!pairChildren(fragment, root, pairs)) return false;
  for (const [fresh, live] of pairs) {
    if (isMark(fresh)) {
      // Marks that directly follow are not inserted yet.
      let after = fresh.nextSibling;
      while (after && isMark(after)) after = after.nextSibling;
      const next = after && pairs.get(after)!;
      const parent = fresh.parentNode === fragment ? root : pairs.get(fresh.parentNode!)!;
      ownMembers(parent).insertBefore(live, next && ownMembers(next).parentNode === parent ? next : null);
    }
  }
  renameNodes(instance, (node) => pairs.get(node) ?? node);
  updateInstance(instance, frame);
  return true;
}

/** Replaces every node that an instance references with its counterpart. */
export function renameNodes(instance: TemplateInstance, counterpart: (node: Node) => Node): void {
  instance.nodes = instance.nodes.map(counterpart);
  instance.template.parts.forEach(({ kind }, index) => {
    const value = instance.shown[index];
    if (value instanceof ContentInstance) renameNodes(value.instance, counterpart);
    else if (kind === PartKind.Repeat) {
      const { instances, slots } = value as RepeatInstance;
      for (const inner of instances) renameNodes(inner, counterpart);
      for (const slot of slots ?? []) slot.mark = counterpart(slot.mark) as Text;
    }
  });
}
