/**
 * Sends events to webhooks: at least once, in order per webhook and subject, with backoff for a day. After a crash, any
 * host finds open deliveries in the database. A claim prevents several hosts from sending the same one.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { PrincipalIdentity } from '../../auth/identity.js';
import type { WebhookAddress } from '../../content/webhook.js';
import { LIBRARY_DELETED } from '../../content/webhooks/record-events.js';
import { audit, removeRetired, secretsOf } from '../../content/webhooks/webhook-repository.js';
import type { Database } from '../../db/database.js';
import type { Clock } from '../../lib/clock.js';
import type { Log } from '../../lib/log.js';
import { createSemaphore } from '../../lib/semaphore.js';
import { waitFor } from '../../lib/timeout.js';
import type { Attempt, SendEvent } from './send-event.js';

/** Milliseconds between checks for due deliveries. */
const POLL_INTERVAL = 1_000;
/** Milliseconds for which a claim is valid: longer than a request may take, and enough for differences between clocks. */
const CLAIM = 60_000;
/** Maximum milliseconds after an event that it waits for the purge of its content from the CDN. */
const PURGE_TIMEOUT = 30_000;
/** Concurrent requests, per webhook and in total. The limit per webhook prevents a slow receiver from blocking others. */
const CONCURRENCY_OF_ONE = 8;
const CONCURRENCY = 64;
const FIRST_RETRY = 5_000;
const MAX_RETRY = 1_800_000;
/** Maximum wait that a receiver may request, in milliseconds. */
const MAX_RETRY_AFTER = 3_600_000;
/** Milliseconds after the first attempt at which the last attempt is made. */
const GIVE_UP = 86_400_000;
/** Random variation of a wait, as a fraction, so that retries spread out. */
const JITTER = 0.2;
/** Milliseconds for running requests when the host stops. */
const CLOSE_TIMEOUT = 5_000;
const GONE = 410;

/** Principal in the audit log for automatic actions of the host. */
const HOST: PrincipalIdentity = Object.freeze({ name: 'feaas-host', id: 'host' });

export interface WebhookWorkerOptions {
  readonly database: Database;
  readonly send: SendEvent;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether this process sends queued purges. Otherwise, no event waits for them. */
  readonly hasPurgeTarget: boolean;
  /** Milliseconds, like `claim`. */
  readonly pollInterval?: number | undefined;
  readonly claim?: number | undefined;
  /** A random number from 0 to 1. */
  readonly random?: (() => number) | undefined;
}

