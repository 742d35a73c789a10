import { sql } from 'kysely';
import type { DatabaseKind } from '../../db/database.js';
import type { Queries } from '../../db/schema.js';
import { type Clock, systemClock } from '../../lib/clock.js';

/** Returns the current time for comparison with due times, in milliseconds since 1970. */
export type ScheduleClock = (queries: Queries) => Promise<number>;

/**
 * Hosts with different clocks use the clock of their PostgreSQL, so that none of them runs a schedule early. An
 * embedded database has only one host. @param clock replaces both, for tests
 */
export function createScheduleClock(kind: DatabaseKind, clock?: Clock): ScheduleClock {
  if (clock) return async () => clock();
  if (kind === 'embedded') return async () => systemClock();
  return async (queries) => {
    const query = sql<{ now: number }>`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`;
    const { rows } = await query.execute(queries);
    return rows[0]!.now;
  };
}
