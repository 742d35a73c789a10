import { blockAt } from '../blocks';
import { offsetOf, toRuns } from '../inline';
import { plainText, replaceRuns, type Run } from '../runs';
import type { Command } from '../state';
import { changeRuns } from './target';

function runAt(runs: readonly Run[], offset: number): Run | undefined {
  let at = 0;
  return runs.find(({ insert }) => (at += typeof insert === 'string' ? insert.length : 1) > offset);
}

/**
 * Sets a caret at the seam of two texts, where the selection begins. Spaces there were written as those at the ends of
 * lines, and become plain ones.
 * @param wanted the characters of the joined text, with plain spaces
 */
export const settleSeam =
  (wanted: string): Command =>
  (state, dispatch) => {
    const { anchor } = state.selection;
    const block = blockAt(state.document, anchor);
    if (block) {
      let runs = toRuns(state.text, block);
      const now = plainText(runs);
      const offset = offsetOf(state.text, block, anchor);
      for (const at of [offset - 1, offset]) {
        const run = now[at] === '\u00a0' && wanted[at] === ' ' ? runAt(runs, at) : undefined;
        if (run) runs = replaceRuns(runs, at, at + 1, [{ insert: ' ', marks: run.marks }]);
      }
      if (changeRuns(state, dispatch, block, runs, { anchor: offset, head: offset })) return true;
    }
    dispatch?.({ steps: [], selection: { anchor, head: anchor } });
    return true;
  };
