/** A command that somebody asked for by its name: what was done is read out. */
import type { Command } from '../../../../src/utils/editing/model/state';
import type { EditorController } from '../types';

/** Answers whether it could be done. */
export function runAndAnnounce(controller: EditorController, command: Command, action: string): boolean {
  const done = controller.run(command);
  if (done) controller.announce(controller.messages.t('status.done', { action }));
  return done;
}
