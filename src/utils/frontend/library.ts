/** Which library an editor, a picker or a context is for (E4). */
import { inheritedAttribute } from '../element/inherit';
import { contextOf } from './find-context';

/** An element's own attribute, else its nearest ancestor's; empty ones do not count. */
export const ownOrInherited = (element: Element, name: string): string | undefined =>
  element.getAttribute(name) || inheritedAttribute(element, name) || undefined;

/** The library of an element: its own or inherited, else its context's. */
export function libraryOf(element: Element): string | undefined {
  const context = contextOf(element);
  return ownOrInherited(element, 'library') ?? (context && ownOrInherited(context, 'library'));
}
