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
    .leftJoin('documents as d', (join) =>
      join
        .onRef('d.library', '=', 'v.library')
        .onRef('d.component', '=', 'v.component')
        .onRef('d.version', '=', 'v.version'),
    )
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('d.modified_at').as('oldest')])
    .whereRef('v.delivered', '<', 'v.wanted')
    .executeTakeFirstOrThrow();
  return { length: Number(row.count), oldest: row.oldest ?? undefined };
}
