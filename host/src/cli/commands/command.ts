import type { Log } from '../../ports.js';
import type { Reading, Settings } from '../../settings/read.js';
import type { Arguments } from '../arguments.js';
import type { Output } from '../progress.js';

/** What a command works with. */
export interface CommandContext {
  readonly arguments: Arguments;
  readonly settings: Settings;
  readonly sourceOf: Reading['sourceOf'];
  readonly log: Log;
  readonly output: Output;
  /** The working folder. */
  readonly folder: string;
}

/** Resolves with the exit code. @throws HostError for mistakes, whose message is printed. */
export type Run = (context: CommandContext) => Promise<number>;
