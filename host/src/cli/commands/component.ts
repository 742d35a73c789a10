import { BadInputError } from '../../lib/domain-error.js';
import { HostError } from '../../lib/host-error.js';
import { waitForDeletion } from '../deletions/wait-for-deletion.js';
import { withServices } from '../content/with-services.js';
import type { CommandHandler } from './command.js';

/** `component delete <library/component>` */
export const componentCommand: CommandHandler = async ({ arguments: { operands, flags }, settings, log, output }) => {
  const [action, id = ''] = operands;
  if (action !== 'delete') throw new HostError(`'component' takes delete, not '${action}'. Write 'component delete'.`);
  const [library, component, ...rest] = id.split('/');
  if (!library || !component || rest.length > 0)
    throw new HostError(`'component delete' must have the form library/component, but got '${id}'.`);
  const force = flags['force'] === true;
  return withServices(
    settings,
    log,
    async ({ contentService }) => {
      const hasStarted = await contentService.deleteComponent(library, component, { force }).catch((error: unknown) => {
        throw error instanceof BadInputError && error.argument === 'force' ? withFlagName(error) : error;
      });
      if (!hasStarted) throw new HostError(`there is no component '${id}'. Check the library and the spelling.`);
      await waitForDeletion(contentService, { library, component });
      output.out.write(`${id}: deleted\n`);
      return 0;
    },
    { logLocation: true, blobStore: 'to its own' },
  );
};

const withFlagName = (error: BadInputError): HostError =>
  new HostError(error.message.replace("'force'", '--force'), { cause: error });
