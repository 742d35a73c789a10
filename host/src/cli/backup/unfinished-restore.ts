/**
 * A mark in the database of a restore whose pictures are not all in the blob store. It stays if the process ends before
 * it has replaced them.
 */
import type { Queries } from '../../db/schema.js';
import type { Log } from '../../lib/log.js';

const SECRET = 'unfinished restore';

/** @param file the backup; undefined removes the mark */
export async function recordUnfinished(transaction: Queries, file: string | undefined): Promise<void> {
  await transaction.deleteFrom('secrets').where('name', '=', SECRET).execute();
  if (file !== undefined) await transaction.insertInto('secrets').values({ name: SECRET, value: file }).execute();
}

/** Warns of an interrupted restore. */
export async function warnOfUnfinished(queries: Queries, log: Log): Promise<void> {
  const row = await queries.selectFrom('secrets').select('value').where('name', '=', SECRET).executeTakeFirst();
  if (row)
    log.warn(
      `a restore of '${row.value}' did not finish: the database has its content, but the blob store still has pictures of the ` +
        "replaced database. Stop the hosts, then run 'restore' with this file and --force again. It also replaces later changes.",
    );
}
