/** The ancestors of an element, across shadow roots. */
import { parentOf } from '../../../../src/utils/element/inherit';

/** An element and its ancestors, the innermost first, including the hosts of shadow roots. */
export function* ancestors(element: Element): Generator<Element> {
  for (let current: Element | null = element; current; current = parentOf(current)) yield current;
}
