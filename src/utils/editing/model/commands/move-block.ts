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
function groupOf(place: ResolvedElement): readonly ResolvedElement[] {
  const members = repeaterItems(place);
  return members.length > 1 ? members : [place];
}

/** Returns a caret in the first text of a source at a position, so that the user can type there. */
export function caretIn(source: string, at: number): Selection {
  const caret = at + (blocksOf(parseDocument(source))[0]?.from ?? 0);
  return { anchor: caret, head: caret };
}

/** Returns the selection after its element has moved to another position. */
function carried({ selection, text }: EditorState, { from, to }: ResolvedElement, at: number): Selection {
  const { anchor, head } = selection;
  const isIn = (position: number): boolean => from <= position && position <= to;
  if (!isIn(anchor) || !isIn(head)) return caretIn(text.slice(from, to), at);
  return { anchor: anchor + at - from, head: head + at - from };
}

/** Moves an element to another position with its source unchanged; the items of a repeater move together. */
export const moveBlock =
  (id: number, spot: InsertPosition): Command =>
  (state, dispatch) => {
    const { document, text } = state;
    const place = resolveElement(document, id);
    if (!place) return false;
    const group = groupOf(place);
    if (group.some(({ node }) => !node.open || node.errorCount)) return false;
    const indent = group.length > 1 ? indentOf(text, group[1]!) : '';
    const source = group.map(({ from, to }) => text.slice(from, to)).join(indent);
    const insertion = insertionStep(document, text, spot, source);
    if (!insertion) return false;
    const removals = dropNestedSteps(group.map((each) => removalOf(text, each)));
    // The target is within the element, or where it already is.
    const [first] = removals;
    if (insertion.from >= first!.from && insertion.from <= removals.at(-1)!.to) return false;
    const at = mapPosition(removals, insertion.from) + insertion.insert.indexOf(source);
    return dispatchSteps(state, dispatch, [...removals, insertion], { selection: caretIn(source, at) });
  };

/** Moves an element before its previous sibling (`-1`), or after its next one (`1`). */
export const shiftBlock =
  (id: number, direction: -1 | 1): Command =>
  (state, dispatch) => {
    const { document, text } = state;
    const place = resolveElement(document, id);
    if (!place?.parent) return false;
    const group = groupOf(place);
    if (group.length > 1) {
      const all = resolveChildren(place.parent).filter(isResolvedElement);
      const next = all[all.findIndex(({ from }) => from === group.at(direction < 0 ? 0 : -1)!.from) + direction];
      const spot = next && (direction < 0 ? { before: next.node.id } : { after: next.node.id });
      return !!spot && moveBlock(id, spot)(state, dispatch);
    }
    const siblings = resolveChildren(place.parent).filter(isResolvedElement);
    const at = siblings.findIndex(({ from }) => from === place.from);
    const other = siblings[at + direction];
    if (!other?.node.open || other.node.errorCount || place.node.errorCount) return false;
    const [first, second] = direction < 0 ? [other, place] : [place, other];
    // White space or text between the two stays.
    const source = (of: typeof first): string => text.slice(of.from, of.to);
    const steps = [
      { from: first.from, to: first.to, insert: source(second) },
      { from: second.from, to: second.to, insert: source(first) },
    ];
    const start = direction < 0 ? first.from : second.to - (place.to - place.from);
    return dispatchSteps(state, dispatch, steps, { selection: carried(state, place, start) });
  };
