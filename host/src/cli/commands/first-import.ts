import { resolve } from 'node:path';
import type { Database } from '../../db/database.js';
import { DEFAULTS } from '../../config/defaults.js';
import { HostError } from '../../lib/host-error.js';
import type { CommandContext } from './command.js';
import { CHECKS } from '../library/checks.js';
import type { ImportDependencies } from '../library/context.js';
import { importLibraries } from '../library/import-libraries.js';
import { librariesAt } from '../library/import.js';

/** What the hosts of a database hold while one of them imports; and, among the secrets, the mark of an import that has not ended. */
const NAME = 'first import';

type ImportDatabase = Pick<Database, 'read' | 'write' | 'withLock'>;

const hasBegun = async ({ read }: ImportDatabase): Promise<boolean> =>
  (await read.selectFrom('secrets').select('name').where('name', '=', NAME).execute()).length > 0;

/** One that an operator deleted does not come back by itself. */
const hadLibrary = async ({ read }: ImportDatabase): Promise<boolean> =>
  (await read.selectFrom('libraries').select('id').limit(1).execute()).length > 0;

const begin = ({ write }: ImportDatabase): Promise<unknown> =>
  write((queries) =>
    queries
      .insertInto('secrets')
      .values({ name: NAME, value: '' })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );

const end = ({ write }: ImportDatabase): Promise<unknown> =>
  write((queries) => queries.deleteFrom('secrets').where('name', '=', NAME).execute());

/**
 * Imports the folder of libraries into a database that has none yet: what the operator named, or in development the
 * demo library. Wrong files are told of and left out. One that was broken off is done again, for what it has done is there
 * already; one that another host is doing is left to it.
 */
export async function importFirst(
  { settings, output, folder: working }: Pick<CommandContext, 'settings' | 'output' | 'folder'>,
  { contentService, blobs, database }: Omit<ImportDependencies, 'checks'> & { readonly database: ImportDatabase },
): Promise<void> {
  const demo = settings.environment === 'development' ? DEFAULTS.libraries : undefined;
  const named = settings.libraries ?? demo;
  if (named === undefined) return;
  await database.withLock(NAME, async () => {
    if (!(await hasBegun(database)) && (await hadLibrary(database))) return;
    try {
      const libraries = await librariesAt(resolve(working, named));
      await begin(database);
      // Everything is new: a line for each change would tell nothing.
      await importLibraries(libraries, { contentService, blobs, checks: CHECKS }, output, { listsChanges: false });
    } catch (error) {
      // A demo that is not there is no reason not to start.
      if (!(error instanceof HostError) || settings.libraries !== undefined) throw error;
    }
    await end(database);
  });
}
