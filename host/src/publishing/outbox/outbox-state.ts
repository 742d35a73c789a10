import type { Database } from '../../db/database.js';

/** The open deliveries of all hosts. */
export interface OutboxState {
  readonly length: number;
  /** When the entry that waits longest was last modified, in milliseconds since 1970; undefined if none waits. */
  readonly oldest: number | undefined;
}

export async function outboxState({ read }: Database): Promise<OutboxState> {
  const row = await read
    .selectFrom('deliveries as v')
    .select(({ fn, selectFrom }) => [
      fn.countAll().as('count'),
      // Few rows are open. PostgreSQL cannot estimate that, so that it would scan all entries for a join.
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
