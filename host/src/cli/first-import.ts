import { resolve } from 'node:path';
import { DEFAULTS } from '../defaults.js';
import { HostError } from '../errors.js';
import type { CommandContext } from './commands/command.js';
import { CHECKS } from './commands/import.js';
import type { ImportPorts } from './library/context.js';
import { importLibrary, librariesAt } from './library/import.js';
import { createReport } from './library/report.js';
import { createProgress } from './progress.js';

/**
 * Imports the folder of libraries into a database that has none yet: what the operator named, or in development the
 * demo library. Wrong files are told of and left out.
 */
export async function importFirst(
  { settings, output, folder: working }: CommandContext,
  { ledger, blobs }: Omit<ImportPorts, 'checks'>,
): Promise<void> {
  const demo = settings.environment === 'development' ? DEFAULTS.libraries : undefined;
  const named = settings.libraries ?? demo;
  if (named === undefined || (await ledger.libraries()).length > 0) return;
  const progress = createProgress('steps', output);
  // What is new is not worth a line each.
  const report = createReport({ ...progress, line: () => {} });
  try {
    for (const library of await librariesAt(resolve(working, named))) {
      await importLibrary(library, { ledger, blobs, checks: CHECKS }, report.of(library));
    }
  } catch (error) {
    // A demo that is not there is no reason not to start.
    if (!(error instanceof HostError) || settings.libraries !== undefined) throw error;
  } finally {
    progress.end();
  }
}
