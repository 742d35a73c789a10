/** The max-age of published blobs. It is stored in the database, because every host and command writes blobs. */
import type { Database } from '../../db/database.js';
import { writeAgain } from './write-again.js';

export const MAX_AGE_NAME = 'published max-age';

/** Records the setting of a starting host. If it has changed, all published content is delivered again with new headers. */
export async function recordMaxAge({ read, write }: Pick<Database, 'read' | 'write'>, seconds: number): Promise<void> {
  const row = await read.selectFrom('secrets').select('value').where('name', '=', MAX_AGE_NAME).executeTakeFirst();
  if (Number(row?.value ?? 0) === seconds) return;
  await write(async (transaction) => {
    const value = String(seconds);
    await transaction
      .insertInto('secrets')
      .values({ name: MAX_AGE_NAME, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    await writeAgain(transaction).where('word', '=', 'published').where('deleted_at', 'is', null).execute();
  });
}
