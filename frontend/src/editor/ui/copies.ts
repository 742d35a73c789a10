/** Counts the copies of an element in the page. A change of one repeater copy changes all of them. */
import { NODE } from '../../../../src/utils/editing/model/decorate';
import { closestRepeaterItem, repeaterItems } from '../../../../src/utils/editing/model/repeater';
import { isResolvedElement, walk, type ResolvedElement } from '../../../../src/utils/editing/model/syntax-tree';
import type { EditorController } from '../types';

/** The number of copies that a change of the element affects, including itself; 1 outside of repeaters. */
export function countCopies({ session, editableRoot }: EditorController, resolved: ResolvedElement): number {
  const item = closestRepeaterItem(resolved);
  if (!item) return 1;
  const { text } = session.snapshot.editor!;
  const source = text.slice(item.from, item.to);
  const index = [...walk(item)].findIndex(({ node }) => node.id === resolved.node.id);
  // Items that the document lists one by one count together if they have the same source.
  const equalItems = repeaterItems(item).filter(({ from, to }) => text.slice(from, to) === source);
  const copies = equalItems.map((each) => [...walk(each)][index]).filter(isResolvedElement);
  const counts = copies.map(({ node }) => editableRoot.content.querySelectorAll(`[${NODE}="${node.id}"]`).length);
  return Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  );
}
