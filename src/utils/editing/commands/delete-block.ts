import { change } from '../change';
import { childPlaces, elementOf, type ElementPlace } from '../nodes';
import type { Splice } from '../splices';
import type { Command } from '../state';

/** Takes an element away, with the white space that it stands on a line of its own by. */
export function removalOf(text: string, place: ElementPlace): Splice {
  const siblings = place.parent ? childPlaces(place.parent) : [];
  const before = siblings[place.index - 1];
  const after = siblings[place.index + 1];
  let { from, to } = place;
  const isSpace = (of: typeof before): boolean =>
    of?.node.kind === 'text' && /^[ \t\n\r\f]*$/.test(text.slice(of.from, of.to));
  if (before && isSpace(before) && (isSpace(after) || !after)) {
    if (after || before.from > 0 || !place.parent?.node.open) from = before.from;
  } else if (after && isSpace(after) && !before) to = after.to;
  return { from, to, insert: '' };
}

/** Deletes an element and all that it holds. */
export const deleteBlock =
  (id: number): Command =>
  (state, dispatch) => {
    const place = elementOf(state.document, id);
    if (!place?.node.open || place.node.faults) return false;
    const splice = removalOf(state.text, place);
    return change(state, dispatch, [splice], { selection: { anchor: splice.from, head: splice.from } });
  };
