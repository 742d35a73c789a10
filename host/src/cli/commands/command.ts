import type { Log } from '../../lib/log.js';
import type { Reading, Settings } from '../../config/read-settings.js';
import type { Arguments } from '../command-line/arguments.js';
import type { Output } from '../command-line/progress.js';

/** What a command works with. */
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

/** Resolves with the exit code. @throws HostError for mistakes, whose message is printed. */
export type CommandHandler = (context: CommandContext) => Promise<number>;
