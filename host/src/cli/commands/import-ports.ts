/** What the commands that import share: the checks of files, and the services as `--dry-run` and `--force` ask for them. */
import { checkMarkup } from '../../validation/check-markup.js';
import { checkStylesheet } from '../../validation/check-stylesheet.js';
import { withServices } from '../content/with-services.js';
import type { Checks, ImportDependencies } from '../library/context.js';
import { dryRun } from '../library/dry-run.js';
import { importLibraries } from '../library/import-libraries.js';
import type { Report } from '../library/report.js';
import type { CommandContext } from './command.js';

export const CHECKS: Checks = Object.freeze({ view: checkMarkup, stylesheet: checkStylesheet });

/** Imports the libraries of the folders, writes the totals, and then does `next`, while the services are there. */
export function runImport<Result>(
  { arguments: { own }, settings, log, output }: CommandContext,
  folders: readonly string[],
  next: (report: Report, ports: ImportDependencies) => Result | Promise<Result>,
): Promise<Result> {
  const isDryRun = own['dry-run'] === true;
  return withServices(
    settings,
    log,
    async ({ contentService, blobs }) => {
      const services = { contentService, blobs, checks: CHECKS, overwrite: own['force'] === true };
      const ports = isDryRun ? dryRun(services) : services;
      const report = await importLibraries(folders, ports, output);
      const { changes, problems } = report;
      const done = isDryRun ? 'would be changed' : 'changed';
      output.out.write(`${changes} ${done}${problems > 0 ? `, ${problems} wrong` : ''}\n`);
      return next(report, ports);
    },
    { make: !isDryRun, logLocation: true, blobStore: 'to its own' },
  );
}
