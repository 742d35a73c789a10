import { dispatchSteps } from '../change';
import { attributeOf, resolveElement } from '../syntax-tree';
import { SCOPE } from '../repeater';
import type { Command } from '../state';
import { indentOf } from '../tags';
import { withoutIds } from '../without-ids';
import { caretIn } from './move-block';

/** Inserts a copy of an element after it. Not for the element of a repeater, which exists once per item of its list. */
export const duplicateBlock =
  (id: number): Command =>
  (state, dispatch) => {
    const place = resolveElement(state.document, id);
    if (!place?.node.open || place.node.errorCount || attributeOf(place.node, SCOPE)) return false;
    const indent = indentOf(state.text, place);
    const copy = withoutIds(state.text, place);
    const at = place.to + indent.length;
    const step = { from: place.to, to: place.to, insert: indent + copy };
    return dispatchSteps(state, dispatch, [step], { selection: caretIn(copy, at) });
  };
