/**
 * Invalidates what must not continue after a database was restored to an earlier state, because later sends, runs and
 * revocations are unknown. Secrets and pending external actions end; people can start them again.
 */
import { COMMAND_LINE } from '../../auth/identity.js';
import { revokePreviewLinks } from '../../auth/preview-link-keys.js';
import { removeSigningKeys } from '../../auth/signing-keys.js';
import { failJob, overdueJobs } from '../../content/schedules/due-jobs.js';
import { failPendingDeliveries } from '../../content/webhooks/webhook-repository.js';
import type { Queries, TokenRow } from '../../db/schema.js';

/** The number of invalidated objects of each kind. */
export interface Invalidated {
  readonly previewLinks: number;
  readonly schedules: number;
  readonly deliveries: number;
}

const OVERDUE = 'Its time passed before the database was restored. Schedule it again if it is still wanted.';
const UNSENT = 'not sent after the database was restored';

export async function invalidateRestored(transaction: Queries, at: number): Promise<Invalidated> {
  await removeSigningKeys(transaction);
  await skipChangeNumbers(transaction);
  await transaction.deleteFrom('sign_ins').execute();
  const overdue = await overdueJobs(transaction, at);
  for (const job of overdue) await failJob(transaction, job, { reason: OVERDUE, at, by: COMMAND_LINE });
  return {
    schedules: overdue.length,
    previewLinks: await revokePreviewLinks(transaction, at),
    deliveries: await failPendingDeliveries(transaction, UNSENT),
  };
}

/** More than the changes since a backup. Numbers in GraphQL are large enough for two thousand restores. */
const STEP = 1_000_000;

/** Skips numbers, so that none is reused. Otherwise a client that has received a number would miss the new change with it. */
export async function skipChangeNumbers(transaction: Queries): Promise<void> {
  await transaction
    .updateTable('sequences')
    .set(({ ref, eb }) => ({ last: eb(ref('last'), '+', STEP) }))
    .execute();
}

/** A message for the operator: what ended and what continues. */
export async function describeInvalidated(
  queries: Queries,
  { previewLinks, schedules, deliveries }: Invalidated,
): Promise<string> {
  const { tokens, pending } = await queries
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('tokens').select(fn.countAll().as('count')).where('revoked_at', 'is', null).as('tokens'),
      selectFrom('scheduled_jobs').select(fn.countAll().as('count')).where('state', '=', 'pending').as('pending'),
    ])
    .executeTakeFirstOrThrow();
  return (
    `Ended: all sessions, ${previewLinks} preview links, ${schedules} overdue schedules, ${deliveries} pending webhook deliveries. ` +
    `Still valid: ${Number(tokens)} tokens, ${Number(pending)} pending schedules. Revoke and cancel again what you revoked and canceled later.`
  );
}

export type RevokedToken = Pick<TokenRow, 'id' | 'revoked_at'>;

/** Revoked tokens of the database that is about to be replaced. */
export const revokedTokens = (queries: Queries): Promise<RevokedToken[]> =>
  queries.selectFrom('tokens').select(['id', 'revoked_at']).where('revoked_at', 'is not', null).execute();

/** Revokes restored tokens again that were revoked after the backup. */
export async function revokeAgain(transaction: Queries, tokens: readonly RevokedToken[]): Promise<void> {
  for (const { id, revoked_at } of tokens)
    await transaction
      .updateTable('tokens')
      .set({ revoked_at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
}
