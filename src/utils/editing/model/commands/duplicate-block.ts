import { dispatchSteps } from '../change';
import { attributeOf, resolveElement } from '../syntax-tree';
import { SCOPE } from '../repeater';
import type { Command } from '../state';
import { indentOf } from '../tags';
import { withoutIds } from '../without-ids';
import { caretIn } from './move-block';

/** Puts a copy of an element behind it. A repeat's element is not copied: it is there once per item of its list. */
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
