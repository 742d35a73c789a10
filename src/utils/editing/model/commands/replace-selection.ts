import { getCrossBlockSelection } from '../cross-block-selection';
import type { Command } from '../state';
import { deleteCrossBlockSelection } from './delete-cross-block-selection';
import { chainCommands } from './chain-commands';

/** Runs a command after another one that removes content; applies both or neither. */
export const replaceSelectionWith =
  (first: Command, second: Command): Command =>
  (state, dispatch) => {
    let isDone = false;
    const runSecond: Command = (current, next) => current !== state && (isDone = second(current, next));
    return chainCommands([first, runSecond])(state, (transaction) => isDone && dispatch?.(transaction)) && isDone;
  };

/**
 * Runs a command in place of a selection across blocks: typing, a new line, a paste. A selection across the copies of a
 * repeater is within one block of the document: the command runs there, and nothing is removed.
 */
export const replaceSelection =
  (command: Command): Command =>
  (state, dispatch) =>
    (getCrossBlockSelection(state) ? replaceSelectionWith(deleteCrossBlockSelection, command) : command)(
      state,
      dispatch,
    );
