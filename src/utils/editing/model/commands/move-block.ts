import { blocksOf } from '../blocks';
import { dispatchSteps } from '../change';
import type { Selection } from '../history';
import { resolveChildren, resolveElement, isResolvedElement, type ResolvedElement } from '../syntax-tree';
import { parseDocument } from '../parse-document';
import { repeaterItems } from '../repeater';
import { dropNestedSteps, mapPosition } from '../steps';
import type { Command, EditorState } from '../state';
import { removalOf } from './delete-block';
import { indentOf } from '../tags';
import { insertionStep, type InsertPosition } from './insert-block';

/** Returns the elements that move together: the items of a repeater, or only the element. */
function groupOf(element: ResolvedElement): readonly ResolvedElement[] {
  const members = repeaterItems(element);
  return members.length > 1 ? members : [element];
}

/** Returns a caret in the first text of a source at a position, so that the user can type there. */
export function caretIn(source: string, position: number): Selection {
  const caret = position + (blocksOf(parseDocument(source))[0]?.from ?? 0);
  return { anchor: caret, head: caret };
}

/** Returns the selection after its element has moved to another position. */
function moveSelection({ selection, text }: EditorState, { from, to }: ResolvedElement, start: number): Selection {
  const { anchor, head } = selection;
  const isIn = (position: number): boolean => from <= position && position <= to;
  if (!isIn(anchor) || !isIn(head)) return caretIn(text.slice(from, to), start);
  return { anchor: anchor + start - from, head: head + start - from };
}

/** Moves an element to another position with its source unchanged; the items of a repeater move together. */
export const moveBlock =
  (id: number, position: InsertPosition): Command =>
  (state, dispatch) => {
    const { document, text } = state;
    const element = resolveElement(document, id);
    if (!element) return false;
    const group = groupOf(element);
    if (group.some(({ node }) => !node.open || node.errorCount)) return false;
    const indent = group.length > 1 ? indentOf(text, group[1]!) : '';
    const source = group.map(({ from, to }) => text.slice(from, to)).join(indent);
    const insertion = insertionStep(document, text, position, source);
    if (!insertion) return false;
    const removals = dropNestedSteps(group.map((each) => removalOf(text, each)));
    // The target is within the element, or where it already is.
    const [first] = removals;
    if (insertion.from >= first!.from && insertion.from <= removals.at(-1)!.to) return false;
    const start = mapPosition(removals, insertion.from) + insertion.insert.indexOf(source);
    return dispatchSteps(state, dispatch, [...removals, insertion], { selection: caretIn(source, start) });
  };

/** Moves an element before its previous sibling (`-1`), or after its next one (`1`). */
export const shiftBlock =
  (id: number, direction: -1 | 1): Command =>
  (state, dispatch) => {
    const { document, text } = state;
    const element = resolveElement(document, id);
    if (!element?.parent) return false;
    const group = groupOf(element);
    if (group.length > 1) {
      const siblings = resolveChildren(element.parent).filter(isResolvedElement);
      const next =
        siblings[siblings.findIndex(({ from }) => from === group.at(direction < 0 ? 0 : -1)!.from) + direction];
      const position = next && (direction < 0 ? { before: next.node.id } : { after: next.node.id });
      return !!position && moveBlock(id, position)(state, dispatch);
    }
    const siblings = resolveChildren(element.parent).filter(isResolvedElement);
    const index = siblings.findIndex(({ from }) => from === element.from);
    const other = siblings[index + direction];
    if (!other?.node.open || other.node.errorCount || element.node.errorCount) return false;
    const [first, second] = direction < 0 ? [other, element] : [element, other];
    // White space or text between the two stays.
    const sourceOf = (element: typeof first): string => text.slice(element.from, element.to);
    const steps = [
      { from: first.from, to: first.to, insert: sourceOf(second) },
      { from: second.from, to: second.to, insert: sourceOf(first) },
    ];
    const start = direction < 0 ? first.from : second.to - (element.to - element.from);
    return dispatchSteps(state, dispatch, steps, { selection: moveSelection(state, element, start) });
  };
