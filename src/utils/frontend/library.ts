/** Finds the library of an editor, a picker or a context (E4). */
import { inheritedAttribute } from '../element/inherit';
import { contextOf } from './find-context';

/** Returns an element's own attribute, or else its nearest ancestor's; empty values are ignored. */
export const ownOrInherited = (element: Element, name: string): string | undefined =>
  element.getAttribute(name) || inheritedAttribute(element, name) || undefined;

/** Returns the library of an element: its own or inherited one, or else its context's. */
export function libraryOf(element: Element): string | undefined {
  const context = contextOf(element);
  return ownOrInherited(element, 'library') ?? (context && ownOrInherited(context, 'library'));
}
