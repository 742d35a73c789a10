/** Blocks of the page that are typed in, or selected by hand: made so, found again, and left as they were. */
import { EDITED, NODE } from '../../../../src/utils/editing/model/decorate';
import type { TextBlock } from '../../../../src/utils/editing/model/blocks';
import { nodesOf } from './locate';

/** The element that a block is: its own, or a new one around its nodes. */
export function hold(owner: Element, block: TextBlock): HTMLElement {
  if (block.whole) return owner as HTMLElement;
  const nodes = nodesOf(owner, block);
  const element = owner.ownerDocument.createElement('span');
  nodes[0]?.before(element);
  element.append(...nodes);
  return element;
}

/** Makes a block ready to be typed in at once, as the next render has it. */
export function makeEditable(owner: Element, block: TextBlock): HTMLElement {
  const element = hold(owner, block);
  element.setAttribute(EDITED, '');
  element.setAttribute('contenteditable', 'true');
  return element;
}

/** What {@link makeEditable} made of a block, rendered anew. */
export const entered = (owner: Element, block: TextBlock): HTMLElement | undefined =>
  block.whole
    ? (owner as HTMLElement)
    : [...owner.children].find((child): child is HTMLElement => child.hasAttribute(EDITED));

/** What {@link makeEditable} or {@link hold} made is as it was. */
export function leave(element: HTMLElement): void {
  for (const whole of element.querySelectorAll('[contenteditable=false]')) whole.removeAttribute('contenteditable');
  element.removeAttribute('contenteditable');
  element.removeAttribute(EDITED);
  if (!element.hasAttribute(NODE) && element.localName === 'span') element.replaceWith(...element.childNodes);
}

/** Only one copy of what a repeat makes is typed in: in the others the browser would write what nobody reads. */
export function editOnly(within: Element, element: HTMLElement | undefined): void {
  for (const each of within.querySelectorAll(`[${EDITED}]`)) {
    if (each === element) continue;
    each.removeAttribute('contenteditable');
    // What is around a text beside other blocks stays what it is.
    if (each.hasAttribute(NODE)) each.removeAttribute(EDITED);
    else each.setAttribute(EDITED, 'copy');
  }
}
