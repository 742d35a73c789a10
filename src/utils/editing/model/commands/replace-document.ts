import { diffText, type Command } from '../state';

/**
 * Replaces the document with another text, such as an earlier revision; only the difference is replaced.
 * The text is not validated as an edit is, since the host has already accepted it.
 */
export const replaceDocument =
  (text: string): Command =>
  (state, dispatch) => {
    const steps = diffText(state.text, text);
    if (steps.length) dispatch?.({ steps });
    return steps.length > 0;
  };
