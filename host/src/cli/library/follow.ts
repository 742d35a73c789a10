/** What `start --watch` does: brings what changed in the folder of libraries meanwhile, and goes on with each file that is saved. */
import type { Log } from '../../lib/log.js';
import type { Output } from '../command-line/progress.js';
import type { ImportDependencies } from './context.js';
import { importLibraries } from './import-libraries.js';
import { librariesAt } from './import.js';
import { watchLibraries, type WatchHandle } from './watch.js';

/** Wrong files are told of and left out. @throws HostError if the folder holds no library. */
export async function followLibraries(
  around: string,
  ports: ImportDependencies,
  output: Output,
  log: Log,
): Promise<WatchHandle> {
  const libraries = await librariesAt(around);
  const report = await importLibraries(libraries, ports, output);
  return watchLibraries(around, libraries, ports, report.of, log);
}
