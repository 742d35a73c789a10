import { compose, type Splice } from '../splices';
import { applyTransaction, type Command, type Transaction } from '../state';

/**
 * Several commands as one, which one undo takes back: each is about what those before it have made. One that can not be
 * done there is passed over; when none can be, this can not.
 */
export const inSequence =
  (commands: readonly Command[]): Command =>
  (state, dispatch) => {
    let now = state;
    let splices: readonly Splice[] = [];
    let done = false;
    for (const command of commands) {
      let transaction: Transaction | undefined;
      command(now, (made) => (transaction = made));
      if (!transaction) continue;
      done ||= transaction.splices.length > 0;
      splices = compose(splices, transaction.splices);
      now = applyTransaction(now, transaction);
    }
    if (done) dispatch?.({ splices, selection: now.selection });
    return done;
  };
