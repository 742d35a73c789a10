/** Which element shows first: what comes late above something else pushes it down the page. */
import { FIRST_PAINT_GRACE } from '../../global/defaults';

/** Elements that have nothing to show yet, as they came: mostly as they stand. */
export const empty = new Set<Element>();

/**
 * Whether an element still waits for one that stands before it.
 * @param readyAt when it could show something first, by `performance.now()`.
 */
export function isTooEarly(element: Element, readyAt: number): boolean {
  const [first] = empty;
  return (
    !!first &&
    performance.now() - readyAt < FIRST_PAINT_GRACE &&
    !!(first.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
  );
}
