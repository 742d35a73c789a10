/**
 * Morphs existing content into that of another template: equivalent nodes stay in place, with focus, selection, scroll
 * position and playback (D16). The result equals a fresh render.
 */
import { isOwn, ownsContent, renameNodes, sameAttributes } from './hydrate';
import { isMounted } from './mounted';
import { ownMembers } from './own-members';
import { updateInstance, type TemplateInstance } from './template-instance';
import type { RenderFrame } from './environment';
import { writeAttribute } from './write-attribute';

/** Maximum distance between matching siblings. */
const MAX_DISTANCE = 32;

/** Attributes that the kit's elements or visitors write. */
const PRESERVED_ATTRIBUTES = /^(?:FEAAS-.* (?:class|style|role|aria-label)|(?:DETAILS|DIALOG) open)$/;

/** Attributes that change the identity of an element. */
const IDENTITY_ATTRIBUTES = ['type', 'data-external-id'];

/** State of a morph. */
interface MorphContext {
  /** Live nodes by the fresh node that each replaces. */
  readonly stays: Map<Node, Node>;
  /** Removed and inserted elements of the kit. */
  readonly gone: Element[];
  readonly made: Element[];
}

/** The kit's elements in a node, or the node itself. */
const ownIn = (node: Node): Element[] =>
  isOwn(node) ? [node as Element] : [...ownMembers(node).childNodes].flatMap(ownIn);

/** The node if it is content; null for the child that the kit mounts behind the content. */
const content = (node: Node | null): Node | null => (isMounted(node) ? null : node);

/** Whether a live node may be changed into a fresh one. */
function mayBecome(live: Node, fresh: Node): boolean {
  const one = ownMembers(live as Element);
  const other = ownMembers(fresh as Element);
  if (one.nodeName !== other.nodeName) return false;
  if (one.nodeType !== 1) return true;
  return (
    one.id === other.id && IDENTITY_ATTRIBUTES.every((name) => one.getAttribute(name) === other.getAttribute(name))
  );
}

/** The first match among the node and its next siblings. */
function findAhead(from: Node | null, passes: (node: Node) => boolean): { node: Node; distance: number } | undefined {
  for (
    let node = from, distance = 0;
    node && distance < MAX_DISTANCE;
    node = content(ownMembers(node).nextSibling), distance++
  )
    if (passes(node)) return { node, distance };
  return undefined;
}

/** The live node to change into a fresh one. The caller removes live nodes before it. */
function matchOf(fresh: Node, live: Node | null): Node | undefined {
  if (!live) return undefined;
  const isElement = ownMembers(fresh).nodeType === 1;
  if (isElement) {
    const equal = findAhead(live, (node) => ownMembers(node).isEqualNode(fresh));
    const later = findAhead(fresh, (node) => ownMembers(node).isEqualNode(live));
    if (equal && (!later || equal.distance <= later.distance)) return equal.node;
    // A later fresh node uses this live node.
    if (later) return undefined;
  }
  if (mayBecome(live, fresh)) return live;
  return isElement ? findAhead(live, (node) => mayBecome(node, fresh))?.node : undefined;
}

function morphAttributes(live: Element, fresh: Element): void {
  const [one, other] = [ownMembers(live), ownMembers(fresh)];
  for (const name of one.getAttributeNames())
    if (!other.hasAttribute(name) && !PRESERVED_ATTRIBUTES.test(`${one.nodeName} ${name}`))
      writeAttribute(live, name, null);
  for (const { name, value } of other.attributes)
    if (name !== 'class' || !isOwn(live)) writeAttribute(live, name, value);
}

function morphNode(live: Node, fresh: Node, context: MorphContext): void {
  context.stays.set(fresh, live);
  if (ownMembers(live).nodeType !== 1) {
    if (live.nodeValue !== fresh.nodeValue) live.nodeValue = fresh.nodeValue;
    return;
  }
  morphAttributes(live as Element, fresh as Element);
  if (!ownsContent(live)) morphChildren(live, fresh, context);
  // A nested component's content is its own; its data may be inherited from its position (E10).
  else if (Object.hasOwn(fresh, 'data')) (live as { data?: unknown }).data = (fresh as { data?: unknown }).data;
}

function morphChildren(into: Node, from: Node, context: MorphContext): void {
  const [live, fresh] = [ownMembers(into), ownMembers(from)];
  const end = isMounted(live.lastChild) ? live.lastChild : null;
  let current: Node | null = content(live.firstChild);
  const drop = (node: Node): void => {
    current = content(ownMembers(node).nextSibling);
    live.removeChild(node);
    context.gone.push(...ownIn(node));
  };
  let child = fresh.firstChild;
  while (child) {
    const next: ChildNode | null = ownMembers(child).nextSibling;
    const match = matchOf(child, current);
    if (match) {
      while (current !== match) drop(current!);
      current = content(ownMembers(match).nextSibling);
      morphNode(match, child, context);
    } else {
      live.insertBefore(child, current ?? end);
      context.made.push(...ownIn(child));
    }
    child = next;
  }
  while (current) drop(current);
}

/** Moves removed elements of the kit to the positions of equivalent new ones, so that they keep their content (E8). */
function moveBack({ gone, made, stays }: MorphContext): void {
  for (const fresh of made) {
    const candidates = gone.filter((each) => mayBecome(each, fresh));
    // A nested component with different attributes would load again anyway.
    const match =
      candidates.find((each) => sameAttributes(fresh, each)) ?? candidates.find((each) => !ownsContent(each));
    if (!match) continue;
    gone.splice(gone.indexOf(match), 1);
    fresh.replaceWith(match);
    morphNode(match, fresh, { stays, gone: [], made: [] });
  }
}

/** Morphs the content of `root` into a newly rendered instance. */
export function morph(instance: TemplateInstance, root: Node, frame: RenderFrame): void {
  const context: MorphContext = { stays: new Map(), gone: [], made: [] };
  morphChildren(root, instance.nodes[0]!, context);
  moveBack(context);
  renameNodes(instance, (node) => context.stays.get(node) ?? node);
  // Pass the data of the new nested components to those that stay.
  updateInstance(instance, frame);
}
