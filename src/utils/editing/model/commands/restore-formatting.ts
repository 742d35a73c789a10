import { dispatchSteps } from '../change';
import { mapPosition, type Step } from '../steps';
import { applyTransaction, diffText, type Command, type EditorState } from '../state';

/**
 * Brings back what a paste left out, in place of what it put in; what was done elsewhere since stays.
 * @param before the state that was pasted into
 * @param pasted the text with what was put in
 * @param formatted puts it in with what was left out
 */
export function restoreFormatting(before: EditorState, pasted: string, formatted: Command): Command {
  let change: Step | undefined;
  formatted(before, (transaction) => {
    [change] = diffText(pasted, applyTransaction(before, transaction).text);
  });
  return ({ text, ...state }, dispatch) => {
    if (!change) return false;
    const since = diffText(pasted, text);
    // What was put in is not there any more as it was.
    if (since.some(({ from, to }) => from < change!.to && to > change!.from)) return false;
    const [from, to] = [mapPosition(since, change.from, 1), mapPosition(since, change.to, -1)];
    return dispatchSteps({ ...state, text }, dispatch, [{ from, to, insert: change.insert }]);
  };
}
