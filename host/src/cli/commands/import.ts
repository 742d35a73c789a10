import { resolve } from 'node:path';
import { checkStylesheet } from '../../validation/check-stylesheet.js';
import { checkMarkup } from '../../validation/check-markup.js';
import { HostError } from '../../lib/host-error.js';
import type { Checks } from '../library/context.js';
import { dryRun } from '../library/dry-run.js';
import { importLibrary, librariesAt } from '../library/import.js';
import { createReport } from '../library/report.js';
import { withServices } from '../content/with-services.js';
import { createProgress } from '../command-line/progress.js';
import { waitForStopSignal } from '../command-line/stop-signal.js';
import type { CommandHandler } from './command.js';

export const CHECKS: Checks = Object.freeze({ view: checkMarkup, stylesheet: checkStylesheet });

/** `import <folder>`: 1 if any file was wrong, once all others are imported. With `--watch` until a signal, then 0. */
export const importCommand: CommandHandler = async ({
  arguments: { operands, own },
  settings,
  log,
  output,
  folder,
}) => {
  const around = resolve(folder, operands[0]!);
  const libraries = await librariesAt(around);
  const watch = own['watch'] === true;
  const isDryRun = own['dry-run'] === true;
  if (watch && isDryRun) throw new HostError('--watch and --dry-run exclude each other. Leave one of them out.');
  // Heard from now on, so that a signal during the import ends the watching at once.
  const ended = watch ? waitForStopSignal() : undefined;
  return withServices(
    settings,
    log,
    async ({ contentService, blobs }) => {
      const services = { contentService, blobs, checks: CHECKS, overwrite: own['force'] === true };
      const ports = isDryRun ? dryRun(services) : services;
      const progress = createProgress('steps', output);
      const report = createReport(progress, libraries.length === 1 ? libraries[0] : undefined);
      try {
        for (const library of libraries) await importLibrary(library, ports, report.of(library));
      } finally {
        progress.end();
      }
      const { changes, problems } = report;
      const done = isDryRun ? 'would be changed' : 'changed';
      output.out.write(`${changes} ${done}${problems > 0 ? `, ${problems} wrong` : ''}\n`);
      if (!ended) return problems > 0 ? 1 : 0;
      const { watchLibraries } = await import('../library/watch.js');
      const watching = await watchLibraries(around, libraries, ports, report.of, log);
      output.out.write('watching; Ctrl+C ends it\n');
      await ended;
      await watching.close();
      return 0;
    },
    { make: !isDryRun, logLocation: true, blobStore: 'to its own' },
  );
};
