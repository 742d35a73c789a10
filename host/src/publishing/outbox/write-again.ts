import type { Queries } from '../../db/schema.js';

/**
 * Requests that deliveries are written again; the caller selects them by `where`.
 * @param dueAt milliseconds since 1970 from which every host may attempt them; at once by default
 */
export const writeAgain = (transaction: Queries, dueAt = 0) =>
  transaction
    .updateTable('deliveries')
    .set(({ ref, eb }) => ({ wanted: eb(ref('wanted'), '+', 1), attempts: 0, due_at: dueAt }));
