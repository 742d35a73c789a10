import type { Database } from '../../db/database.js';

/** Deliveries that are still to be made, by whichever host. */
export interface OutboxState {
  readonly length: number;
  /** When what waits longest was changed last, in milliseconds since 1970; undefined where nothing waits. */
  readonly oldest: number | undefined;
}

export async function outboxState({ read }: Database): Promise<OutboxState> {
  const row = await read
    .selectFrom('deliveries as v')
    .select(({ fn, selectFrom }) => [
      fn.countAll().as('count'),
      // Few are open. A join would have PostgreSQL read all documents, as it does not know that.
      fn
        .min(
          selectFrom('documents as d')
            .select('d.modified_at')
            .whereRef('d.library', '=', 'v.library')
            .whereRef('d.component', '=', 'v.component')
            .whereRef('d.version', '=', 'v.version'),
        )
        .as('oldest'),
    ])
    .whereRef('v.delivered', '<', 'v.wanted')
    .executeTakeFirstOrThrow();
  return { length: Number(row.count), oldest: row.oldest ?? undefined };
}
