import { dispatchSteps } from '../change';
import { resolveComparisons, type Choice, type Comparison } from '../merge/three-way';
import type { Command } from '../state';

/**
 * Applies the chosen changes of others, in one step that can be undone. The comparisons must be of the current text.
 * @param choices one per comparison; undefined keeps the local text
 */
export const applyUpstream =
  (comparisons: readonly Comparison[], choices: readonly (Choice | undefined)[]): Command =>
  (state, dispatch) => {
    if (comparisons.some(({ from, to, mine }) => state.text.slice(from, to) !== mine)) return false;
    return dispatchSteps(state, dispatch, resolveComparisons(comparisons, choices));
  };
