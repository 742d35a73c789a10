import { parentOf } from '../element/inherit';

/** Returns the nearest `feaas-context` around an element, across shadow roots. */
export function closestContext(element: Element): Element | undefined {
  for (let ancestor = parentOf(element); ancestor; ancestor = parentOf(ancestor))
    if (ancestor.localName === 'feaas-context') return ancestor;
  return undefined;
}

/** Returns the context of an element: the nearest one around it, or else the page's first one. */
export const contextOf = (element: Element): Element | undefined =>
  closestContext(element) ?? document.querySelector('feaas-context') ?? undefined;