/** Starts the worker. Returns a function that stops it, with a time limit for running requests. */
export function startWebhookWorker(options: WebhookWorkerOptions): () => Promise<void> {
  const { database, send, clock, log, hasPurgeTarget } = options;
  const { pollInterval = POLL_INTERVAL, claim = CLAIM, random = Math.random } = options;
  /** Running deliveries by library and webhook id. */
  const runs = new Map<string, Promise<void>>();
  const semaphore = createSemaphore(CONCURRENCY);
  const stop = new AbortController();
  const requestAbort = new AbortController();

  /** Due deliveries (`d`) of enabled webhooks (`w`) without a valid claim. */
  const dueDeliveries = (now: number) =>
    database.read
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhooks as w', (join) => join.onRef('w.library', '=', 'd.library').onRef('w.id', '=', 'd.webhook'))
      .where('w.enabled', '=', 1)
      .where('d.state', '=', 'pending')
      // A row postponed by more than a day is due, too: a clock was set back since. A day is enough tolerance for
      // claims of hosts whose clocks are ahead.
      .where(({ eb, or }) => or([eb('d.due_at', '<=', now), eb('d.due_at', '>', now + GIVE_UP)]))
      .where(({ eb, or }) => or([eb('d.claimed_until', '<=', now), eb('d.claimed_until', '>', now + GIVE_UP)]));

  const findCandidates = ({ library, id }: WebhookAddress) => {
    const now = clock();
    return (
      dueDeliveries(now)
        .innerJoin('webhook_events as e', 'e.id', 'd.event')
        .select(['d.event', 'e.type', 'e.component', 'e.version', 'e.data', 'e.at'])
        .where('d.library', '=', library)
        .where('d.webhook', '=', id)
        // A later event of a subject waits for the earlier ones.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('webhook_deliveries as p')
                .select('p.event')
                .whereRef('p.library', '=', 'd.library')
                .whereRef('p.webhook', '=', 'd.webhook')
                .whereRef('p.subject', '=', 'd.subject')
                .whereRef('p.sequence', '<', 'd.sequence')
                .where('p.state', '=', 'pending'),
            ),
          ),
        )
        // Waits for delivery and, up to PURGE_TIMEOUT, for the purge, so that receivers get the new content.
        .where(({ and, eb, or, not, exists, selectFrom }) => {
          const unfinished = selectFrom('deliveries as o')
            .leftJoin('purges as q', 'q.key', 'o.key')
            .select('o.key')
            .whereRef('o.library', '=', 'e.library')
            .where((expression) =>
              expression.or([
                expression('o.delivered', '<', expression.ref('o.wanted')),
                ...(hasPurgeTarget
                  ? [
                      expression.and([
                        expression('q.key', 'is not', null),
                        expression('e.at', '>', now - PURGE_TIMEOUT),
                      ]),
                    ]
                  : []),
              ]),
            );
          const ofVersion = unfinished
            .whereRef('o.component', '=', 'e.component')
            .whereRef('o.version', '=', 'e.version');
          // The end of a library concerns all of its content.
          return and([not(exists(ofVersion)), or([eb('e.type', '!=', LIBRARY_DELETED), not(exists(unfinished))])]);
        })
        .orderBy('d.sequence')
        .limit(CONCURRENCY_OF_ONE)
        .execute()
    );
  };
  type Candidate = Awaited<ReturnType<typeof findCandidates>>[number];

  /** Sends an event. Returns false if another host has claimed it. */
  const deliver = async (address: WebhookAddress, event: Candidate): Promise<boolean> => {
    const { library, id } = address;
    const token = randomUUID();
    const now = clock();
    const claimed = await database.write(async (transaction) => {
      const row = await transaction
        .updateTable('webhook_deliveries')
        .set(({ ref, fn }) => ({
          claim: token,
          claimed_until: now + claim,
          first_at: fn.coalesce(ref('first_at'), sql<number>`cast(${now} as bigint)`),
        }))
        .where('library', '=', library)
        .where('webhook', '=', id)
        .where('event', '=', event.event)
        .where('state', '=', 'pending')
        // Another host may have made an attempt meanwhile.
        .where(({ eb, or }) => or([eb('due_at', '<=', now), eb('due_at', '>', now + GIVE_UP)]))
        .where(({ eb, or }) => or([eb('claimed_until', '<=', now), eb('claimed_until', '>', now + GIVE_UP)]))
        .returning(['attempts', 'first_at'])
        .executeTakeFirst();
      if (!row) return undefined;
      const webhook = await transaction
        .selectFrom('webhooks')
        .select(['url', 'secrets'])
        .where('library', '=', library)
        .where('id', '=', id)
        .where('enabled', '=', 1)
        .executeTakeFirst();
      return { webhook, attempts: row.attempts, firstAt: row.first_at ?? now };
    });
    if (!claimed) return false;
    const delivery = { ...address, event: event.event, type: event.type, token };
    if (!claimed.webhook) {
      await release(delivery);
      return false;
    }
    const { url, secrets } = claimed.webhook;
    const receiver = { url, secrets: secretsOf({ secrets }, now) };
    let attempt: Attempt;
    try {
      attempt = await send({ ...event, id: event.event, library }, receiver, now, requestAbort.signal);
    } catch (error) {
      await release(delivery);
      throw error;
    }
    await record(delivery, attempt, claimed);
    return true;
  };

  type ClaimedDelivery = WebhookAddress & { readonly event: string; readonly type: string; readonly token: string };

  /** Updates the delivery only while the claim belongs to this host. */
  const claimedBy = (transaction: Database['read'], { library, id, event, token }: ClaimedDelivery) =>
    transaction
      .updateTable('webhook_deliveries')
      .set({ claim: null, claimed_until: 0 })
      .where('library', '=', library)
      .where('webhook', '=', id)
      .where('event', '=', event)
      .where('claim', '=', token);

  const release = (delivery: ClaimedDelivery): Promise<unknown> =>
    database.write((transaction) => claimedBy(transaction, delivery).execute());

  const record = async (
    delivery: ClaimedDelivery,
    { status = null, error, retryAfter = 0 }: Omit<Attempt, 'status'> & { readonly status?: number | null | undefined },
    { attempts, firstAt }: { readonly attempts: number; readonly firstAt: number },
  ): Promise<void> => {
    const name = `${delivery.library}/${delivery.id}`;
    const now = clock();
    const outcome = { status, error: error ?? null, attempts: attempts + 1 };
    if (error === undefined) {
      await database.write(async (transaction) => {
        await claimedBy(transaction, delivery)
          .set({ ...outcome, state: 'delivered', delivered_at: now })
          .execute();
        // An earlier event may arrive after the deletion has begun. The webhook is needed until the final event is sent.
        if (delivery.type === LIBRARY_DELETED) await removeRetired(transaction, delivery);
      });
      return;
    }
    const isLast = now >= firstAt + GIVE_UP;
    const state = isLast || status === GONE ? 'failed' : 'pending';
    const due_at = Math.min(now + waitOf(attempts, retryAfter, random()), firstAt + GIVE_UP);
    const isRemoved = await database.write(async (transaction) => {
      await claimedBy(transaction, delivery)
        .set({ ...outcome, state, due_at })
        .execute();
      const isFinal = status === GONE || (state === 'failed' && delivery.type === LIBRARY_DELETED);
      if (isFinal && (await removeRetired(transaction, delivery))) return true;
      if (status === GONE) await disable(transaction, delivery, now);
      return false;
    });
    if (isRemoved) {
      log.warn(
        `webhook: ${name} did not take the deletion of its library: ${error}. The host removed it. Check the receiver.`,
      );
    } else if (status === GONE) {
      log.warn(`webhook: ${name} answered 410, so the host disabled it. Check its receiver, then enable it.`);
    } else if (isLast) {
      log.warn(
        `webhook: ${name} did not take event ${delivery.event} for 24 hours: ${error}. Check the receiver, then replay the event.`,
      );
    }
  };

  const disable = async (transaction: Database['read'], { library, id }: WebhookAddress, at: number): Promise<void> => {
    const row = await transaction
      .updateTable('webhooks')
      .set({ enabled: 0, disabled_reason: 'The receiver answered 410' })
      .where('library', '=', library)
      .where('id', '=', id)
      .where('enabled', '=', 1)
      .returning('id')
      .executeTakeFirst();
    if (!row) return;
    const details = { enabled: false, status: GONE };
    await audit(transaction, { library, id }, { at, action: 'updateWebhook', details }, HOST);
  };

  /** Sends the due deliveries of one webhook until none is left. */
  const run = (address: WebhookAddress): void => {
    const name = `${address.library}/${address.id}`;
    if (runs.has(name)) return;
    const work = async (): Promise<void> => {
      let hasSent = true;
      while (hasSent && !stop.signal.aborted) {
        const found = await findCandidates(address);
        const sent = await Promise.all(
          found.map((event) => semaphore(async () => !stop.signal.aborted && deliver(address, event))),
        );
        hasSent = sent.includes(true);
      }
    };
    runs.set(
      name,
      work()
        .catch((error: unknown) => {
          if (!stop.signal.aborted && database.readOnlyReason() === undefined)
            log.error(`webhook: could not deliver to ${name}. Read the error; the host tries again by itself.`, error);
        })
        .finally(() => runs.delete(name)),
    );
  };

  const polling = (async () => {
    // On an embedded database, claims found at the start are left over from an earlier run: there is no other host.
    let started = database.kind === 'postgres';
    while (!stop.signal.aborted) {
      try {
        if (!started) {
          await database.write((transaction) =>
            transaction
              .updateTable('webhook_deliveries')
              .set({ claim: null, claimed_until: 0 })
              .where('claimed_until', '>', 0)
              .execute(),
          );
        }
        started = true;
        const found = await dueDeliveries(clock()).select(['d.library', 'd.webhook as id']).distinct().execute();
        found.forEach(run);
      } catch {
        // An unavailable database is logged elsewhere.
      }
      await sleep(pollInterval, undefined, { signal: stop.signal, ref: false }).catch(() => {});
    }
  })();

  return async () => {
    stop.abort();
    const allEnded = () => Promise.all([polling, ...runs.values()]);
    await waitFor(CLOSE_TIMEOUT, allEnded(), () => undefined);
    requestAbort.abort();
    // Releases the claims of aborted requests.
    await waitFor(CLOSE_TIMEOUT, allEnded(), () => undefined);
  };
}

/** Milliseconds until the next attempt, after the given number of failures. */
export function waitOf(attempts: number, retryAfter: number, random: number): number {
  const wait = FIRST_RETRY * 2 ** attempts * (1 + JITTER * (2 * random - 1));
  return Math.round(Math.max(Math.min(wait, MAX_RETRY), Math.min(retryAfter, MAX_RETRY_AFTER)));
}
