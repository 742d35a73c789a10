/** Webhooks and their delivery log. */
import { randomBytes } from 'node:crypto';
import { COMMAND_LINE, type PrincipalIdentity } from '../../auth/identity.js';
import type { Database } from '../../db/database.js';
import type { Queries, WebhookDeliveryRow, WebhookEventRow, WebhookRow } from '../../db/schema.js';
import type { Clock } from '../../lib/clock.js';
import { BadInputError, NotFoundError } from '../../lib/domain-error.js';
import { checkName } from '../../validation/check-input.js';
import { lockLibraryExclusively } from '../locks/require-library.js';
import { addAuditEntry } from '../audit/audit-repository.js';
import type { AuditAction } from '../audit.js';
import type { ContentService } from '../content-service.js';
import { checkPage, numberCursor, pageOf } from '../pagination.js';
import {
  DELIVERY_STATES,
  type DeliveryState,
  WEBHOOK_EVENTS,
  WEBHOOK_LIMITS,
  type Webhook,
  type WebhookAddress,
  type WebhookDelivery,
  type WebhookEvent,
  type WebhookEventType,
} from '../webhook.js';

type WebhookRepository = Pick<
  ContentService,
  | 'webhooks'
  | 'createWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'rotateWebhookSecret'
  | 'webhookDeliveries'
  | 'replayWebhookDelivery'
>;

const SECRET_BYTES = 32;

interface StoredSecret {
  readonly secret: string;
  /** Milliseconds since 1970; null for the current one. */
  readonly until: number | null;
}

