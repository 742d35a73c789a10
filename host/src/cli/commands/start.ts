import { resolve } from 'node:path';
import { createAuthenticator } from '../../auth/authenticate.js';
import { isLoopbackName } from '../../lib/loopback.js';
import { developmentCode } from '../../auth/development-code.js';
import { requireRole } from '../../auth/principal.js';
import { createEditorHandlers } from '../../server/editor-handlers.js';
import { createHost } from '../../server/host.js';
import { createSignIn } from '../../server/sign-in.js';
import { countedContentService } from '../../server/metrics/counted-content-service.js';
import { createCorkedWriter } from '../../server/logging/corked-writer.js';
import { createLogger, logOf } from '../../server/logging/logger.js';
import { createMetrics } from '../../server/metrics/metrics.js';
import { createDeliveryLimit } from '../../server/middleware/delivery-limit.js';
import { createObservability } from '../../server/observability.js';
import { purgeQueueState } from '../../publishing/purge/purge-queue.js';
import { outboxState } from '../../publishing/outbox/outbox-state.js';
import { startTracing } from '../../server/tracing/start-tracing.js';
import { openSharedStore } from '../../shared/open-shared-store.js';
import { STORE_IDENTITY_KEY } from '../../storage/blob-store.js';
import { shutDown } from '../../server/shutdown.js';
import { cachedValidator } from '../../validation/cached-validator.js';
import { createValidationPool } from '../../validation/validation-pool.js';
import { monotonicClock, systemClock } from '../../lib/clock.js';
import type { Settings } from '../../config/read-settings.js';
import type { Database } from '../../db/database.js';
import type { Log } from '../../lib/log.js';
import { lockFolder } from '../../db/locks/folder-lock.js';
import { makePrivateFolder } from '../../lib/make-folders.js';
import { storageAt } from '../../storage/drivers/registry.js';
import { openReplica, type Replica } from '../../db/dialects/postgres-replica.js';
import { isDiskFailure } from '../../lib/disk-full.js';
import { UnavailableError } from '../../lib/domain-error.js';
import { pathsIn } from '../../lib/data-folder.js';
import { HostError } from '../../lib/host-error.js';
import { deliveriesByState } from '../../content/webhooks/webhook-repository.js';
import { createPresences } from '../../content/presence/presence-registry.js';
import { recordMaxAge } from '../../publishing/outbox/published-max-age.js';
import { createPreviewSource } from '../../publishing/preview-source.js';
import { replicaReads } from '../../publishing/replica-reads.js';
import { publishedLibrary } from '../../publishing/published-library.js';
import { type BackupSchedule, startBackupSchedule } from '../backup/backup-schedule.js';
import { snapshotOf } from '../backup/snapshot.js';
import { warnOfUnfinished } from '../backup/unfinished-restore.js';
import { checkStoreIdentity } from '../content/check-store-identity.js';
import { startAdminSocket } from '../admin-socket/server.js';
import type { CommandContext, CommandHandler } from './command.js';
import { textOf } from '../command-line/arguments.js';
import { runSite, siteAnswers, type SiteProcess } from '../command-line/site-process.js';
import { CHECKS } from '../library/checks.js';
import { importAndWatch } from '../library/import-and-watch.js';
import { DEFAULTS } from '../../config/defaults.js';
import { copyBuilds } from '../../server/static/copy-builds.js';
import { foldersOf } from '../command-line/site-folders.js';
import { importFirst } from './first-import.js';
import { describeStorage } from '../content/storage-description.js';
import { developmentToken } from '../content/development-token.js';
import { openContent, type OpenedContent } from '../content/open-content.js';
import { waitForStopSignal } from '../command-line/stop-signal.js';

/** Milliseconds to deliver published content when the host stops. */
const OUTBOX_TIMEOUT = 10_000;
/** Milliseconds between checks for due schedules. */
const SCHEDULE_INTERVAL = 1_000;

/** `start`: runs the host until a signal. */
export const startCommand: CommandHandler = async (context) =>
  context.arguments.flags['files'] === true ? serveFiles(context) : serveStore(context);

/** Serves the libraries folder directly: files are read at each request and never changed. */
async function serveFiles(context: CommandContext): Promise<number> {
  const { arguments: args, settings, sourceOf, log, output, folder } = context;
  const option = ['watch', 'run'].find((name) => args.flags[name] !== undefined && args.flags[name] !== false);
  if (option !== undefined || settings.developmentOrigins.length > 0)
    throw new HostError(
      `${option === undefined ? sourceOf('developmentOrigins') : `--${option}`} needs a database, but --files serves files alone. Leave one of them out.`,
    );
  const folders = await foldersOf(settings, folder, sourceOf, (message) => log.warn(message));
  const { port, hostname, maxAge: deliveryMaxAge, keepAliveSeconds } = settings;
  const surrogateKeys = settings.surrogateKeys === 'on';
  const host = createHost({ ...folders, port, hostname, deliveryMaxAge, keepAliveSeconds, surrogateKeys, log });
  // Registered now, so that a signal between listening and the ready line is not lost.
  const stopSignal = waitForStopSignal();
  output.out.write(`feaas-host is ready at ${await host.listen()}\n`);
  await stopSignal;
  await host.close();
  return 0;
}

