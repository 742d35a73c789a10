import { getCrossBlockSelection } from '../cross-block-selection';
import type { Command } from '../state';
import { deleteCrossBlockSelection } from './delete-cross-block-selection';
import { chainCommands } from './chain-commands';

/** One command in place of what another one takes away: both or none of them. */
export const replaceSelectionWith =
  (first: Command, second: Command): Command =>
  (state, dispatch) => {
    let isDone = false;
    const then: Command = (now, next) => now !== state && (isDone = second(now, next));
    return chainCommands([first, then])(state, (made) => isDone && dispatch?.(made)) && isDone;
  };

/**
 * Does something in place of what is selected from one block to another: typing, a new line, a paste. What is selected from
 * one copy of a repeat to another is one place of the view: it is done there, and nothing is taken away.
 */
export const replaceSelection =
  (command: Command): Command =>
  (state, dispatch) =>
    (getCrossBlockSelection(state) ? replaceSelectionWith(deleteCrossBlockSelection, command) : command)(
      state,
      dispatch,
    );
