import { resolve } from 'node:path';
import { HostError } from '../../lib/host-error.js';
import { waitForStopSignal } from '../command-line/stop-signal.js';
import { librariesAt } from '../library/import.js';
import type { CommandHandler } from './command.js';
import { runImport } from './run-import.js';

/** `import <folder>`: exits with 1 if any file was invalid. With `--watch`, runs until a signal and exits with 0. */
export const importCommand: CommandHandler = async (context) => {
  const { arguments: args, log, output, folder } = context;
  const root = resolve(folder, args.operands[0]!);
  const libraries = await librariesAt(root);
  const shouldWatch = args.flags['watch'] === true;
  if (shouldWatch && args.flags['dry-run'] === true)
    throw new HostError('--watch and --dry-run exclude each other. Leave one of them out.');
  return runImport(context, libraries, async ({ problems, of }, dependencies) => {
    if (!shouldWatch) return problems > 0 ? 1 : 0;
    const stopSignal = waitForStopSignal();
    const { watchLibraries } = await import('../library/watch.js');
    const watching = await watchLibraries(root, libraries, dependencies, of, log);
    output.out.write('watching; Ctrl+C ends it\n');
    await stopSignal;
    await watching.close();
    return 0;
  });
};
