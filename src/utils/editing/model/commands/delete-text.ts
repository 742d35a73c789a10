import { graphemeBefore, graphemeAfter } from '../graphemes';
import { plainText, replaceRuns } from '../runs';
import type { Command } from '../state';
import { changeRuns, selectedRange } from './target';

/** Deletes the selection, or the character before (`-1`) or after (`1`) the caret. A data-bound node is deleted as a whole. */
export const deleteText =
  (direction: -1 | 1): Command =>
  (state, dispatch) => {
    const range = selectedRange(state);
    if (!range) return false;
    const { block, runs } = range;
    let { from, to } = range;
    if (from === to) {
      const text = plainText(runs);
      if (direction < 0) from -= graphemeBefore(text, from);
      else to += graphemeAfter(text, to);
    }
    if (from === to) return false;
    const group = `delete ${block.owner.node.id}`;
    return changeRuns(state, dispatch, block, replaceRuns(runs, from, to, []), { anchor: from, head: from }, { group });
  };
