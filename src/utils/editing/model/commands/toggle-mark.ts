import type { SimpleMarkType } from '../mark-registry';
import { markRuns, sliceRuns } from '../runs';
import { getCrossBlockSelection } from '../cross-block-selection';
import type { Command } from '../state';
import { hasMark, markCrossBlockSelection } from './mark-cross-block-selection';
import { changeRuns, selectedRange } from './target';

/** Sets a mark on the selection, or removes it if the whole selection has it. Links have their own commands. */
export const toggleMark =
  (type: SimpleMarkType): Command =>
  (state, dispatch) => {
    const crossSelection = getCrossBlockSelection(state);
    if (crossSelection)
      return markCrossBlockSelection(
        crossSelection,
        type,
        hasMark(crossSelection, type) ? undefined : true,
      )(state, dispatch);
    const range = selectedRange(state);
    if (!range || range.from === range.to) return false;
    const { block, runs, from, to } = range;
    const isMarked = sliceRuns(runs, from, to).every(({ marks }) => marks[type]);
    const next = markRuns(runs, from, to, type, isMarked ? undefined : true);
    return changeRuns(state, dispatch, block, next, { anchor: from, head: to });
  };
