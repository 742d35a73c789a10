import { lengthOf, type Run } from '../runs';
import type { Command } from '../state';
import { changeRuns, targetBlock, type NodeRef, type Caret } from './target';

/** Sets a block's text to the given runs; only the differences are written. Changes in quick succession are one step. */
export const setText =
  (ref: NodeRef, runs: readonly Run[], caret?: Caret): Command =>
  (state, dispatch) => {
    const block = targetBlock(state, ref);
    if (!block) return false;
    const end = lengthOf(runs);
    return changeRuns(state, dispatch, block, runs, caret ?? { anchor: end, head: end }, { group: `text ${ref.id}` });
  };
