import { diffText, type Command } from '../state';

/**
 * Makes the view another text of it, an earlier one for instance: what both have alike around the difference stays. The host
 * has had it, so it is not looked over as an edit is.
 */
export const replaceDocument =
  (text: string): Command =>
  (state, dispatch) => {
    const steps = diffText(state.text, text);
    if (steps.length) dispatch?.({ steps });
    return steps.length > 0;
  };
