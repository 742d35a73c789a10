import { HostError } from '../../lib/host-error.js';
import { textOf } from '../command-line/arguments.js';
import { waitForDeletion } from '../deletions/wait-for-deletion.js';
import { withServices } from '../content/with-services.js';
import type { CommandHandler } from './command.js';

/** `library delete <library> --confirm <library>` */
export const libraryCommand: CommandHandler = async ({ arguments: args, settings, log, output }) => {
  const [action, library = ''] = args.operands;
  if (action !== 'delete') throw new HostError(`'library' takes delete, not '${action}'. Write 'library delete'.`);
  const confirm = textOf(args, 'confirm');
  return withServices(
    settings,
    log,
    async ({ contentService }) => {
      if (!(await contentService.library(library))) {
        const names = (await contentService.libraries()).map(({ id }) => id).join(', ');
        throw new HostError(
          `there is no library '${library}'${names && `; there are ${names}`}. Name an existing one.`,
        );
      }
      if (confirm !== library) {
        const problem = confirm === undefined ? 'is missing' : `is '${confirm}'`;
        throw new HostError(
          `--confirm ${problem}: nothing changed. To remove the library with all its content, add --confirm '${library}'.`,
        );
      }
      if (!(await contentService.deleteLibrary(library)))
        throw new HostError(`another command deletes the library '${library}'. Wait for its end.`);
      await waitForDeletion(contentService, { library, component: '' });
      output.out.write(`${library}: deleted\n`);
      return 0;
    },
    { logLocation: true, blobStore: 'to its own' },
  );
};
