import { change } from '../change';
import type { Command } from '../state';

/** Length of what two texts have alike at their beginning, or, of what is left of them, at their end. */
function alike(one: string, other: string, most: number, fromEnd: boolean): number {
  let length = 0;
  while (
    length < most &&
    (fromEnd ? one[one.length - 1 - length] === other[other.length - 1 - length] : one[length] === other[length])
  )
    length++;
  return length;
}

/** Makes the view another text of it, an earlier one for instance: what both have alike around the difference stays. */
export const replaceView =
  (text: string): Command =>
  (state, dispatch) => {
    const { text: now } = state;
    if (text === now) return false;
    const most = Math.min(now.length, text.length);
    const from = alike(now, text, most, false);
    const end = alike(now, text, most - from, true);
    return change(state, dispatch, [{ from, to: now.length - end, insert: text.slice(from, text.length - end) }]);
  };
