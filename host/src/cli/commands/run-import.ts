import { withServices } from '../content/with-services.js';
import { CHECKS } from '../library/checks.js';
import type { ImportDependencies } from '../library/context.js';
import { dryRun } from '../library/dry-run.js';
import { interruptible } from '../command-line/stop-signal.js';
import { importLibraries } from '../library/import-libraries.js';
import type { Report } from '../library/report.js';
import type { CommandContext } from './command.js';

/**
 * Imports the libraries of the folders with the command's options `--dry-run` and `--force`, and prints the totals.
 * Then calls `next` with the services.
 */
export function runImport<Result>(
  { arguments: { flags }, settings, log, output }: CommandContext,
  folders: readonly string[],
  next: (report: Report, dependencies: ImportDependencies) => Result | Promise<Result>,
): Promise<Result> {
  const isDryRun = flags['dry-run'] === true;
  return withServices(
    settings,
    log,
    async ({ contentService, blobs }) => {
      const services = { contentService, blobs, checks: CHECKS, overwrite: flags['force'] === true };
      const dependencies = isDryRun ? dryRun(services) : services;
      const report = await interruptible(isDryRun ? 'It changed nothing.' : 'Run it again: it imports the rest.', () =>
        importLibraries(folders, dependencies, output),
      );
      const { changes, problems } = report;
      const outcome = isDryRun ? 'would be changed' : 'changed';
      output.out.write(`${changes} ${outcome}${problems > 0 ? `, ${problems} wrong` : ''}\n`);
      return next(report, dependencies);
    },
    { make: !isDryRun, logLocation: true, blobStore: 'to its own' },
  );
}
