/** Imports several libraries with progress and a report. Shared by all commands that import. */
import { createProgress, type Output } from '../command-line/progress.js';
import type { ImportDependencies } from './context.js';
import { importLibrary } from './import.js';
import { createReport, type Report } from './report.js';

interface Options {
  /** Whether to print each change; problems are always printed. Default: true. */
  readonly listsChanges?: boolean;
}

/** Imports the libraries of the folders. Invalid files are reported and skipped. */
export async function importLibraries(
  folders: readonly string[],
  dependencies: ImportDependencies,
  output: Output,
  { listsChanges = true }: Options = {},
): Promise<Report> {
  const progress = createProgress('steps', output);
  const visibleProgress = listsChanges ? progress : { ...progress, line: () => {} };
  const report = createReport(visibleProgress, folders.length === 1 ? folders[0] : undefined);
  try {
    for (const folder of folders) await importLibrary(folder, dependencies, report.of(folder));
  } finally {
    progress.end();
  }
  return report;
}
