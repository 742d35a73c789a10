/** Makes blocks of the page editable, finds them after a render, and restores them. */
import { EDITED, NODE } from '../../../../src/utils/editing/model/decorate';
import type { TextBlock } from '../../../../src/utils/editing/model/blocks';
import { nodesOf } from './locate';

/** The element of a block: its owner, or a new wrapper around its nodes. */
export function wrapBlock(owner: Element, block: TextBlock): HTMLElement {
  if (block.isWhole) return owner as HTMLElement;
  const nodes = nodesOf(owner, block);
  const element = owner.ownerDocument.createElement('span');
  nodes[0]?.before(element);
  element.append(...nodes);
  return element;
}

/** Makes a block editable at once, with the same markup as the next render. */
export function makeEditable(owner: Element, block: TextBlock): HTMLElement {
  const element = wrapBlock(owner, block);
  element.setAttribute(EDITED, '');
  element.setAttribute('contenteditable', 'true');
  return element;
}

/** The element that {@link makeEditable} created for a block, after a render. */
export const editableElementOf = (owner: Element, block: TextBlock): HTMLElement | undefined =>
  block.isWhole
    ? (owner as HTMLElement)
    : [...owner.children].find((child): child is HTMLElement => child.hasAttribute(EDITED));

/** Reverts {@link makeEditable} or {@link wrapBlock}. */
export function restoreElement(element: HTMLElement): void {
  for (const readOnly of element.querySelectorAll('[contenteditable=false]'))
    readOnly.removeAttribute('contenteditable');
  element.removeAttribute('contenteditable');
  element.removeAttribute(EDITED);
  if (!element.hasAttribute(NODE) && element.localName === 'span') element.replaceWith(...element.childNodes);
}

/** Keeps only one copy of a repeater editable. Nothing reads what the browser would write into the others. */
export function editSingleCopy(root: Element, element: HTMLElement | undefined): void {
  for (const each of root.querySelectorAll(`[${EDITED}]`)) {
    if (each === element) continue;
    each.removeAttribute('contenteditable');
    // A wrapper of text beside other blocks keeps its attribute.
    if (each.hasAttribute(NODE)) each.removeAttribute(EDITED);
    else each.setAttribute(EDITED, 'copy');
  }
}