async function serveStore(context: CommandContext): Promise<number> {
  const { settings, sourceOf, output, folder } = context;
  const { port, hostname, maxAge: deliveryMaxAge, keepAliveSeconds, environment } = settings;
  const { watched, siteCommand } = developmentOptionsOf(context);
  if (environment === 'development' && !isLoopbackName(hostname)) {
    throw new HostError(
      `${sourceOf('development')} signs people in, so it needs a loopback address such as 127.0.0.1, but ` +
        `${sourceOf('hostname')} is '${hostname}'. Leave one of them out.`,
    );
  }
  const onDropped = (count: number): void =>
    log.warn(
      `log: the host dropped ${count} lines, because nobody read the output fast enough. Check what reads the output of the host.`,
    );
  const logger = createLogger({
    environment,
    level: settings.logLevel,
    out: createCorkedWriter(output.out, { onDropped }),
    problems: createCorkedWriter(output.err, { onDropped }),
  });
  const log = logOf(logger);
  const stopTracing = await startTracing(process.env, log);
  const { site: siteFolder } = await foldersOf(settings, folder, sourceOf, (message) => log.warn(message));
  const stopSignal = waitForStopSignal();
  const storageDescription = describeStorage(settings);
  const pool = createValidationPool();
  const validator = cachedValidator(pool);
  let removedRevisions = 0;
  const onRevisionsRemoved = (count: number): void => void (removedRevisions += count);
  const purgeRequests = { accepted: 0, failed: 0 };
  const onPurgeRequest = (isAccepted: boolean): void => void purgeRequests[isAccepted ? 'accepted' : 'failed']++;
  const options = {
    ...{ validator, onRevisionsRemoved, onPurgeRequest },
    ...{ sendsWebhooks: true, scheduleInterval: SCHEDULE_INTERVAL },
  };
  let unlockFolder: (() => void) | undefined;
  const opening = openContent(settings, log, { tables: 'update', ...options }, async (stores) => {
    await unlessReadOnly(stores.database, () => checkStoreIdentity(stores, storageDescription, log));
    unlockFolder = lockFolderStore(settings);
    await warnOfUnfinished(stores.database.read, log);
  });
  // A database may take long: to answer, to migrate, or to release the lock of another host.
  const store = await unlessStopped(opening, stopSignal, () =>
    log.warn('Stopped before the database was open. Start again.'),
  );
  await unlessReadOnly(store.database, () => recordMaxAge(store.database, deliveryMaxAge));
  const backups = startBackups(store, settings, log);
  const { databaseUrl, redisUrl } = settings;
  const sharedStore = await openSharedStore({ database: store.database, databaseUrl, redisUrl, log });
  const replica = openReplicaOf(settings, store.database, log);
  const metrics = createMetrics({
    outbox: () => outboxState(store.database),
    pools: () => [...store.database.pools(), ...(replica ? [replica.pool()] : [])],
    removedRevisions: () => removedRevisions,
    webhookDeliveries: () => deliveriesByState(store.database),
    ...(settings.purge && { purges: { state: () => purgeQueueState(store.database), requests: () => purgeRequests } }),
    ...(backups ? { backups: backups.state } : {}),
    ...(sharedStore && { sharedStore: () => sharedStore.state() }),
    caches: { blobs: () => store.blobs.statistics(), reads: () => store.readCache.statistics() },
  });
  const contentService = countedContentService(store.contentService, metrics);
  const signIn =
    settings.oidc &&
    createSignIn(settings.oidc, {
      ...{ database: store.database, keys: store.contentService, clock: systemClock, log },
      trustedProxies: settings.trustedProxies,
    });
  const authenticate = createAuthenticator(store.contentService, systemClock, signIn?.store);
  const observability = createObservability({
    logger,
    metrics,
    openMetrics: settings.metrics === 'public',
    metricsToken: settings.metricsToken,
    authenticate,
    ready: {
      database: () => contentService.ready(),
      'blob store': () => store.blobs.head(STORE_IDENTITY_KEY).then(() => true),
    },
    readOnlyReason: () => store.database.readOnlyReason(),
  });
  let site: SiteProcess | undefined;
  let isStopRequested = false;
  void stopSignal.then(() => (isStopRequested = true));
  const closers: (() => Promise<void>)[] = [
    async () => backups?.close(),
    async () => sharedStore?.close(),
    async () => replica?.close(),
    () => contentService.close(),
    async () => unlockFolder?.(),
    () => pool.close(),
    stopTracing,
  ];
  let stopServing = async (): Promise<void> => {};
  let drainMilliseconds = 0;
  try {
    const { blobs, database } = store;
    const imported = unlessReadOnly(database, () => importFirst(context, { contentService, blobs, database })).then(
      () =>
        watched === undefined
          ? undefined
          : importAndWatch(watched, { contentService, blobs, checks: CHECKS }, output, log),
    );
    const watching = await unlessStopped(imported, stopSignal, () =>
      log.warn('Stopped during the first import. The next start goes on with it.'),
    );
    if (watching) closers.unshift(() => watching.close());
    if (store.database.kind === 'embedded') {
      const services = { contentService, blobs: store.blobs, tokens: store.contentService };
      const adminSocket = await startAdminSocket(settings.data, services, log).catch((error: unknown) => {
        if (!isDiskFailure(error)) throw error;
        log.warn(
          'control: there is no space for control.json, so no command reaches this host. Free some space, then restart it.',
        );
        return undefined;
      });
      if (adminSocket) closers.unshift(() => adminSocket.close());
    }
    const library = publishedLibrary({
      contentService,
      blobs: store.blobs,
      requireReader: async (authorization, id) => requireRole(await authenticate(authorization), id, 'viewer'),
      log,
    });
    closers.unshift(async () => library.close());
    const previewSource = createPreviewSource(contentService, library, systemClock);
    const presences = createPresences(store.database);
    closers.unshift(async () => presences.close());
    const closing = new AbortController();
    const { mediaHosts, trustedProxies, rates } = settings;
    const editorHandlers = createEditorHandlers({
      shared: sharedStore,
      replica: replica && replicaReads(replica, store.database, contentService),
      ...{
        contentService,
        blobs: store.blobs,
        tokens: store.contentService,
        presences,
        validator,
        graphqlObserver: metrics.graphql,
        log,
        mediaHosts,
        trustedProxies,
        rates,
      },
      ...(signIn ? { signIn } : {}),
      ...(settings.mcp === 'on' ? { mcp: { origins: settings.mcpOrigins } } : {}),
      uploadFolder: pathsIn(settings.data).uploads,
      development: environment === 'development',
      developmentOrigins: settings.developmentOrigins,
      closing: closing.signal,
    });
    closers.unshift(() => editorHandlers.close());
    const { builds } = pathsIn(settings.data);
    await copyBuilds([siteFolder, DEFAULTS.site], builds).catch((error: Error) =>
      log.warn(
        `The host could not keep the scripts of this version in ${builds}: ${error.message}. After an upgrade, pages that name ` +
          'this version in the addresses of scripts find none. Make the folder writable and start the host again.',
      ),
    );
    const host = createHost({
      libraries: library,
      ...{ site: siteFolder, builds, port, hostname, deliveryMaxAge, keepAliveSeconds, log },
      surrogateKeys: settings.surrogateKeys === 'on',
      // The start page of the default site shows the demo library, which exists only in development.
      home: settings.site !== undefined || environment === 'development' ? 'site or catalog' : 'catalog',
      deliveryLimit: createDeliveryLimit({
        allowance: settings.deliveryRate,
        trustedProxies,
        clock: monotonicClock,
        log,
      }),
      previews: { source: previewSource, trustedProxies },
      raw: [...observability.handlers, ...editorHandlers.handlers],
      observe: observability.observe,
    });
    stopServing = () => {
      closing.abort();
      return host.close();
    };
    const url = await host.listen();
    drainMilliseconds = settings.drainSeconds * 1000;
    let addresses: readonly string[] = [];
    const reason = store.database.readOnlyReason();
    const readOnly = reason === undefined ? '' : ` (read-only: ${reason})`;
    if (environment === 'production')
      logger.info({ url, environment, ...storageDescription }, `feaas-host is ready at ${url}${readOnly}`);
    else {
      // Before the ready line, because the previous token has ended by then.
      let signIn = '';
      await unlessReadOnly(store.database, async () => {
        const code = developmentCode(await store.contentService.signingKey());
        const pages = settings.developmentOrigins.length > 0 ? settings.developmentOrigins : [url];
        addresses = pages.map((page) => `open this to edit: ${page}/#code=${code}\n`);
        signIn = `editor token: ${await developmentToken(store)}\n${addresses.join('')}`;
      });
      output.out.write(`feaas-host is ready at ${url}${readOnly}\n${signIn}`);
      output.out.write(`database: ${storageDescription.database}\nblobs: ${storageDescription.blobs}\n`);
    }
    if (siteCommand !== undefined) {
      site = runSite(siteCommand, folder, log);
      // Servers of sites clear the terminal when they start: the addresses are printed again, below what they print.
      const answers = settings.developmentOrigins.map((origin) => siteAnswers(origin, closing.signal));
      Promise.race(answers).then(
        () => closing.signal.aborted || output.out.write(addresses.join('')),
        () => {},
      );
    }
    await Promise.race([stopSignal, ...(site ? [site.ended] : [])]);
    logger.info('stopping: accepts no new requests, and ends after the running ones');
  } finally {
    // The site has its own timeout, while the host shuts down.
    const siteStopped = site?.stop();
    await shutDown({
      startDraining: observability.startDraining,
      drainMilliseconds,
      stopServing,
      delivered: () => contentService.delivered(),
      outboxMilliseconds: OUTBOX_TIMEOUT,
      closers,
      log,
    });
    await siteStopped;
  }
  logger.info('stopped');
  // A site that ends because of the signal is no failure.
  return site === undefined || isStopRequested ? 0 : await site.ended;
}

