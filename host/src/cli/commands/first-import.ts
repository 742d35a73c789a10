import { resolve } from 'node:path';
import type { Database } from '../../db/database.js';
import { DEFAULTS } from '../../config/defaults.js';
import { HostError } from '../../lib/host-error.js';
import type { CommandContext } from './command.js';
import { CHECKS } from '../library/checks.js';
import type { ImportDependencies } from '../library/context.js';
import { importLibraries } from '../library/import-libraries.js';
import { librariesAt } from '../library/import.js';

/** Name of the lock during the first import, and of the secret that marks an unfinished one. */
const NAME = 'first import';

type ImportDatabase = Pick<Database, 'read' | 'write' | 'withLock'>;

const isUnfinished = async ({ read }: ImportDatabase): Promise<boolean> =>
  (await read.selectFrom('secrets').select('name').where('name', '=', NAME).execute()).length > 0;

/** Deleted libraries count, too, so that they are not imported again. */
const hadLibrary = async ({ read }: ImportDatabase): Promise<boolean> =>
  (await read.selectFrom('libraries').select('id').limit(1).execute()).length > 0;

const markUnfinished = ({ write }: ImportDatabase): Promise<unknown> =>
  write((queries) =>
    queries
      .insertInto('secrets')
      .values({ name: NAME, value: '' })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );

const clearUnfinished = ({ write }: ImportDatabase): Promise<unknown> =>
  write((queries) => queries.deleteFrom('secrets').where('name', '=', NAME).execute());

/**
 * Imports the libraries folder into a database without libraries: the configured one, or in development the demo
 * library. Invalid files are reported and skipped. An interrupted import is repeated, skipping what exists. If another
 * host imports, this one does not.
 */
export async function importFirst(
  { settings, output, folder: workingFolder }: Pick<CommandContext, 'settings' | 'output' | 'folder'>,
  { contentService, blobs, database }: Omit<ImportDependencies, 'checks'> & { readonly database: ImportDatabase },
): Promise<void> {
  const demo = settings.environment === 'development' ? DEFAULTS.libraries : undefined;
  const librariesFolder = settings.libraries ?? demo;
  if (librariesFolder === undefined) return;
  await database.withLock(NAME, async () => {
    if (!(await isUnfinished(database)) && (await hadLibrary(database))) return;
    try {
      const libraries = await librariesAt(resolve(workingFolder, librariesFolder));
      await markUnfinished(database);
      // Everything is new, so changes are not listed.
      await importLibraries(libraries, { contentService, blobs, checks: CHECKS }, output, { listsChanges: false });
    } catch (error) {
      // A missing demo must not prevent the start.
      if (!(error instanceof HostError) || settings.libraries !== undefined) throw error;
    }
    await clearUnfinished(database);
  });
}
