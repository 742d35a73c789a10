/** Runs a command by its name and announces it to screen readers. */
import type { Command } from '../../../../src/utils/editing/model/state';
import type { EditorController } from '../types';

/** Returns whether the command succeeded. */
export function runAndAnnounce(controller: EditorController, command: Command, action: string): boolean {
  const isApplied = controller.run(command);
  if (isApplied) controller.announce(controller.messages.t('status.done', { action }));
  return isApplied;
}
