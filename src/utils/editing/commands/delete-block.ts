import { blocksOf, isTypable } from '../blocks';
import { change } from '../change';
import type { Selection } from '../history';
import { childPlaces, elementOf, type ElementPlace } from '../nodes';
import type { Splice } from '../splices';
import { tryOut, type Command, type EditorState } from '../state';

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

/** A caret where something was: in the text around it, else in that behind it, else in that before. */
function caretBy(state: EditorState, splice: Splice): Selection {
  const blocks = blocksOf(tryOut(state, [splice]).document).filter(isTypable);
  const next = blocks.find(({ to }) => to >= splice.from);
  const caret = next ? Math.max(next.from, splice.from) : (blocks.at(-1)?.to ?? splice.from);
  return { anchor: caret, head: caret };
}

/** Deletes an element and all that it holds. */
export const deleteBlock =
  (id: number): Command =>
  (state, dispatch) => {
    const place = elementOf(state.document, id);
    if (!place?.node.open || place.node.faults) return false;
    const splice = removalOf(state.text, place);
    return change(state, dispatch, [splice], { selection: caretBy(state, splice) });
  };
