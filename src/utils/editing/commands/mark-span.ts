import type { MarkType } from '../atoms';
import { markRuns, sliceRuns } from '../runs';
import { pointsOf, selectPoints, type Span } from '../span';
import type { Command } from '../state';
import { inSequence } from './in-sequence';
import { changeRuns, refOf, targetBlock } from './target';

/** Whether all of a span has a mark. */
export const hasMark = ({ parts }: Span, type: MarkType): boolean =>
  parts.every(({ runs, from, to }) => sliceRuns(runs, from, to).every(({ marks }) => marks[type]));

/** Sets a mark on what a span selects of each block; undefined takes it away. The same stays selected. */
export const markSpan =
  (span: Span, type: MarkType, value: string | true | undefined): Command =>
  (state, dispatch) => {
    const [start, end] = pointsOf(span);
    const steps = span.parts.map(({ block, runs, from, to }): Command => {
      const ref = refOf(block);
      return (now, then) => {
        const own = targetBlock(now, ref);
        return !!own && from < to && changeRuns(now, then, own, markRuns(runs, from, to, type, value), undefined);
      };
    });
    return inSequence([...steps, span.turned ? selectPoints(end, start) : selectPoints(start, end)])(state, dispatch);
  };
