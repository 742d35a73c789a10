import type { Selection } from '../history';
import { composeSteps, mapPosition } from '../steps';
import { applyTransaction, type Command, type Transaction } from '../state';
import { deleteCrossBlockSelection } from './delete-cross-block-selection';
import { deleteText } from './delete-text';
import { pasteMarkup } from './paste-markup';

/** Returns the transaction that a command would dispatch. */
function transactionOf(command: Command, state: Parameters<Command>[0]): Transaction | undefined {
  let made: Transaction | undefined;
  command(state, (transaction) => (made = transaction));
  return made;
}

/**
 * Moves text to another position, or copies it, in one step.
 * @param source source of the text
 * @param from the selected range
 */
export const moveText =
  (source: string, from: Selection, to: number, isCopy = false): Command =>
  (state, dispatch) => {
    const [start, end] = [Math.min(from.anchor, from.head), Math.max(from.anchor, from.head)];
    if (!isCopy && start <= to && to <= end) return false;
    const there = { ...state, selection: { anchor: to, head: to } };
    const put = transactionOf(pasteMarkup(source, { isMoved: !isCopy }), there);
    if (!put || isCopy) {
      if (put) dispatch?.(put);
      return !!put;
    }
    const after = applyTransaction(there, put);
    const selection = { anchor: mapPosition(put.steps, from.anchor), head: mapPosition(put.steps, from.head) };
    const selected = { ...after, selection };
    const cut = transactionOf(deleteCrossBlockSelection, selected) ?? transactionOf(deleteText(-1), selected);
    if (!cut) return false;
    const caret = mapPosition(cut.steps, after.selection.head);
    dispatch?.({ steps: composeSteps(put.steps, cut.steps), selection: { anchor: caret, head: caret } });
    return true;
  };
