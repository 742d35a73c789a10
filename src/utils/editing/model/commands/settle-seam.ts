import { blockAt } from '../blocks';
import { offsetOf, toRuns } from '../inline';
import { plainText, replaceRuns, type Run } from '../runs';
import type { Command } from '../state';
import { changeRuns } from './target';

function runAt(runs: readonly Run[], offset: number): Run | undefined {
  let end = 0;
  return runs.find(({ insert }) => (end += typeof insert === 'string' ? insert.length : 1) > offset);
}

/**
 * Sets a caret at the seam of two texts, where the selection begins. Spaces there were written as those at the ends of
 * lines, and become plain ones.
 * @param expected the characters of the joined text, with plain spaces
 */
export const normalizeSeam =
  (expected: string): Command =>
  (state, dispatch) => {
    const { anchor } = state.selection;
    const block = blockAt(state.document, anchor);
    if (block) {
      let runs = toRuns(state.text, block);
      const current = plainText(runs);
      const offset = offsetOf(state.text, block, anchor);
      for (const index of [offset - 1, offset]) {
        const run = current[index] === '\u00a0' && expected[index] === ' ' ? runAt(runs, index) : undefined;
        if (run) runs = replaceRuns(runs, index, index + 1, [{ insert: ' ', marks: run.marks }]);
      }
      if (changeRuns(state, dispatch, block, runs, { anchor: offset, head: offset })) return true;
    }
    dispatch?.({ steps: [], selection: { anchor, head: anchor } });
    return true;
  };
