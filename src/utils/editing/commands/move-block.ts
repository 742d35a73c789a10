import { change } from '../change';
import { childPlaces, elementOf, isElementPlace } from '../nodes';
import { mapPosition } from '../splices';
import type { Command } from '../state';
import { removalOf } from './delete-block';
import { spotSplice, type Spot } from './insert-block';

/** Moves an element to another spot, its source as it is. */
export const moveBlock =
  (id: number, spot: Spot): Command =>
  (state, dispatch) => {
    const { document, text } = state;
    const place = elementOf(document, id);
    if (!place?.node.open || place.node.faults) return false;
    const source = text.slice(place.from, place.to);
    const insertion = spotSplice(document, text, spot, source);
    if (!insertion) return false;
    const removal = removalOf(text, place);
    // Into itself, or to where it is.
    if (insertion.from >= removal.from && insertion.from <= removal.to) return false;
    const at = mapPosition([removal], insertion.from) + insertion.insert.indexOf(source);
    return change(state, dispatch, [removal, insertion], { selection: { anchor: at, head: at + source.length } });
  };

/** Moves an element in front of the one before it (`-1`), or behind the one after it (`1`). */
export const shiftBlock =
  (id: number, direction: -1 | 1): Command =>
  (state, dispatch) => {
    const { document, text } = state;
    const place = elementOf(document, id);
    if (!place?.parent) return false;
    const siblings = childPlaces(place.parent).filter(isElementPlace);
    const at = siblings.findIndex(({ from }) => from === place.from);
    const other = siblings[at + direction];
    if (!other?.node.open || other.node.faults || place.node.faults) return false;
    const [first, second] = direction < 0 ? [other, place] : [place, other];
    // What is between the two, white space or text, stays where it is.
    const source = (of: typeof first): string => text.slice(of.from, of.to);
    const splices = [
      { from: first.from, to: first.to, insert: source(second) },
      { from: second.from, to: second.to, insert: source(first) },
    ];
    const length = place.to - place.from;
    const start = direction < 0 ? first.from : second.to - length;
    return change(state, dispatch, splices, { selection: { anchor: start, head: start + length } });
  };
