import type { MarkType } from '../mark-registry';
import { markRuns, sliceRuns } from '../runs';
import { pointsOf, selectPoints, type CrossBlockSelection } from '../cross-block-selection';
import type { Command } from '../state';
import { chainCommands } from './chain-commands';
import { changeRuns, toNodeRef, targetBlock } from './target';

/** Whether the whole selection has a mark. */
export const hasMark = ({ parts }: CrossBlockSelection, type: MarkType): boolean =>
  parts.every(({ runs, from, to }) => sliceRuns(runs, from, to).every(({ marks }) => marks[type]));

/** Sets a mark on the selected text of each block; undefined removes it. The selection stays. */
export const markCrossBlockSelection =
  (crossSelection: CrossBlockSelection, type: MarkType, value: string | true | undefined): Command =>
  (state, dispatch) => {
    const [start, end] = pointsOf(crossSelection);
    const commands = crossSelection.parts.map(({ block, runs, from, to }): Command => {
      const ref = toNodeRef(block);
      return (current, dispatchMark) => {
        const target = targetBlock(current, ref);
        return (
          !!target &&
          from < to &&
          changeRuns(current, dispatchMark, target, markRuns(runs, from, to, type, value), undefined)
        );
      };
    });
    return chainCommands([...commands, crossSelection.turned ? selectPoints(end, start) : selectPoints(start, end)])(
      state,
      dispatch,
    );
  };
