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
  (span: CrossBlockSelection, type: MarkType, value: string | true | undefined): Command =>
  (state, dispatch) => {
    const [start, end] = pointsOf(span);
    const commands = span.parts.map(({ block, runs, from, to }): Command => {
      const ref = toNodeRef(block);
      return (now, then) => {
        const own = targetBlock(now, ref);
        return !!own && from < to && changeRuns(now, then, own, markRuns(runs, from, to, type, value), undefined);
      };
    });
    return chainCommands([...commands, span.turned ? selectPoints(end, start) : selectPoints(start, end)])(
      state,
      dispatch,
    );
  };
