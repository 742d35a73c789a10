import { parentOf } from '../element/inherit';

/** The nearest `feaas-context` around an element, through shadow roots. */
export function closestContext(element: Element): Element | undefined {
  for (let at = parentOf(element); at; at = parentOf(at)) if (at.localName === 'feaas-context') return at;
  return undefined;
}

/** The context that an element belongs to: the nearest around it, else the page's first. */
export const contextOf = (element: Element): Element | undefined =>
  closestContext(element) ?? document.querySelector('feaas-context') ?? undefined;
