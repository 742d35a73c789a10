/** What an element stands in. */
import { parentOf } from '../../../../src/utils/element/inherit';

/** An element and what is around it, the innermost first; hosts of shadow roots too. */
export function* ancestors(element: Element): Generator<Element> {
  for (let at: Element | null = element; at; at = parentOf(at)) yield at;
}