/** @param checkUrl throws BadInputError for a forbidden URL */
export function createWebhookRepository(
  { read, write, kind }: Database,
  clock: Clock,
  checkUrl: (url: string) => void,
): WebhookRepository {
  /** Changes a webhook under a lock. */
  const change = (
    address: WebhookAddress,
    action: AuditAction,
    actor: PrincipalIdentity,
    update: (row: WebhookRow, at: number) => { readonly values: Partial<WebhookRow>; readonly details: object },
  ): Promise<Webhook> =>
    write(async (transaction) => {
      const at = clock();
      const row = await webhookByAddress(transaction, address)
        .$if(kind === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst();
      if (!row) throw webhookNotFound(address);
      const { values, details } = update(row, at);
      if (Object.keys(values).length > 0)
        await transaction
          .updateTable('webhooks')
          .set(values)
          .where('library', '=', address.library)
          .where('id', '=', address.id)
          .execute();
      await audit(transaction, address, { at, action, details }, actor);
      return webhookOf({ ...row, ...values }, at);
    });

  return {
    async webhooks(library) {
      const rows = await read
        .selectFrom('webhooks')
        .selectAll()
        .where('library', '=', library)
        .where('retired_at', 'is', null)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      const now = clock();
      return rows.map((row) => webhookOf(row, now));
    },

    async createWebhook({ library, url, events = WEBHOOK_EVENTS }, actor = COMMAND_LINE) {
      checkName('library', library);
      checkUrl(url);
      const types = checkEvents(events);
      const secret = newSecret();
      const at = clock();
      const row: WebhookRow = {
        ...{ library, id: `wh_${randomBytes(9).toString('hex')}`, url, events: JSON.stringify(types) },
        ...{ enabled: 1, disabled_reason: null, created_at: at, retired_at: null },
        secrets: JSON.stringify([{ secret, until: null }] satisfies StoredSecret[]),
      };
      await write(async (transaction) => {
        // A concurrent creation waits, and then counts this webhook.
        await lockLibraryExclusively(transaction, library, kind);
        const { count } = await transaction
          .selectFrom('webhooks')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('library', '=', library)
          .where('retired_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (Number(count) >= WEBHOOK_LIMITS.webhooks) {
          throw new BadInputError(
            `The library '${library}' has ${WEBHOOK_LIMITS.webhooks} webhooks, and may have no more. Remove one first.`,
            'library',
          );
        }
        await transaction.insertInto('webhooks').values(row).execute();
        const details = { receiver: new URL(url).host, events: types };
        await audit(transaction, row, { at, action: 'createWebhook', details }, actor);
      });
      return { webhook: webhookOf(row, at), secret };
    },

    async updateWebhook({ library, id, url, events, enabled }, actor = COMMAND_LINE) {
      if (url !== undefined) checkUrl(url);
      const types = events && checkEvents(events);
      return change({ library, id }, 'updateWebhook', actor, () => ({
        values: {
          ...(url === undefined ? {} : { url }),
          ...(types === undefined ? {} : { events: JSON.stringify(types) }),
          ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0, disabled_reason: null }),
        },
        details: {
          ...(url === undefined ? {} : { receiver: new URL(url).host }),
          ...(types === undefined ? {} : { events: types }),
          ...(enabled === undefined ? {} : { enabled }),
        },
      }));
    },

    deleteWebhook: ({ library, id }, actor = COMMAND_LINE) =>
      write(async (transaction) => {
        const row = await transaction
          .deleteFrom('webhooks')
          .where('library', '=', library)
          .where('id', '=', id)
          .returning('url')
          .executeTakeFirst();
        if (!row) return false;
        await transaction
          .deleteFrom('webhook_deliveries')
          .where('library', '=', library)
          .where('webhook', '=', id)
          .execute();
        const details = { receiver: new URL(row.url).host };
        await audit(transaction, { library, id }, { at: clock(), action: 'deleteWebhook', details }, actor);
        return true;
      }),

    async rotateWebhookSecret(address, { revoke = false } = {}, actor = COMMAND_LINE) {
      const secret = newSecret();
      const webhook = await change(address, 'rotateWebhookSecret', actor, ({ secrets }, at) => {
        const [current] = JSON.parse(secrets) as StoredSecret[];
        const previous = revoke || !current ? [] : [{ ...current, until: at + WEBHOOK_LIMITS.rotation }];
        return { values: { secrets: JSON.stringify([{ secret, until: null }, ...previous]) }, details: { revoke } };
      });
      return { webhook, secret };
    },

    async webhookDeliveries({ library, id }, { first, after, state }) {
      checkPage({ first });
      if (state !== undefined && !DELIVERY_STATES.includes(state))
        throw new BadInputError(
          `state '${String(state)}' does not exist. Use one of ${DELIVERY_STATES.join(', ')}.`,
          'state',
        );
      let query = deliveryRows(read).where('d.library', '=', library).where('d.webhook', '=', id);
      if (after !== undefined) query = query.where('d.sequence', '<', numberCursor(after));
      if (state !== undefined) query = query.where('d.state', '=', state);
      const rows = await query
        .orderBy('d.sequence', 'desc')
        .limit(first + 1)
        .execute();
      return pageOf(rows, first, deliveryOf, ({ sequence }) => String(sequence));
    },

    replayWebhookDelivery: ({ library, id }, event, actor = COMMAND_LINE) =>
      write(async (transaction) => {
        const at = clock();
        const row = await transaction
          .updateTable('webhook_deliveries')
          .set({ state: 'pending', attempts: 0, first_at: null, due_at: at })
          .where('library', '=', library)
          .where('webhook', '=', id)
          .where('event', '=', event)
          .returning('event')
          .executeTakeFirst();
        if (!row) {
          throw new NotFoundError(
            `The log of webhook '${library}/${id}' has no event ${JSON.stringify(event.slice(0, 200))}. Choose one of its deliveries.`,
          );
        }
        await audit(transaction, { library, id }, { at, action: 'replayWebhook', details: { event } }, actor);
        return findDelivery(transaction, { library, id }, event);
      }),
  };
}

const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

const webhookByAddress = (queries: Queries, { library, id }: WebhookAddress) =>
  queries
    .selectFrom('webhooks')
    .selectAll()
    .where('library', '=', library)
    .where('id', '=', id)
    .where('retired_at', 'is', null);

/** @throws NotFoundError */
export async function requireWebhook(queries: Queries, address: WebhookAddress): Promise<WebhookRow> {
  const row = await webhookByAddress(queries, address).executeTakeFirst();
  if (!row) throw webhookNotFound(address);
  return row;
}

const webhookNotFound = ({ library, id }: WebhookAddress): NotFoundError =>
  new NotFoundError(`There is no webhook '${library}/${id}'. Check the id.`);

/** The secrets that sign at a given time, the current one first. */
export const secretsOf = ({ secrets }: Pick<WebhookRow, 'secrets'>, now: number): string[] =>
  (JSON.parse(secrets) as StoredSecret[])
    .filter(({ until }) => until === null || until > now)
    .map(({ secret }) => secret);

