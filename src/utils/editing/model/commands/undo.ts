import { diffText, type Command } from '../state';
import { mapPosition } from '../steps';

/** Takes the last step back, with the selection it was made in. */
export const undo: Command = ({ history }, dispatch) => {
  const step = history.done.at(-1);
  if (step) dispatch?.({ steps: step.backward, selection: step.before, history: 'undo' });
  return !!step;
};

/** Does again what was taken back last. */
export const redo: Command = ({ history }, dispatch) => {
  const step = history.undone.at(-1);
  if (step) dispatch?.({ steps: step.forward, selection: step.after, history: 'redo' });
  return !!step;
};

/** Back to what the host has, as one step that can be taken back. */
export const discard: Command = ({ text, saved, selection }, dispatch) => {
  const steps = diffText(text, saved);
  if (!steps.length) return false;
  const at = mapPosition(steps, selection.head);
  dispatch?.({ steps, selection: { anchor: at, head: at } });
  return true;
};
