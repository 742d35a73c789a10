import { change } from '../change';
import { attributeOf, elementOf } from '../nodes';
import { SCOPE } from '../repeats';
import type { Command } from '../state';
import { indentOf } from '../tags';
import { withoutIds } from '../without-ids';
import { caretIn } from './move-block';

/** Puts a copy of an element behind it. A repeat's element is not copied: it is there once per item of its list. */
export const duplicateBlock =
  (id: number): Command =>
  (state, dispatch) => {
    const place = elementOf(state.document, id);
    if (!place?.node.open || place.node.faults || attributeOf(place.node, SCOPE)) return false;
    const indent = indentOf(state.text, place);
    const copy = withoutIds(state.text, place);
    const at = place.to + indent.length;
    const splice = { from: place.to, to: place.to, insert: indent + copy };
    return change(state, dispatch, [splice], { selection: caretIn(copy, at) });
  };
