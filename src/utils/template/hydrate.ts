/**
 * Adopting: nodes that the server rendered, or that are there for another reason, become the painted ones (D18).
 */
import { SERVER_RENDERED, isMounted } from './mounted';
import { ContentInstance, updateInstance, type TemplateInstance } from './template-instance';
import type { Slotted } from './reconcile';
import type { RenderFrame } from './values';

/** A mark that stands for an absent element of a run; HTML can not carry it. */
const isMark = (node: Node): boolean => node.nodeType === 3 && !node.nodeValue;

/** An element of the kit. */
export const isOwn = (node: Node): boolean => node.nodeName.startsWith('FEAAS-');

/** Its content is its own, too; that of an external component is the template's fallback. */
export const ownsContent = (node: Node): boolean => isOwn(node) && node.nodeName !== 'FEAAS-EXTERNAL';

/** Attributes the kit's elements and their runtime add to themselves once they live. */
export const sameAttributes = (fresh: Element, live: Element): boolean => {
  const own = isOwn(fresh);
  if (!own && fresh.attributes.length !== live.attributes.length) return false;
  for (const { name, value } of fresh.attributes) {
    if (live.getAttribute(name) !== value && !(own && name === 'class')) return false;
  }
  return true;
};

function pair(fresh: Node, live: Node, pairs: Map<Node, Node>): boolean {
  if (fresh.nodeName !== live.nodeName) return false;
  pairs.set(fresh, live);
  if (fresh.nodeType !== 1) return fresh.nodeValue === live.nodeValue;
  if (!sameAttributes(fresh as Element, live as Element)) return false;
  // A nested component's content is its own; so is what a server rendered for an external component.
  return ownsContent(fresh) || (live as Element).hasAttribute(SERVER_RENDERED) || pairChildren(fresh, live, pairs);
}

function pairChildren(fresh: Node, live: Node, pairs: Map<Node, Node>): boolean {
  let other = live.firstChild;
  for (let child = fresh.firstChild; child; child = child.nextSibling) {
    if (isMark(child)) {
      pairs.set(child, child.cloneNode());
      continue;
    }
    if (!other || isMounted(other) || !pair(child, other, pairs)) return false;
    other = other.nextSibling;
  }
  return !other || isMounted(other);
}

/**
 * Takes over what `root` shows if it equals a freshly painted block.
 * @returns false when anything differs; then nothing was changed.
 */
export function adopt(block: TemplateInstance, root: Node, frame: RenderFrame): boolean {
  const pairs = new Map<Node, Node>();
  const fragment = block.nodes[0]!;
  if (!pairChildren(fragment, root, pairs)) return false;
  for (const [fresh, live] of pairs) {
    if (isMark(fresh)) {
      // Those that follow it at once are not there yet.
      let after = fresh.nextSibling;
      while (after && isMark(after)) after = after.nextSibling;
      const next = after && pairs.get(after)!;
      const parent = fresh.parentNode === fragment ? root : pairs.get(fresh.parentNode!)!;
      parent.insertBefore(live, next?.parentNode === parent ? next : null);
    }
  }
  renameNodes(block, (node) => pairs.get(node) ?? node);
  updateInstance(block, frame);
  return true;
}

/** Every node a block knows, replaced by its counterpart. */
export function renameNodes(block: TemplateInstance, counterpart: (node: Node) => Node): void {
  block.nodes = block.nodes.map(counterpart);
  for (const state of block.state) {
    if (state instanceof ContentInstance) renameNodes(state.block, counterpart);
    else if (Array.isArray(state)) {
      for (const inner of state as Slotted) renameNodes(inner, counterpart);
      for (const slot of (state as Slotted).slots ?? []) slot.mark = counterpart(slot.mark) as Text;
    }
  }
}
