/** Where a block of text stands in the page. */
import { blocksOf, isBound, type TextBlock } from '../../../../src/utils/editing/blocks';
import { EDITED, NODE } from '../../../../src/utils/editing/annotate';
import { ancestorsOf, type ViewDocument } from '../../../../src/utils/editing/nodes';

/** The nodes of an owner's element in the page that a block is made of: those of its children, without a repeat's copies. */
function nodesOf(owner: Element, block: TextBlock): ChildNode[] {
  const children = block.owner.node.children;
  const found: ChildNode[] = [];
  let at = 0;
  for (const node of owner.childNodes) {
    const id = node instanceof Element ? node.getAttribute(NODE) : null;
    if (id !== null) {
      const index = children.findIndex((child) => String(child.id) === id);
      if (index >= 0) at = index;
    } else {
      // Text stands between the elements that it stood between in the view.
      while (at < children.length && children[at]!.kind === 'element') at++;
    }
    if (at >= block.first && at < block.last) found.push(node);
    if (id === null) at++;
  }
  return found;
}

/** Whether what a block shows is its own text, and reads as it is written. What comes from data is not typed over. */
export const isTypable = ({ sound, owner }: TextBlock): boolean =>
  sound && ![owner, ...ancestorsOf(owner)].some(({ node }) => isBound(node));

/** Blocks that can be typed in, in the order of the view. */
export const typableBlocks = (document: ViewDocument): TextBlock[] => blocksOf(document).filter(isTypable);

/** The id of the node of the view that a node of the page stands in. */
export function nodeIdOf(within: Element, node: Node): number | undefined {
  const at = (node instanceof Element ? node : node.parentElement)?.closest(`[${NODE}]`);
  return at && within.contains(at) ? Number(at.getAttribute(NODE)) : undefined;
}

/** The block of text that a node of the page stands in; undefined where nothing can be typed. */
export function blockOf(
  document: ViewDocument,
  within: Element,
  node: Node,
): { block: TextBlock; owner: Element } | undefined {
  const blocks = blocksOf(document);
  for (let at: Node | null = node; at && within.contains(at); at = at.parentNode) {
    const id = at === within ? String(document.root.id) : at instanceof Element ? at.getAttribute(NODE) : null;
    if (id === null) continue;
    const owner = at as Element;
    const block = blocks
      .filter((each) => String(each.owner.node.id) === id)
      .find((each) => each.whole || nodesOf(owner, each).some((own) => own.contains(node)));
    if (block) return isTypable(block) ? { block, owner } : undefined;
  }
  return undefined;
}

/** Where a block stands: in the copy of a repeat that has the number, else in the first. */
export function ownerOf(within: Element, document: ViewDocument, block: TextBlock, copy = 0): Element | undefined {
  const { id } = block.owner.node;
  if (id === document.root.id) return within;
  const all = within.querySelectorAll(`[${NODE}="${id}"]`);
  return all[copy] ?? all[0];
}

/** The number of an element among the copies that a repeat has made of it. */
export const copyOf = (within: Element, owner: Element): number =>
  owner === within ? 0 : [...within.querySelectorAll(`[${NODE}="${owner.getAttribute(NODE)}"]`)].indexOf(owner);

/** Makes a block ready to be typed in at once, as the next paint has it: its own element, or one around its nodes. */
export function enter(owner: Element, block: TextBlock): HTMLElement {
  let element = owner as HTMLElement;
  if (!block.whole) {
    const nodes = nodesOf(owner, block);
    element = document.createElement('span');
    nodes[0]?.before(element);
    element.append(...nodes);
  }
  element.setAttribute(EDITED, '');
  element.setAttribute('contenteditable', 'true');
  return element;
}

/** What {@link enter} made of a block, painted anew. */
export const entered = (owner: Element, block: TextBlock): HTMLElement | undefined =>
  block.whole
    ? (owner as HTMLElement)
    : [...owner.children].find((child): child is HTMLElement => child.hasAttribute(EDITED));

/** Nothing is typed in any more. */
export function leave(element: HTMLElement): void {
  for (const whole of element.querySelectorAll('[contenteditable=false]')) whole.removeAttribute('contenteditable');
  element.removeAttribute('contenteditable');
  element.removeAttribute(EDITED);
  if (!element.hasAttribute(NODE) && element.localName === 'span') element.replaceWith(...element.childNodes);
}