/** Starts scheduled backups if they are configured. */
function startBackups(
  { database, blobs }: OpenedContent,
  { backup: { folder, schedule, keep }, data }: CommandContext['settings'],
  log: Log,
): BackupSchedule | undefined {
  if (folder === undefined || schedule === undefined) return undefined;
  const snapshot = snapshotOf(database, data);
  return startBackupSchedule({ folder, keep, pattern: schedule, database, snapshot, blobs, clock: systemClock, log });
}

/**
 * Locks the blobs folder, because writes of two processes to its files would not be ordered. The embedded database
 * locks its folder itself. @throws HostError if another host has locked it.
 */
function lockFolderStore({ databaseUrl, storage, data }: Settings): () => void {
  if (databaseUrl === undefined || !storageAt(storage).isBlobsFolder) return () => {};
  const { blobs } = pathsIn(data);
  makePrivateFolder(blobs);
  try {
    return lockFolder(blobs);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    throw new HostError(
      `${error.message} A folder of blobs serves one host. For several hosts, set FEAAS_STORAGE or AZURE_STORAGE_CONNECTION_STRING.`,
      { cause: error },
    );
  }
}

/** Undefined without a replica. */
function openReplicaOf(
  { databaseUrl, replicaUrl, replicaLagSeconds, databaseTimeouts }: Settings,
  { read }: Database,
  log: Log,
): Replica | undefined {
  if (replicaUrl === undefined) return undefined;
  if (databaseUrl !== undefined)
    return openReplica({
      url: replicaUrl,
      primary: read,
      lagSeconds: replicaLagSeconds,
      timeouts: databaseTimeouts,
      log,
    });
  log.warn('DATABASE_REPLICA_URL does nothing without DATABASE_URL. Set both, or remove it.');
  return undefined;
}

