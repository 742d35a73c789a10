/**
 * Another template in the place of what is shown: nodes that mean the same stay where they are, with focus, selection,
 * scroll and playback (D16); the result equals a fresh render.
 */
import { isOwn, ownsContent, renameNodes, sameAttributes } from './hydrate';
import { isMounted } from './mounted';
import { updateInstance, type TemplateInstance } from './template-instance';
import type { RenderFrame } from './environment';
import { writeAttribute } from './write-attribute';

/** How far nodes are looked for among their siblings. */
const REACH = 32;

/** Attributes that the kit's elements, or visitors, write. */
const KEPT = /^(?:FEAAS-.* (?:class|style|role|aria-label)|(?:DETAILS|DIALOG) open)$/;

/** Attributes that make another thing of an element. */
const TELLING = ['type', 'data-external-id'];

/** What a morph has come by. */
interface MorphContext {
  /** The live node that each fresh one has become. */
  readonly stays: Map<Node, Node>;
  /** Elements of the kit that are gone, and those that are new. */
  readonly gone: Element[];
  readonly made: Element[];
}

/** Elements of the kit that a node is, or that stand in it. */
const ownIn = (node: Node): Element[] => (isOwn(node) ? [node as Element] : Array.from(node.childNodes, ownIn).flat());

/** The content of a node ends before what is mounted in it. */
const content = (node: Node | null): Node | null => (isMounted(node) ? null : node);

/** Whether a live node may become a fresh one. */
function mayBecome(live: Node, fresh: Node): boolean {
  if (live.nodeName !== fresh.nodeName) return false;
  if (live.nodeType !== 1) return true;
  const [one, other] = [live as Element, fresh as Element];
  return one.id === other.id && TELLING.every((name) => one.getAttribute(name) === other.getAttribute(name));
}

/** The first of the next siblings, the node itself included, that passes. */
function ahead(from: Node | null, passes: (node: Node) => boolean): { node: Node; distance: number } | undefined {
  for (let node = from, distance = 0; node && distance < REACH; node = content(node.nextSibling), distance++)
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
    if (!fresh.hasAttribute(name) && !KEPT.test(`${live.nodeName} ${name}`)) writeAttribute(live, name, null);
  for (const { name, value } of fresh.attributes) {
    if (live.getAttribute(name) === value || (isOwn(live) && name === 'class')) continue;
    writeAttribute(live, name, value);
  }
}

function morphNode(live: Node, fresh: Node, context: MorphContext): void {
  context.stays.set(fresh, live);
  if (live.nodeType !== 1) {
    if (live.nodeValue !== fresh.nodeValue) live.nodeValue = fresh.nodeValue;
    return;
  }
  morphAttributes(live as Element, fresh as Element);
  if (!ownsContent(live)) morphChildren(live, fresh, context);
  // A nested component's content is its own; its data may be that of its place (E10).
  else if (Object.hasOwn(fresh, 'data')) (live as { data?: unknown }).data = (fresh as { data?: unknown }).data;
}

function morphChildren(live: Node, fresh: Node, context: MorphContext): void {
  const end = isMounted(live.lastChild) ? live.lastChild : null;
  let at: Node | null = content(live.firstChild);
  const drop = (gone: Node): void => {
    at = content(gone.nextSibling);
    live.removeChild(gone);
    context.gone.push(...ownIn(gone));
  };
  let child = fresh.firstChild;
  while (child) {
    const next: ChildNode | null = child.nextSibling;
    const match = matchOf(child, at);
    if (match) {
      while (at !== match) drop(at!);
      at = content(match.nextSibling);
      morphNode(match, child, context);
    } else {
      live.insertBefore(child, at ?? end);
      context.made.push(...ownIn(child));
    }
    child = next;
  }
  while (at) drop(at);
}

/** An element of the kit that has moved is the same as before, with what it shows (E8). */
function moveBack({ gone, made, stays }: MorphContext): void {
  for (const fresh of made) {
    const alike = gone.filter((each) => mayBecome(each, fresh));
    // A nested component that is asked for something else would load it anyway.
    const again = alike.find((each) => sameAttributes(fresh, each)) ?? alike.find((each) => !ownsContent(each));
    if (!again) continue;
    gone.splice(gone.indexOf(again), 1);
    fresh.replaceWith(again);
    morphNode(again, fresh, { stays, gone: [], made: [] });
  }
}

/** Shows a freshly painted block in the place of what `root` shows. */
export function morph(instance: TemplateInstance, root: Node, frame: RenderFrame): void {
  const context: MorphContext = { stays: new Map(), gone: [], made: [] };
  morphChildren(root, instance.nodes[0]!, context);
  moveBack(context);
  renameNodes(instance, (node) => context.stays.get(node) ?? node);
  // Nested components that stay are handed what the new ones were.
  updateInstance(instance, frame);
}
