/** Creates the content service on a database and a blob store. */
import { sql } from 'kysely';
import type { Database } from '../db/database.js';
import { createReadCache, type ReadCache } from '../db/read-cache.js';
import { styleAddress } from '../content/addresses.js';
import type { BlobStore } from '../storage/blob-store.js';
import type { ContentService } from '../content/content-service.js';
import type { TokenStore } from '../auth/token-store.js';
import { type Clock, systemClock } from '../lib/clock.js';
import { consoleLog, type Log } from '../lib/log.js';
import { createComponentRepository } from '../content/components/component-repository.js';
import { createDataSourceRepository } from '../content/data-sources/data-source-repository.js';
import { createLibraryRepository } from '../content/libraries/library-repository.js';
import { createMediaRepository } from '../content/media/media-repository.js';
import { addAuditEntry, auditReads } from '../content/audit/audit-repository.js';
import { createChangeFeed } from '../content/entries/change-feed.js';
import { checkAll } from './check-consistency.js';
import { createScheduleWorker } from './schedules/schedule-worker.js';
import { createDeletionWorker } from './deletion/deletion-worker.js';
import type { PurgeQueue } from './purge/purge-queue.js';
import { createOutboxWorker, type OutboxWorkerOptions } from './worker/outbox-worker.js';
import {
  enqueueErased,
  enqueueTombstones,
  openDeliveries,
  pendingDeliveries,
  enqueue,
  enqueueAll,
  unpublishedAt,
} from './outbox/outbox.js';
import type { Outbox } from '../content/entries/outbox.js';
import { beginComponentDeletion, beginLibraryDeletion, openDeletions } from '../content/deletions/deletions.js';
import { findEntry } from '../content/entries/entries.js';
import { createReleaseRepository, itemsOfRelease, requireOpenRelease } from '../content/releases/release-repository.js';
import { createScheduleClock } from '../content/schedules/schedule-clock.js';
import { createScheduleRepository } from '../content/schedules/schedule-repository.js';
import { createPublishItems } from '../content/versions/publish-items.js';
import { createDeliveryCheck } from '../content/versions/delivery-check.js';
import { entryWrites } from '../content/versions/entry-writes.js';
import { cachedValidator } from '../validation/cached-validator.js';
import { type ContentValidator, inlineValidator } from '../validation/content-validator.js';
import { forkReads } from '../content/forks/fork-repository.js';
import type { HistoryRetention } from '../content/entries/history-retention.js';
import { startCleanupJob } from '../content/cleanup/cleanup-job.js';
import { createWebhookRepository } from '../content/webhooks/webhook-repository.js';
import { createReceiverRules, type ReceiverOptions } from './webhooks/receiver-rules.js';
import { createEventSender } from './webhooks/send-event.js';
import { webhookTests } from './webhooks/test-webhook.js';
import { startWebhookWorker, type WebhookWorkerOptions } from './webhooks/webhook-worker.js';
import { surrogateKeys } from '../purge/surrogate-keys.js';
import { adoptStore } from './store-identity.js';
import { fullStylesheet } from '../content/stylesheets/stylesheets.js';
import { createPreviewLinkRepository } from '../content/preview-links/preview-link-repository.js';
import { tokenStore } from '../auth/token-repository.js';
import { historyReads, versionReads } from '../content/versions/version-repository.js';
import { createEntryWriter } from '../content/entries/entry-writer.js';

export interface ContentServiceOptions {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly clock?: Clock;
  readonly log?: Log;
  /** Purges changed content from a CDN. Closed with the content service. */
  readonly purges?: PurgeQueue | undefined;
  /** Days for which the audit log is retained; by default forever. */
  readonly auditDays?: number | undefined;
  /** Retention of histories; by default everything is kept. */
  readonly history?: HistoryRetention | undefined;
  /** Called with the number of revisions that retention removed. */
  readonly onRevisionsRemoved?: ((count: number) => void) | undefined;
  /** Allowed receivers of webhook events, besides public addresses. */
  readonly receivers?: ReceiverOptions;
  /** Sends webhook events while this process runs. If undefined, another process does. */
  readonly webhooks?:
    (Pick<WebhookWorkerOptions, 'pollInterval' | 'claim' | 'random'> & { readonly timeout?: number }) | undefined;
  /** Validates content before it becomes public. By default this runs in this thread. */
  readonly validator?: ContentValidator;
  /** Caches results of reads. */
  readonly readCache?: ReadCache;
  /** Milliseconds that a write waits for its blobs before it is acknowledged without them. */
  readonly timeout?: number;
  /** Milliseconds between checks of delivered blobs, in a store without fenced writes. */
  readonly readBackInterval?: number;
  readonly outbox?: Pick<OutboxWorkerOptions, 'pollInterval' | 'elapsed'>;
  /** Milliseconds between checks for due schedules. Undefined for commands, which do not run schedules. */
  readonly scheduleInterval?: number | undefined;
}

const TIMEOUT = 5_000;

/**
 * Reads that are cached until the next write, because GraphQL repeats them often. Contents are excluded: they are
 * cached by revision. Reads that depend on the time or on the state of this process are excluded, too.
 */
const CACHED_READS = [
  'libraryPage',
  'library',
  'publishedLibrary',
  'componentSummaries',
  'component',
  'collectionPage',
  'versionSummaries',
  'versionPage',
  'versionPages',
  'stylesheetSummary',
  'historySummaries',
  'unpublishedAt',
  'forks',
  'dataSourcePage',
  'media',
  'auditPage',
  'schedules',
  'releases',
  'release',
  'releaseItems',
] as const;

