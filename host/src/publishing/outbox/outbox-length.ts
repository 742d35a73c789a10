import type { Database } from '../../db/database.js';

/** How many deliveries are still to be made, by whichever host. */
export async function outboxLength({ read }: Database): Promise<number> {
  const row = await read
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll().as('count'))
    .whereRef('delivered', '<', 'wanted')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
