/** What `import`, `import-feaas`, the first start and `start --watch` share: libraries, one after the other, with progress and a report. */
import { createProgress, type Output } from '../command-line/progress.js';
import type { ImportDependencies } from './context.js';
import { importLibrary } from './import.js';
import { createReport, type Report } from './report.js';

interface Options {
  /** Whether each change gets a line. Problems always do. Default true. */
  readonly listsChanges?: boolean;
}

/** Imports the libraries of the folders. Wrong files are reported and left out. */
export async function importLibraries(
  folders: readonly string[],
  ports: ImportDependencies,
  output: Output,
  { listsChanges = true }: Options = {},
): Promise<Report> {
  const progress = createProgress('steps', output);
  const shown = listsChanges ? progress : { ...progress, line: () => {} };
  const report = createReport(shown, folders.length === 1 ? folders[0] : undefined);
  try {
    for (const folder of folders) await importLibrary(folder, ports, report.of(folder));
  } finally {
    progress.end();
  }
  return report;
}
