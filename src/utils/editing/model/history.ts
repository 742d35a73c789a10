/** What was done, to be taken back and done again: steps of steps both ways, grouped by pauses. */
import { composeSteps, invertSteps, mapPosition, type Step } from './steps';

/** Positions in the text; `anchor` is where a selection began. */
export interface Selection {
  readonly anchor: number;
  readonly head: number;
}

/** What one undo takes back. */
export interface HistoryItem {
  readonly forward: readonly Step[];
  readonly backward: readonly Step[];
  readonly before: Selection;
  readonly after: Selection;
  /** Milliseconds; of its last change. */
  readonly time: number;
  /** Changes of one group in quick succession are one step; undefined stands alone. */
  readonly group: string | undefined;
}

/** The newest step is the last. */
export interface History {
  readonly done: readonly HistoryItem[];
  readonly undone: readonly HistoryItem[];
}

export const NO_HISTORY: History = { done: [], undone: [] };

/** Milliseconds without a change, after which the next one begins a step of its own. */
export const PAUSE = 500;

/** Whether a change goes on where the step before it ended. */
const isNext = (last: HistoryItem, steps: readonly Step[]): boolean => {
  const lands = last.forward.map(({ from }) => mapPosition(last.forward, from, 1));
  // A mirrored edit has as many places as the one before: each goes on at its own.
  return (
    steps.length === last.forward.length &&
    steps.every(({ from, to }, at) => {
      const end = lands[at]!;
      const start = end - last.forward[at]!.insert.length;
      return (from >= start && from <= end) || (to >= start && to <= end);
    })
  );
};

/** The history with one more change. */
export function record(
  { done }: History,
  text: string,
  forward: readonly Step[],
  change: Pick<HistoryItem, 'before' | 'after' | 'time' | 'group'>,
): History {
  const last = done.at(-1);
  const backward = invertSteps(text, forward);
  const passed = last ? change.time - last.time : Infinity;
  if (last?.group && last.group === change.group && passed >= 0 && passed < PAUSE && isNext(last, forward)) {
    const step: HistoryItem = {
      ...change,
      before: last.before,
      forward: composeSteps(last.forward, forward),
      backward: composeSteps(backward, last.backward),
    };
    // What was typed and deleted again leaves nothing to take back.
    const before = done.slice(0, -1);
    return { done: step.forward.length ? [...before, step] : before, undone: [] };
  }
  return { done: [...done, { ...change, forward, backward }], undone: [] };
}
