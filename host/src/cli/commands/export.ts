import { relative, resolve } from 'node:path';
import { HostError } from '../../lib/host-error.js';
import { textOf } from '../command-line/arguments.js';
import { exportLibrary } from '../library/export.js';
import { withServices } from '../content/with-services.js';
import { interruptible } from '../command-line/stop-signal.js';
import { createProgress } from '../command-line/progress.js';
import type { CommandHandler } from './command.js';

/** `export <folder>`: exits with 1 if a file name is not possible or a blob is damaged, after writing all others. */
export const exportCommand: CommandHandler = async ({ arguments: args, settings, log, output, folder }) => {
  const target = resolve(folder, args.operands[0]!);
  const only = textOf(args, 'only');
  const replace = args.flags['force'] === true;
  return withServices(settings, log, async ({ contentService, blobs }) => {
    const all = await contentService.libraries();
    if (all.length === 0) throw new HostError('there is no library to export. Check --data, or DATABASE_URL.');
    const libraries = all.filter(({ id }) => only === undefined || id === only);
    if (only !== undefined && libraries.length === 0) {
      const names = all.map(({ id }) => id).join(', ');
      throw new HostError(
        `--only: there is no library '${only}'${names && `; there are ${names}`}. Name one of these, or leave out --only.`,
      );
    }
    let isComplete = true;
    for (const library of libraries) {
      const progress = createProgress('components', output);
      try {
        const { written, removed, tooLong, damaged } = await interruptible(
          'Run it again with --force: it writes the rest.',
          () => exportLibrary(target, library, { contentService, blobs }, { replace, progress }),
        );
        for (const path of tooLong)
          progress.problem(
            `'${relative(target, path)}' is not written: a name in it is too long for the file system. Save it under a shorter name, then export again.`,
          );
        for (const { path, reason } of damaged)
          progress.problem(
            `'${library.id}/${path}' is not written: ${reason} Restore it from a backup or upload it again, then export again.`,
          );
        progress.line(`${library.id}: ${written} files written${removed > 0 ? `, ${removed} removed` : ''}`);
        isComplete &&= tooLong.length === 0 && damaged.length === 0;
      } finally {
        progress.end();
      }
    }
    return isComplete ? 0 : 1;
  });
};
