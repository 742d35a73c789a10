/** A command that somebody asked for by its name: what was done is read out. */
import type { Command } from '../../../../src/utils/editing/state';
import type { Editing } from '../view';

/** Answers whether it could be done. */
export function perform(editing: Editing, command: Command, action: string): boolean {
  const done = editing.run(command);
  if (done) editing.say(editing.words.say('say.done', { action }));
  return done;
}