/** @throws BadInputError */
function checkEvents(events: readonly string[]): readonly WebhookEvent[] {
  const invalid = events.find((event) => !(WEBHOOK_EVENTS as readonly string[]).includes(event));
  if (invalid !== undefined)
    throw new BadInputError(
      `events: a webhook cannot have ${JSON.stringify(invalid.slice(0, 200))}. Use one of ${WEBHOOK_EVENTS.join(', ')}.`,
      'events',
    );
  if (events.length === 0) throw new BadInputError('events are empty. Give at least one.', 'events');
  return WEBHOOK_EVENTS.filter((event) => events.includes(event));
}

export const audit = (
  transaction: Queries,
  { library, id }: WebhookAddress,
  { at, action, details }: { readonly at: number; readonly action: AuditAction; readonly details: object },
  actor: PrincipalIdentity,
): Promise<void> =>
  addAuditEntry(transaction, { at, action, library, subject: `${library}/${id}`, details: { ...details } }, actor);

/** Deliveries (`d`) joined to their events (`e`). */
const deliveryRows = (queries: Queries) =>
  queries
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as e', 'e.id', 'd.event')
    .selectAll('d')
    .select('e.type');

/** Finds an existing delivery. */
export async function findDelivery(
  queries: Queries,
  { library, id }: WebhookAddress,
  event: string,
): Promise<WebhookDelivery> {
  const row = await deliveryRows(queries)
    .where('d.library', '=', library)
    .where('d.webhook', '=', id)
    .where('d.event', '=', event)
    .executeTakeFirstOrThrow();
  return deliveryOf(row);
}

/** Removes a webhook of a deleted library, with its deliveries. Returns false for other webhooks. */
export async function removeRetired(transaction: Queries, { library, id }: WebhookAddress): Promise<boolean> {
  const removed = await transaction
    .deleteFrom('webhooks')
    .where('library', '=', library)
    .where('id', '=', id)
    .where('retired_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!removed) return false;
  // The event remains for other webhooks, and is removed with the log.
  await transaction.deleteFrom('webhook_deliveries').where('library', '=', library).where('webhook', '=', id).execute();
  return true;
}

/** Marks pending deliveries as failed; they can be replayed manually. Returns their number. */
export async function failPendingDeliveries(transaction: Queries, reason: string): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', error: reason, claim: null, claimed_until: 0 })
    .where('state', '=', 'pending')
    .executeTakeFirst();
  // Retired webhooks belong to deleted libraries, so nobody can see or replay their deliveries.
  await transaction.deleteFrom('webhooks').where('retired_at', 'is not', null).execute();
  return Number(numUpdatedRows);
}

/** Removes events and deliveries up to a time. @param before milliseconds since 1970 */
export async function removeWebhookLog(transaction: Queries, before: number): Promise<void> {
  await transaction.deleteFrom('webhook_deliveries').where('at', '<=', before).execute();
  await transaction.deleteFrom('webhook_events').where('at', '<=', before).execute();
}

/** The number of deliveries in each state. */
export async function deliveriesByState({ read }: Pick<Database, 'read'>): Promise<Record<DeliveryState, number>> {
  const rows = await read
    .selectFrom('webhook_deliveries')
    .select(['state', ({ fn }) => fn.countAll().as('count')])
    .groupBy('state')
    .execute();
  const counts = Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
  return { pending: 0, delivered: 0, failed: 0, ...counts };
}

function webhookOf(
  { library, id, url, events, enabled, disabled_reason, secrets, created_at }: WebhookRow,
  now: number,
) {
  const [, previous] = JSON.parse(secrets) as StoredSecret[];
  const until = previous?.until ?? undefined;
  return {
    library,
    id,
    url,
    events: JSON.parse(events) as WebhookEvent[],
    enabled: enabled === 1,
    disabledReason: disabled_reason ?? undefined,
    previousSecretUntil: until !== undefined && until > now ? until : undefined,
    createdAt: created_at,
  };
}

const deliveryOf = (row: WebhookDeliveryRow & Pick<WebhookEventRow, 'type'>): WebhookDelivery => ({
  library: row.library,
  webhook: row.webhook,
  event: row.event,
  subject: row.subject,
  attempts: row.attempts,
  type: row.type as WebhookEventType,
  state: row.state as DeliveryState,
  dueAt: row.state === 'pending' ? row.due_at : undefined,
  status: row.status ?? undefined,
  error: row.error ?? undefined,
  at: row.at,
  deliveredAt: row.delivered_at ?? undefined,
});
