/**
 * Another template in the place of what is shown: nodes that mean the same stay where they are, with focus, selection,
 * scroll and playback (D16); the result equals a fresh render.
 */
import { isOwn, renameNodes } from './adopt';
import type { Block } from './paint';

/** How far nodes are looked for among their siblings. */
const REACH = 32;

/** Attributes that the kit's elements, or visitors, write. */
const KEPT = /^(?:FEAAS-.* (?:class|style|role|aria-label)|(?:DETAILS|DIALOG) open)$/;

/** Whether a live node may become a fresh one. */
function mayBecome(live: Node, fresh: Node): boolean {
  if (live.nodeName !== fresh.nodeName) return false;
  if (live.nodeType !== 1) return true;
  const [one, other] = [live as Element, fresh as Element];
  return one.id === other.id && one.getAttribute('type') === other.getAttribute('type');
}

/** The first of the next siblings, the node itself included, that passes. */
function ahead(from: Node | null, passes: (node: Node) => boolean): { node: Node; distance: number } | undefined {
  for (let node = from, distance = 0; node && distance < REACH; node = node.nextSibling, distance++)
    if (passes(node)) return { node, distance };
  return undefined;
}

/** The live node that becomes a fresh one; what stands before it goes. */
function matchOf(fresh: Node, live: Node | null): Node | undefined {
  if (!live) return undefined;
  if (fresh.nodeType === 1) {
    const equal = ahead(live, (node) => node.isEqualNode(fresh));
    const later = ahead(fresh, (node) => node.isEqualNode(live));
    if (equal && (!later || equal.distance <= later.distance)) return equal.node;
    // The live one stays for a later fresh one.
    if (later) return undefined;
  }
  if (mayBecome(live, fresh)) return live;
  return fresh.nodeType === 1 ? ahead(live, (node) => mayBecome(node, fresh))?.node : undefined;
}

function morphAttributes(live: Element, fresh: Element): void {
  for (const name of live.getAttributeNames())
    if (!fresh.hasAttribute(name) && !KEPT.test(`${live.nodeName} ${name}`)) live.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (live.getAttribute(name) === value || (isOwn(live) && name === 'class')) continue;
    live.setAttribute(name, value);
  }
}

function morphNode(live: Node, fresh: Node, stays: Map<Node, Node>): void {
  stays.set(fresh, live);
  if (live.nodeType !== 1) {
    if (live.nodeValue !== fresh.nodeValue) live.nodeValue = fresh.nodeValue;
    return;
  }
  morphAttributes(live as Element, fresh as Element);
  if (!isOwn(live)) morphChildren(live, fresh, stays);
  // A nested component's content is its own; its data may be that of its place (E10).
  else if (Object.hasOwn(fresh, 'data')) (live as { data?: unknown }).data = (fresh as { data?: unknown }).data;
}

function morphChildren(live: Node, fresh: Node, stays: Map<Node, Node>): void {
  let at: Node | null = live.firstChild;
  let child = fresh.firstChild;
  while (child) {
    const next: ChildNode | null = child.nextSibling;
    const match = matchOf(child, at);
    if (match) {
      while (at !== match) {
        const gone = at!;
        at = gone.nextSibling;
        live.removeChild(gone);
      }
      at = match.nextSibling;
      morphNode(match, child, stays);
    } else live.insertBefore(child, at);
    child = next;
  }
  while (at) {
    const gone = at;
    at = gone.nextSibling;
    live.removeChild(gone);
  }
}

/** Shows a freshly painted block in the place of what `root` shows. */
export function morph(block: Block, root: Node): void {
  const stays = new Map<Node, Node>();
  morphChildren(root, block.nodes[0]!, stays);
  renameNodes(block, (node) => stays.get(node) ?? node);
}
