/** The undo history: steps in both directions, grouped by pauses. */
import { composeSteps, invertSteps, mapPosition, type Step } from './steps';

/** Positions in the text; `anchor` is where a selection began. */
export interface Selection {
  readonly anchor: number;
  readonly head: number;
}

/** The change that one undo reverts. */
export interface HistoryItem {
  readonly forward: readonly Step[];
  readonly backward: readonly Step[];
  readonly before: Selection;
  readonly after: Selection;
  /** Time of its last change, in milliseconds. */
  readonly time: number;
  /** Changes of one group in quick succession are one item; undefined is never grouped. */
  readonly group: string | undefined;
}

/** The newest item is the last one. */
export interface History {
  readonly done: readonly HistoryItem[];
  readonly undone: readonly HistoryItem[];
}

export const NO_HISTORY: History = { done: [], undone: [] };

/** Milliseconds without a change, after which the next one begins a new item. */
export const PAUSE = 500;

/** Whether a change continues where the previous one ended. */
const isNext = (last: HistoryItem, steps: readonly Step[]): boolean => {
  const ends = last.forward.map(({ from }) => mapPosition(last.forward, from, 1));
  // A mirrored edit has several positions, and each continues at its own.
  return (
    steps.length === last.forward.length &&
    steps.every(({ from, to }, index) => {
      const end = ends[index]!;
      const start = end - last.forward[index]!.insert.length;
      return (from >= start && from <= end) || (to >= start && to <= end);
    })
  );
};

/** Returns the history with one more change. */
export function record(
  { done }: History,
  text: string,
  forward: readonly Step[],
  change: Pick<HistoryItem, 'before' | 'after' | 'time' | 'group'>,
): History {
  const last = done.at(-1);
  const backward = invertSteps(text, forward);
  const elapsed = last ? change.time - last.time : Infinity;
  if (last?.group && last.group === change.group && elapsed >= 0 && elapsed < PAUSE && isNext(last, forward)) {
    const step: HistoryItem = {
      ...change,
      before: last.before,
      forward: composeSteps(last.forward, forward),
      backward: composeSteps(backward, last.backward),
    };
    // Text that was typed and deleted again leaves nothing to undo.
    const before = done.slice(0, -1);
    return { done: step.forward.length ? [...before, step] : before, undone: [] };
  }
  return { done: [...done, { ...change, forward, backward }], undone: [] };
}
