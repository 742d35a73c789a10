/**
 * Revalidates resources with the host (specification §4, §7; S6): each once per page load, after the first render, with
 * HEAD and then GET, and again after failures. One tab asks and notifies the others. Resources without subscribers are
 * skipped.
 */
import { FetchFailedError } from '../../global/errors';
import { requestSignal } from '../../global/request-signal';
import { retryDelay } from './backoff';
import type { CacheStore } from './cache/cache-store';
import { CheckQueue } from './check-queue';
import { deliveryOption, type DeliveryOptionName } from './delivery-options';
import { fetchResource, fetchValidated, globalFetch, type Fetch } from './fetch-resource';
import { absoluteURL, cachedResponse, isNotModified } from './metadata';
import { isDeletedError, type Metadata, type Resource } from './resource';
import type { ResourceStore } from './resource-store';
import { RetryTimers } from './retry-timers';
import type { ServerClock } from './server-clock';
import type { TabChannel } from './tab-channel';

export interface RevalidatorDependencies {
  readonly fetch: Fetch;
  readonly now: () => number;
  readonly random: () => number;
  readonly option: (name: DeliveryOptionName) => number;
  readonly queue: CheckQueue;
  readonly timers: RetryTimers;
  readonly retryDelay: typeof retryDelay;
  /** Start of the page load, in milliseconds since 1970: a check by another tab since then is not repeated. */
  readonly pageStart: number;
}

const DEPENDENCIES = (): RevalidatorDependencies => ({
  fetch: globalFetch,
  now: () => Date.now(),
  random: Math.random,
  option: deliveryOption,
  queue: new CheckQueue(),
  timers: new RetryTimers(),
  retryDelay,
  pageStart: Date.now() - performance.now(),
});

/** After all other requests of the page. */
const LOW_PRIORITY: RequestInit = { priority: 'low' };
/** Statuses of a host that does not support HEAD. */
const HEAD_UNSUPPORTED: readonly (number | undefined)[] = [405, 501];

export class Revalidator {
  readonly #dependencies: RevalidatorDependencies;
  readonly #queued = new Set<string>();
  /**
   * URLs with a request that started before the page was restored from the back-forward cache; its response may be
   * outdated.
   */
  readonly #outdatedRequests = new Set<string>();
  #pageStart: number;

  constructor(
    private readonly store: ResourceStore,
    private readonly cache: CacheStore,
    private readonly tabs: TabChannel,
    private readonly clock: ServerClock,
    dependencies: Partial<RevalidatorDependencies> = {},
  ) {
    this.#dependencies = { ...DEPENDENCIES(), ...dependencies };
    this.#pageStart = this.#dependencies.pageStart;
  }

  /** Starts to check resources that are due. */
  start(): void {
    this.store.observe((resource, before, { type }) => this.#onChange(resource, before, type));
    for (const resource of this.store.all()) this.#onChange(resource, undefined, 'subscribed');
    this.tabs.listen((url) => void this.#onTabChange(url));
  }

  /** Starts the checks; called after the first render. */
  onFirstRender(): void {
    this.#dependencies.queue.open();
  }

  /**
   * Handles a page that was restored from the back-forward cache, which counts as a new page load.
   * @param isFresh whether a resource with this metadata needs no check
   */
  onPageRestored(isFresh: (metadata: Metadata) => boolean): void {
    this.#pageStart = this.#dependencies.now();
    for (const resource of this.store.all()) {
      const { url, response, metadata } = resource;
      if (isRequesting(resource)) this.#outdatedRequests.add(url);
      // Server-rendered content, and forks that the host does not have, have no response.
      else if ((response || metadata) && !(metadata && isFresh(metadata)))
        this.store.dispatch(url, { type: 'checkDue' });
    }
  }

  /** Resolves when every check that is due has run. */
  whenSettled(): Promise<void> {
    return this.#dependencies.queue.whenEmpty();
  }

  /** Requests a resource at once and bypasses all caches, because it was changed on the host. Never fails. */
  async refresh(url: string): Promise<void> {
    this.store.dispatch(url, { type: 'checkStarted' });
    await this.#withLock(url, () => this.#revalidate(url, undefined));
  }

  #onChange(resource: Resource, before: Resource | undefined, eventType: string): void {
    const { url, subscribers, check } = resource;
    const { timers } = this.#dependencies;
    // Failed requests are retried anyway.
    if (check === 'done' && !isRequesting(resource) && this.#outdatedRequests.has(url) && eventType !== 'failed')
      this.store.dispatch(url, { type: 'checkDue' });
    // No subscribers: a pending retry waits until there is one again.
    if (!subscribers) return timers.cancel(url);
    if (!before?.subscribers && resource.failures && resource.response && check === 'done' && !timers.has(url)) {
      this.store.dispatch(url, { type: 'checkDue' });
      return;
    }
    if (eventType === 'failed') this.#scheduleRetry(resource);
    else if (resource.failures < (before?.failures ?? 0) || eventType === 'requested') timers.cancel(url);
    else if (!before && resource.failures) this.#scheduleRetry(resource);
    if (isCheckDue(resource) && !timers.has(url)) this.#enqueue(url);
  }

  #scheduleRetry({ url, error, failures }: Resource): void {
    const { timers, random, now } = this.#dependencies;
    const delay = this.#dependencies.retryDelay(error, Math.max(0, failures - 1), random(), now());
    timers.schedule(url, delay, () => void this.#check(url));
  }

  #enqueue(url: string): void {
    if (this.#queued.has(url)) return;
    this.#queued.add(url);
    this.#dependencies.queue.add(async () => {
      this.#queued.delete(url);
      // All subscribers may have left, or another tab may have checked it meanwhile.
      const resource = this.store.get(url);
      if (resource && isCheckDue(resource)) await this.#check(url);
    });
  }

