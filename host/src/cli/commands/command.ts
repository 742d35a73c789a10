import type { Log } from '../../lib/log.js';
import type { Reading, Settings } from '../../config/read-settings.js';
import type { Arguments } from '../command-line/arguments.js';
import type { Output } from '../command-line/progress.js';

/** The context of a command. */
export interface CommandContext {
  readonly arguments: Arguments;
  readonly settings: Settings;
  readonly sourceOf: Reading['sourceOf'];
  readonly given: Reading['given'];
  readonly log: Log;
  readonly output: Output;
  /** The working folder. */
  readonly folder: string;
}

/** Runs a command. Resolves with the exit code. @throws HostError for user errors, whose message is printed. */
export type CommandHandler = (context: CommandContext) => Promise<number>;
