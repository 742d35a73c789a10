import { difference, type Command } from '../state';

/**
 * Makes the view another text of it, an earlier one for instance: what both have alike around the difference stays. The host
 * has had it, so it is not looked over as an edit is.
 */
export const replaceView =
  (text: string): Command =>
  (state, dispatch) => {
    const splices = difference(state.text, text);
    if (splices.length) dispatch?.({ splices });
    return splices.length > 0;
  };
