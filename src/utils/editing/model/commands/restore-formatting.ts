import { dispatchSteps } from '../change';
import { mapPosition, type Step } from '../steps';
import { diffText, previewSteps, type Command, type EditorState } from '../state';

/**
 * Restores what a paste dropped, by replacing what it inserted; later changes elsewhere stay.
 * @param before the state before the paste
 * @param pasted the text after the paste
 * @param formatted pastes with what was dropped
 */
export function restoreFormatting(before: EditorState, pasted: string, formatted: Command): Command {
  let change: Step | undefined;
  formatted(before, ({ steps }) => {
    [change] = diffText(pasted, previewSteps(before, steps).text);
  });
  return ({ text, ...state }, dispatch) => {
    if (!change) return false;
    const laterSteps = diffText(pasted, text);
    // The inserted content was changed since.
    if (laterSteps.some(({ from, to }) => from < change!.to && to > change!.from)) return false;
    const [from, to] = [mapPosition(laterSteps, change.from, 1), mapPosition(laterSteps, change.to, -1)];
    return dispatchSteps({ ...state, text }, dispatch, [{ from, to, insert: change.insert }]);
  };
}
