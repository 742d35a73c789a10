import { composeSteps, type Step } from '../steps';
import { applyTransaction, type Command, type Transaction } from '../state';

/**
 * Runs several commands as one step that can be undone; each applies to the result of those before it.
 * Commands that are not possible are skipped. Returns false if none changes the text.
 */
export const chainCommands =
  (commands: readonly Command[]): Command =>
  (state, dispatch) => {
    let current = state;
    let steps: readonly Step[] = [];
    let isChanged = false;
    for (const command of commands) {
      let transaction: Transaction | undefined;
      command(current, (result) => (transaction = result));
      if (!transaction) continue;
      isChanged ||= transaction.steps.length > 0;
      steps = composeSteps(steps, transaction.steps);
      current = applyTransaction(current, transaction);
    }
    if (isChanged) dispatch?.({ steps, selection: current.selection });
    return isChanged;
  };