interface DevelopmentOptions {
  /** Libraries folder whose changes are published. */
  readonly watched: string | undefined;
  /** Command that starts the server of a site. */
  readonly siteCommand: string | undefined;
}

/** @throws HostError for an option that does not work with the other settings. */
function developmentOptionsOf({ arguments: args, settings, sourceOf, folder }: CommandContext): DevelopmentOptions {
  const siteCommand = textOf(args, 'run');
  const isWatched = args.flags['watch'] === true;
  if (settings.environment !== 'development') {
    const option = siteCommand === undefined ? (isWatched ? '--watch' : undefined) : '--run';
    if (option !== undefined) throw new HostError(`${option} works in development only. Add --dev, or leave it out.`);
    if (settings.developmentOrigins.length > 0)
      throw new HostError(
        `${sourceOf('developmentOrigins')} signs people in, so it works in development only. Add --dev, or leave it out.`,
      );
  }
  if (isWatched && settings.libraries === undefined)
    throw new HostError('--watch needs the folder of libraries to publish. Add --library <folder>.');
  return { watched: isWatched ? resolve(folder, settings.libraries!) : undefined, siteCommand };
}

/**
 * Ends the process if the host has to stop before the work is complete. No cleanup is needed: each step of a start is
 * atomic, and the next start runs the remaining ones.
 */
async function unlessStopped<Result>(
  work: Promise<Result>,
  stopSignal: Promise<void>,
  explain: () => void,
): Promise<Result> {
  const stopped = Symbol('stopped');
  const result = await Promise.race([work, stopSignal.then((): typeof stopped => stopped)]);
  if (result !== stopped) return result as Result;
  explain();
  process.exit(0);
}

/** Runs a write at the start. It may be skipped while the database is read-only. */
async function unlessReadOnly(database: Pick<Database, 'readOnlyReason'>, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UnavailableError) || database.readOnlyReason() === undefined) throw error;
  }
}
