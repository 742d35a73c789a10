/** What `start --watch` does: brings what changed in the folder of libraries meanwhile, and goes on with each file that is saved. */
import type { Log } from '../../lib/log.js';
import type { Output } from '../command-line/progress.js';
import { createProgress } from '../command-line/progress.js';
import type { ImportDependencies } from './context.js';
import { importLibrary, librariesAt } from './import.js';
import { createReport } from './report.js';
import { watchLibraries, type WatchHandle } from './watch.js';

/** Wrong files are told of and left out. @throws HostError if the folder holds no library. */
export async function followLibraries(
  around: string,
  ports: ImportDependencies,
  output: Output,
  log: Log,
): Promise<WatchHandle> {
  const libraries = await librariesAt(around);
  const progress = createProgress('steps', output);
  const report = createReport(progress, libraries.length === 1 ? libraries[0] : undefined);
  try {
    for (const library of libraries) await importLibrary(library, ports, report.of(library));
  } finally {
    progress.end();
  }
  return watchLibraries(around, libraries, ports, report.of, log);
}