  /** Checks a resource, or fetches it if there is no response, unless another tab has done so in this page load. */
  async #check(url: string): Promise<void> {
    if (!this.#hasSubscribers(url)) return;
    const isOutdated = this.#outdatedRequests.delete(url);
    this.store.dispatch(url, { type: 'checkStarted' });
    await this.#withLock(url, async () => {
      // All subscribers may have left while another tab held the lock.
      if (!this.#hasSubscribers(url)) return this.store.dispatch(url, { type: 'checkDropped' });
      const metadata = await this.cache.readMetadata(absoluteURL(url));
      const isApplied =
        !isOutdated && metadata && this.#isOfThisPageLoad(metadata) && (await this.#applyFromOtherTab(url, metadata));
      if (!isApplied) await this.#revalidate(url, this.store.get(url)?.metadata);
    }).catch((error: unknown) => this.store.dispatch(url, { type: 'failed', error: error as Error }));
  }

  /**
   * Whether another tab has checked it since this page load started; a time in the future means that the clock was set
   * back.
   */
  #isOfThisPageLoad({ checkedAt }: Metadata): boolean {
    return checkedAt >= this.#pageStart && checkedAt <= this.#dependencies.now();
  }

  #hasSubscribers(url: string): boolean {
    return !!this.store.get(url)?.subscribers;
  }

  /** Runs while no other tab revalidates this URL. The result is written before the lock is released. */
  #withLock(url: string, run: () => Promise<void>): Promise<void> {
    // Time for up to two requests and a margin.
    const maxWait = this.#dependencies.option('timeout') * 2000 + 10_000;
    return this.tabs.withLock(absoluteURL(url), maxWait, async () => {
      await run();
      await this.cache.whenWritten();
    });
  }

  async #revalidate(url: string, metadata: Metadata | undefined): Promise<void> {
    const { fetch, now, option } = this.#dependencies;
    const resource = this.store.get(url);
    if (!resource) return;
    const { type } = resource;
    try {
      if (metadata && !metadata.deletedAt && (await this.#isNotModified(resource, metadata))) {
        this.store.dispatch(url, { type: 'notModified', checkedAt: now() });
        return;
      }
      if (metadata?.deletedAt) await this.#fetchHead(resource).catch(ignoreUnsupportedHead);
      const signal = requestSignal(option('timeout'));
      const response = await fetchResource(url, type, signal, { cache: 'reload', ...LOW_PRIORITY }, fetch);
      this.store.dispatch(url, { type: 'fetched', response });
    } catch (error) {
      this.store.dispatch(url, { type: isDeletedError(error, type) ? 'deleted' : 'failed', error: error as Error });
    }
  }

  async #isNotModified(resource: Resource, metadata: Metadata): Promise<boolean> {
    try {
      return isNotModified(metadata, await this.#fetchHead(resource));
    } catch (error) {
      ignoreUnsupportedHead(error);
      return false;
    }
  }

  /** @throws as `fetchValidated`. */
  async #fetchHead({ url, type }: Resource): Promise<Headers> {
    const { fetch, now, option } = this.#dependencies;
    const signal = requestSignal(option('timeout'));
    const init: RequestInit = { method: 'HEAD', cache: 'no-cache', ...(signal && { signal }), ...LOW_PRIORITY };
    const { headers } = await fetchValidated(`${url}${url.includes('?') ? '&' : '?'}head`, type, init, fetch);
    this.clock.learn(url, headers, now());
    return headers;
  }

  /** Handles a change of a URL that another tab has reported. */
  async #onTabChange(changed: string): Promise<void> {
    for (const { url } of this.store.all()) {
      if (absoluteURL(url) !== changed) continue;
      const metadata = await this.cache.readMetadata(changed);
      // Ignore changes that this page wrote itself.
      if (!metadata || metadata.checkedAt <= (this.store.get(url)?.metadata?.checkedAt ?? 0)) continue;
      if (await this.#applyFromOtherTab(url, metadata)) continue;
      // The resource may have been removed meanwhile.
      const current = this.store.get(url);
      if (current?.subscribers && (current.type.isFork || current.response)) await this.#revalidate(url, undefined);
    }
  }

  /** Applies the result of another tab; returns false if its body can not be read. */
  async #applyFromOtherTab(url: string, metadata: Metadata): Promise<boolean> {
    const resource = this.store.get(url);
    if (!resource) return true;
    if (metadata.deletedAt || (resource.response && resource.metadata?.hash === metadata.hash)) {
      this.store.dispatch(url, { type: 'changedInOtherTab', metadata });
      return true;
    }
    const entry = await this.cache.read(absoluteURL(url));
    if (entry?.text === undefined) return false;
    const response = cachedResponse(url, metadata, entry.text);
    this.store.dispatch(url, { type: 'changedInOtherTab', metadata, response });
    return true;
  }
}

/** Whether a first request or a check is running. */
const isRequesting = ({ check, status }: Resource): boolean => check === 'running' || status === 'loading';

/** Whether a check is due and no first request is running that makes it unnecessary. */
const isCheckDue = ({ check, status }: Resource): boolean =>
  check === 'due' && status !== 'loading' && status !== 'restoring';

/** Ignores the error of a host that does not support HEAD; a GET follows. */
function ignoreUnsupportedHead(error: unknown): void {
  if (!(error instanceof FetchFailedError) || !HEAD_UNSUPPORTED.includes(error.status)) throw error;
}
