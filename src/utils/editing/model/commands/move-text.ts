import type { Selection } from '../history';
import { composeSteps, mapPosition } from '../steps';
import { applyTransaction, type Command, type Transaction } from '../state';
import { deleteCrossBlockSelection } from './delete-cross-block-selection';
import { deleteText } from './delete-text';
import { pasteMarkup } from './paste-markup';

/** Returns the transaction that a command would dispatch. */
function transactionOf(command: Command, state: Parameters<Command>[0]): Transaction | undefined {
  let result: Transaction | undefined;
  command(state, (transaction) => (result = transaction));
  return result;
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
    const atTarget = { ...state, selection: { anchor: to, head: to } };
    const insertion = transactionOf(pasteMarkup(source, { isMoved: !isCopy }), atTarget);
    if (!insertion || isCopy) {
      if (insertion) dispatch?.(insertion);
      return !!insertion;
    }
    const after = applyTransaction(atTarget, insertion);
    const selection = {
      anchor: mapPosition(insertion.steps, from.anchor),
      head: mapPosition(insertion.steps, from.head),
    };
    const selected = { ...after, selection };
    const removal = transactionOf(deleteCrossBlockSelection, selected) ?? transactionOf(deleteText(-1), selected);
    if (!removal) return false;
    const caret = mapPosition(removal.steps, after.selection.head);
    dispatch?.({ steps: composeSteps(insertion.steps, removal.steps), selection: { anchor: caret, head: caret } });
    return true;
  };
