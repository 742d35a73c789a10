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
    const element = resolveElement(state.document, id);
    if (!element?.node.open || element.node.errorCount || attributeOf(element.node, SCOPE)) return false;
    const indent = indentOf(state.text, element);
    const copy = withoutIds(state.text, element);
    const position = element.to + indent.length;
    const step = { from: element.to, to: element.to, insert: indent + copy };
    return dispatchSteps(state, dispatch, [step], { selection: caretIn(copy, position) });
  };