/** Starts to carry out open deliveries. Closing the service also closes the database. */
export function createContentService(options: ContentServiceOptions): ContentService & TokenStore {
  const {
    database,
    blobs,
    clock = systemClock,
    log = consoleLog,
    timeout = TIMEOUT,
    purges,
    auditDays,
    history,
    onRevisionsRemoved,
    readBackInterval,
    receivers,
    webhooks,
    scheduleInterval,
    validator = cachedValidator(inlineValidator),
    readCache = createReadCache(database),
  } = options;
  const { read } = database;
  const worker = createOutboxWorker({
    database,
    blobs,
    log,
    timeout,
    purges,
    ...options.outbox,
    ...(readBackInterval === undefined ? {} : { readBackInterval }),
  });
  const outbox: Outbox = {
    enqueue,
    enqueueErased,
    enqueueTombstones,
    pending: pendingDeliveries,
    flush: worker.flush,
  };
  const deletions = createDeletionWorker({ database, blobs, outbox, clock, log, timeout });
  const histories = historyReads(read);
  const publishItems = createPublishItems({ database, outbox, validator, clock });
  const now = createScheduleClock(database.kind, options.clock);
  const schedules =
    scheduleInterval === undefined
      ? undefined
      : createScheduleWorker({
          ...{ database, outbox, publishItems, clock, now, log, timeout },
          interval: scheduleInterval,
        });
  const changeFeed = createChangeFeed(database);
  const rules = createReceiverRules(receivers);
  const send = createEventSender(rules, surrogateKeys, webhooks?.timeout);
  const hasPurgeTarget = purges !== undefined;
  const stopWebhooks = webhooks && startWebhookWorker({ database, send, clock, log, hasPurgeTarget, ...webhooks });
  const tokens = tokenStore(database, clock, addAuditEntry);
  const stopCleanupJob = startCleanupJob(database, clock, log, {
    ...{ auditDays, history, onRevisionsRemoved },
    // Only hosts send webhooks. A command may lack a setting that the hosts have.
    removesPurges: webhooks !== undefined && !hasPurgeTarget,
  });

  const contentService: ContentService & TokenStore = {
    ...createLibraryRepository(database, clock),
    ...createComponentRepository(database, clock),
    ...createDataSourceRepository(database, clock),
    ...createMediaRepository(database, clock),
    ...createWebhookRepository(database, clock, rules.checkUrl),
    ...webhookTests(database, clock, send),
    ...versionReads(read),
    ...forkReads(read),
    ...auditReads(read),
    ...entryWrites(
      createEntryWriter({ database, outbox, clock }),
      outbox,
      createDeliveryCheck(read, validator),
      database.kind,
    ),
    ...createReleaseRepository({ database, clock, outbox, publishItems }),
    ...createScheduleRepository({
      ...{ database, clock, now, validator, requireOpenRelease },
      releaseItems: itemsOfRelease,
    }),
    ...tokens,
    ...createPreviewLinkRepository(database, clock, tokens),
    ...histories,
    async stylesheet(library) {
      const row = await findEntry(read, styleAddress(library));
      return row && fullStylesheet(row);
    },
    stylesheetHistory: (library, page) => histories.history(styleAddress(library), page),
    async deleteComponent(library, component, { force = false } = {}, actor) {
      const deletion = { library, component };
      const beginning = { kind: database.kind, at: clock(), by: actor, force };
      const isBegun = await database.write((transaction) => beginComponentDeletion(transaction, deletion, beginning));
      if (isBegun) await deletions.finish(deletion);
      return isBegun;
    },
    async deleteLibrary(library, actor) {
      const beginning = { kind: database.kind, at: clock(), by: actor };
      const isBegun = await database.write((transaction) => beginLibraryDeletion(transaction, library, beginning));
      if (isBegun) await deletions.finish({ library, component: '' });
      return isBegun;
    },
    openDeletions: () => openDeletions(read),
    changes: changeFeed.changes,
    delivered: worker.delivered,
    async redeliver() {
      await adoptStore(database, blobs);
      await enqueueAll(database);
    },
    deliverAgain: worker.redeliver,
    async isDelivered(address) {
      // Read `written` before the rows: a delivery is either recorded in a row by then, or in `written`.
      const written = worker.written();
      return (await pendingDeliveries(read, address)).every(({ key, wanted }) => (written.get(key) ?? 0) >= wanted);
    },
    unpublishedAt: (address) => unpublishedAt(read, address),
    async openDeliveries(library) {
      // Before the rows are read, as above.
      const written = worker.written();
      const rows = await openDeliveries(read, library);
      return new Set(rows.filter(({ key, wanted }) => (written.get(key) ?? 0) < wanted).map(({ key }) => key));
    },
    check: () => checkAll(read, blobs),
    ready: () =>
      sql`select 1`.execute(read).then(
        () => true,
        () => false,
      ),
    async close() {
      stopCleanupJob();
      await stopWebhooks?.();
      await schedules?.close();
      await deletions.close();
      changeFeed.close();
      await worker.close();
      await purges?.close();
      await database.close();
    },
  };
  const cachedReads = CACHED_READS.map((name) => [name, readCache.keepAnswers(contentService[name] as Read)]);
  return {
    ...contentService,
    ...(Object.fromEntries(cachedReads) as Pick<ContentService, (typeof CACHED_READS)[number]>),
  };
}

type Read = (...args: readonly unknown[]) => Promise<unknown>;
