import type { Log } from '../../lib/log.js';
import type { Output } from '../command-line/progress.js';
import type { ImportDependencies } from './context.js';
import { importLibraries } from './import-libraries.js';
import { librariesAt } from './import.js';
import { watchLibraries, type WatchHandle } from './watch.js';

/**
 * Imports changes of the libraries in a folder, then each file that is saved. Invalid files are reported and skipped.
 * @throws HostError if the folder contains no library.
 */
export async function importAndWatch(
  root: string,
  dependencies: ImportDependencies,
  output: Output,
  log: Log,
): Promise<WatchHandle> {
  const libraries = await librariesAt(root);
  const report = await importLibraries(libraries, dependencies, output);
  return watchLibraries(root, libraries, dependencies, report.of, log);
}
