import { diffText, type Command } from '../state';
import { mapPosition } from '../steps';

/** Undoes the last step, and restores the selection before it. */
export const undo: Command = ({ history }, dispatch) => {
  const step = history.done.at(-1);
  if (step) dispatch?.({ steps: step.backward, selection: step.before, history: 'undo' });
  return !!step;
};

/** Redoes the step that was undone last. */
export const redo: Command = ({ history }, dispatch) => {
  const step = history.undone.at(-1);
  if (step) dispatch?.({ steps: step.forward, selection: step.after, history: 'redo' });
  return !!step;
};

/** Restores the text that the host has, in one step that can be undone. */
export const discard: Command = ({ text, saved, selection }, dispatch) => {
  const steps = diffText(text, saved);
  if (!steps.length) return false;
  const caret = mapPosition(steps, selection.head);
  dispatch?.({ steps, selection: { anchor: caret, head: caret } });
  return true;
};
