/** How often the page shows an element: what is done with one of a repeater's copies is done with all of them. */
import { NODE } from '../../../../src/utils/editing/model/decorate';
import { closestRepeaterItem, repeaterItems } from '../../../../src/utils/editing/model/repeater';
import { isResolvedElement, walk, type ResolvedElement } from '../../../../src/utils/editing/model/syntax-tree';
import type { EditorController } from '../types';

/** Copies that a change of the element changes, itself among them; 1 outside of repeaters. */
export function countCopies({ session, editableRoot }: EditorController, place: ResolvedElement): number {
  const item = closestRepeaterItem(place);
  if (!item) return 1;
  const { text } = session.snapshot.editor!;
  const source = text.slice(item.from, item.to);
  const at = [...walk(item)].findIndex(({ node }) => node.id === place.node.id);
  // Items that are written one by one follow each other where they say the same.
  const same = repeaterItems(item).filter(({ from, to }) => text.slice(from, to) === source);
  const ids = same.map((each) => [...walk(each)][at]).filter(isResolvedElement);
  const shown = ids.map(({ node }) => editableRoot.content.querySelectorAll(`[${NODE}="${node.id}"]`).length);
  return Math.max(
    1,
    shown.reduce((sum, count) => sum + count, 0),
  );
}
