import { resolve } from 'node:path';
import { HostError } from '../../lib/host-error.js';
import { waitForStopSignal } from '../command-line/stop-signal.js';
import { librariesAt } from '../library/import.js';
import type { CommandHandler } from './command.js';
import { runImport } from './run-import.js';

/** `import <folder>`: exits with 1 if any file was invalid. With `--watch`, runs until a signal and exits with 0. */
export const importCommand: CommandHandler = async (context) => {
  const { arguments: given, log, output, folder } = context;
  const around = resolve(folder, given.operands[0]!);
  const libraries = await librariesAt(around);
  const watch = given.own['watch'] === true;
  if (watch && given.own['dry-run'] === true)
    throw new HostError('--watch and --dry-run exclude each other. Leave one of them out.');
  return runImport(context, libraries, async ({ problems, of }, ports) => {
    if (!watch) return problems > 0 ? 1 : 0;
    const ended = waitForStopSignal();
    const { watchLibraries } = await import('../library/watch.js');
    const watching = await watchLibraries(around, libraries, ports, of, log);
    output.out.write('watching; Ctrl+C ends it\n');
    await ended;
    await watching.close();
    return 0;
  });
};
