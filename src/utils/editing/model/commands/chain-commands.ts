import { composeSteps, type Step } from '../steps';
import { applyTransaction, type Command, type Transaction } from '../state';

/**
 * Runs several commands as one step that can be undone; each applies to the result of those before it.
 * Commands that are not possible are skipped. Returns false if none changes the text.
 */
export const chainCommands =
  (commands: readonly Command[]): Command =>
  (state, dispatch) => {
    let now = state;
    let steps: readonly Step[] = [];
    let done = false;
    for (const command of commands) {
      let transaction: Transaction | undefined;
      command(now, (made) => (transaction = made));
      if (!transaction) continue;
      done ||= transaction.steps.length > 0;
      steps = composeSteps(steps, transaction.steps);
      now = applyTransaction(now, transaction);
    }
    if (done) dispatch?.({ steps, selection: now.selection });
    return done;
  };
