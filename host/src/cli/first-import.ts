import { resolve } from 'node:path';
import type { Database } from '../database/database.js';
import { DEFAULTS } from '../defaults.js';
import { HostError } from '../errors.js';
import type { CommandContext } from './commands/command.js';
import { CHECKS } from './commands/import.js';
import type { ImportPorts } from './library/context.js';
import { importLibrary, librariesAt } from './library/import.js';
import { createReport } from './library/report.js';
import { createProgress } from './progress.js';

/** Name, among the secrets, of the mark of an import that has begun and not ended. */
const BEGUN = 'first import';

type Marks = Pick<Database, 'read' | 'write'>;

const hasBegun = async ({ read }: Marks): Promise<boolean> =>
  (await read.selectFrom('secrets').select('name').where('name', '=', BEGUN).execute()).length > 0;

const begin = ({ write }: Marks): Promise<unknown> =>
  write((queries) =>
    queries
      .insertInto('secrets')
      .values({ name: BEGUN, value: '' })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );

const end = ({ write }: Marks): Promise<unknown> =>
  write((queries) => queries.deleteFrom('secrets').where('name', '=', BEGUN).execute());

/**
 * Imports the folder of libraries into a database that has none yet: what the operator named, or in development the
 * demo library. Wrong files are told of and left out. One that was broken off is done again, for what it has done is there
 * already.
 */
export async function importFirst(
  { settings, output, folder: working }: CommandContext,
  { ledger, blobs, database }: Omit<ImportPorts, 'checks'> & { readonly database: Marks },
): Promise<void> {
  const demo = settings.environment === 'development' ? DEFAULTS.libraries : undefined;
  const named = settings.libraries ?? demo;
  if (named === undefined) return;
  if (!(await hasBegun(database)) && (await ledger.libraries()).length > 0) return;
  const progress = createProgress('steps', output);
  // What is new is not worth a line each.
  const report = createReport({ ...progress, line: () => {} });
  try {
    const libraries = await librariesAt(resolve(working, named));
    await begin(database);
    for (const library of libraries) {
      await importLibrary(library, { ledger, blobs, checks: CHECKS }, report.of(library));
    }
  } catch (error) {
    // A demo that is not there is no reason not to start.
    if (!(error instanceof HostError) || settings.libraries !== undefined) throw error;
  } finally {
    progress.end();
  }
  await end(database);
}
