/** Events of webhooks, recorded in the transaction of the change. So none is lost, and none reports a change that failed. */
import { randomBytes } from 'node:crypto';
import { insertInChunks } from '../../db/insert-in-chunks.js';
import type { Queries, WebhookDeliveryRow, WebhookEventRow } from '../../db/schema.js';
import { kindOf, subjectOf } from '../addresses.js';
import type { Action, Media, VersionAddress } from '../model.js';
import { WEBHOOK_LIMITS, type WebhookEvent, type WebhookEventType } from '../webhook.js';

export const LIBRARY_DELETED: WebhookEvent = 'library.deleted';

export interface NewEvent extends Pick<WebhookEventRow, 'subject' | 'component' | 'version' | 'at'> {
  readonly type: WebhookEventType;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Queues events for each enabled webhook of the library that subscribes to them. */
export async function recordEvents(transaction: Queries, library: string, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const webhooks = await transaction
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('library', '=', library)
    .where('enabled', '=', 1)
    .where('retired_at', 'is', null)
    .execute();
  const subscribers = webhooks.map(({ id, events: types }) => ({ id, types: new Set(JSON.parse(types) as string[]) }));
  const subscribedEvents = events.filter(({ type }) => subscribers.some(({ types }) => types.has(type)));
  if (subscribedEvents.length === 0) return;
  const rows = await addEvents(transaction, library, subscribedEvents);
  const deliveries = rows.flatMap((event) =>
    subscribers.filter(({ types }) => types.has(event.type)).map(({ id }) => newDelivery(event, id)),
  );
  await insertInChunks(transaction, 'webhook_deliveries', deliveries);
}

/** Retires a deleted library's webhooks, so that they get only its end. Webhooks without that event are removed. */
export async function retireWebhooks(transaction: Queries, library: string, now: number): Promise<void> {
  const rows = await transaction
    .selectFrom('webhooks')
    .select(['id', 'events', 'enabled'])
    .where('library', '=', library)
    .where('retired_at', 'is', null)
    .execute();
  const isSubscribed = ({ events, enabled }: (typeof rows)[number]): boolean =>
    enabled === 1 && (JSON.parse(events) as string[]).includes(LIBRARY_DELETED);
  const ids = (selected: typeof rows): string[] => selected.map(({ id }) => id);
  const subscribedIds = ids(rows.filter(isSubscribed));
  if (subscribedIds.length > 0)
    await transaction
      .updateTable('webhooks')
      .set({ retired_at: now })
      .where('library', '=', library)
      .where('id', 'in', subscribedIds)
      .execute();
  const others = ids(rows.filter((row) => !isSubscribed(row)));
  if (others.length > 0)
    await transaction.deleteFrom('webhooks').where('library', '=', library).where('id', 'in', others).execute();
}

/** Queues the event of a library's end for its retired webhooks. */
export async function recordLibraryEnd(transaction: Queries, library: string, at: number): Promise<void> {
  const webhooks = await transaction
    .selectFrom('webhooks')
    .select('id')
    .where('library', '=', library)
    .where('retired_at', 'is not', null)
    .execute();
  if (webhooks.length === 0) return;
  const [event] = await addEvents(transaction, library, [
    { type: LIBRARY_DELETED, subject: library, component: null, version: null, at, data: {} },
  ]);
  const deliveries = webhooks.map(({ id }) => newDelivery(event!, id));
  await insertInChunks(transaction, 'webhook_deliveries', deliveries);
}

/** Adds events without deliveries, numbered in the order in which their transactions commit. */
export async function addEvents(
  transaction: Queries,
  library: string,
  events: readonly NewEvent[],
): Promise<WebhookEventRow[]> {
  // Locks the library's counter until the commit, so that the next number commits later.
  await transaction
    .updateTable('sequences')
    .set(({ ref }) => ({ last: ref('last') }))
    .where('library', '=', library)
    .execute();
  const { last } = await transaction
    .selectFrom('webhook_events')
    .select(({ fn }) => fn.max('sequence').as('last'))
    .where('library', '=', library)
    .executeTakeFirstOrThrow();
  const rows = events.map(({ data, ...event }, index) => ({
    ...event,
    id: `msg_${randomBytes(16).toString('base64url')}`,
    library,
    // Numbers are not reused after old events are removed, unless a clock is set back by the retention time.
    sequence: Math.max(Number(last ?? 0) + 1, event.at) + index,
    data: JSON.stringify(data),
  }));
  await insertInChunks(transaction, 'webhook_events', rows);
  return rows;
}

export const newDelivery = (event: WebhookEventRow, webhook: string): WebhookDeliveryRow => ({
  ...{ library: event.library, webhook, event: event.id, sequence: event.sequence, subject: event.subject },
  ...{ state: 'pending', attempts: 0, first_at: null, due_at: event.at, claim: null, claimed_until: 0 },
  ...{ status: null, error: null, at: event.at, delivered_at: null },
});

const TYPES: Readonly<Partial<Record<`${'version' | 'stylesheet'} ${Action}`, WebhookEvent>>> = Object.freeze({
  'version publish': 'component.published',
  'version unpublish': 'component.unpublished',
  'version delete': 'component.deleted',
  'stylesheet publish': 'stylesheet.published',
  'stylesheet unpublish': 'stylesheet.unpublished',
});

/** The event of an action, or none. @param keys keys of the changed blobs */
export function entryEvents(
  address: VersionAddress,
  { action, revision, at, keys }: { action: Action; revision: number; at: number; keys: readonly string[] },
): NewEvent[] {
  const kind = kindOf(address);
  const type = TYPES[`${kind} ${action}`];
  if (type === undefined) return [];
  const { component, version } = address;
  const names = kind === 'version' ? { component, version } : {};
  const data = { ...names, revision, paths: pathsOf(keys) };
  return [{ type, subject: subjectOf(address), component, version, at, data }];
}

export const mediaEvent = (
  type: 'media.uploaded' | 'media.deleted',
  { library, id, name, variants }: Pick<Media, 'library' | 'id' | 'name' | 'variants'>,
  at: number,
): NewEvent => ({
  ...{ type, at, component: null, version: null },
  // A stylesheet's subject has no slash; a version's has two.
  subject: `${library}/${id}`,
  data: { media: id, name, paths: pathsOf(variants.map(({ path }) => `media/${library}/${path}`)) },
});

/** The URL paths of blobs. Published ones come first, because the number of paths in an event is limited. */
function pathsOf(keys: readonly string[]): string[] {
  const rank = (key: string): number => (/\/published\.\w+$/.test(key) ? 0 : 1);
  return keys
    .toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map((key) => `/${key.split('/').map(encodeURIComponent).join('/')}`)
    .flatMap((path) => [path, `/cdn${path}`])
    .slice(0, WEBHOOK_LIMITS.paths);
}
