import { composeSteps, type Step } from '../steps';
import { applyTransaction, type Command, type Transaction } from '../state';

/**
 * Several commands as one, which one undo takes back: each is about what those before it have made. One that can not be
 * done there is passed over; when none can be, this can not.
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
