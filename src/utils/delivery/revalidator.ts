/**
 * Asks the host whether resources changed (specification §4, §7; S6): each once per page load, after the first render, with HEAD and
 * then GET, and again after failures. One tab asks, all hear. What nobody subscribes to is not asked for.
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
  /** When the page load began, in milliseconds since 1970: what another tab checked since then is not checked again. */
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

/** Behind everything else that the page requests. */
const LOW_PRIORITY: RequestInit = { priority: 'low' };
/** Statuses of a host that does not answer HEAD. */
const HEAD_UNSUPPORTED: readonly (number | undefined)[] = [405, 501];

export class Revalidator {
  readonly #dependencies: RevalidatorDependencies;
  readonly #queued = new Set<string>();
  /** URLs that were asked before the page came out of the back-forward cache: the answer may be as old as that. */
  readonly #askedBefore = new Set<string>();
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

  /** From now on what is due is checked. */
  start(): void {
    this.store.observe((resource, before, { type }) => this.#onChange(resource, before, type));
    for (const resource of this.store.all()) this.#onChange(resource, undefined, 'subscribed');
    this.tabs.listen((url) => void this.#onTabNews(url));
  }

  /** The page has rendered: checks may begin. */
  onFirstRender(): void {
    this.#dependencies.queue.open();
  }

  /**
   * The page came out of the back-forward cache: it counts as a new page load.
   * @param isFresh whether what was last said of a resource needs no check.
   */
  onPageRestored(isFresh: (metadata: Metadata) => boolean): void {
    this.#pageStart = this.#dependencies.now();
    for (const resource of this.store.all()) {
      const { url, response, metadata } = resource;
      if (isAsked(resource)) this.#askedBefore.add(url);
      // Of what a server rendered, and of a fork that the host does not have, there is no response.
      else if ((response || metadata) && !(metadata && isFresh(metadata)))
        this.store.dispatch(url, { type: 'checkDue' });
    }
  }

  /** Resolves when every check that is due has run. */
  whenSettled(): Promise<void> {
    return this.#dependencies.queue.whenEmpty();
  }

  /** Asks the host at once, past every cache: something was changed there. Never fails. */
  async refresh(url: string): Promise<void> {
    this.store.dispatch(url, { type: 'checkStarted' });
    await this.#withLock(url, () => this.#ask(url, undefined));
  }

  #onChange(resource: Resource, before: Resource | undefined, eventType: string): void {
    const { url, subscribers, check } = resource;
    const { timers } = this.#dependencies;
    // What failed is asked again by itself.
    if (check === 'done' && !isAsked(resource) && this.#askedBefore.has(url) && eventType !== 'failed')
      this.store.dispatch(url, { type: 'checkDue' });
    // Nobody wants it: what is to come waits until somebody subscribes again.
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
      // Whoever wanted it may have left, or another tab may have checked it meanwhile.
      const resource = this.store.get(url);
      if (resource && isCheckDue(resource)) await this.#check(url);
    });
  }

  /** Asks whether something changed, or for all of it where nothing is here; unless another tab has done so in this page load. */
  async #check(url: string): Promise<void> {
    if (!this.#isWanted(url)) return;
    const wasAskedBefore = this.#askedBefore.delete(url);
    this.store.dispatch(url, { type: 'checkStarted' });
    await this.#withLock(url, async () => {
      // Somebody may have left while another tab was busy.
      if (!this.#isWanted(url)) return this.store.dispatch(url, { type: 'checkDropped' });
      const metadata = await this.cache.readMetadata(absoluteURL(url));
      const isKnown =
        !wasAskedBefore &&
        metadata &&
        this.#isOfThisPageLoad(metadata) &&
        (await this.#applyFromOtherTab(url, metadata));
      if (!isKnown) await this.#ask(url, this.store.get(url)?.metadata);
    }).catch((error: unknown) => this.store.dispatch(url, { type: 'failed', error: error as Error }));
  }

  /** Whether another tab has checked it since this page load began; what a clock that was set back says is no proof. */
  #isOfThisPageLoad({ checkedAt }: Metadata): boolean {
    return checkedAt >= this.#pageStart && checkedAt <= this.#dependencies.now();
  }

  #isWanted(url: string): boolean {
    return !!this.store.get(url)?.subscribers;
  }

  /** Runs while no other tab asks for this URL; the next one reads what was written. */
  #withLock(url: string, run: () => Promise<void>): Promise<void> {
    // A request or two, and what is between them.
    const longest = this.#dependencies.option('timeout') * 2000 + 10_000;
    return this.tabs.withLock(absoluteURL(url), longest, async () => {
      await run();
      await this.cache.whenWritten();
    });
  }

  async #ask(url: string, metadata: Metadata | undefined): Promise<void> {
    const { fetch, now, option } = this.#dependencies;
    const resource = this.store.get(url);
    if (!resource) return;
    const { type } = resource;
    try {
      if (metadata && !metadata.deletedAt && (await this.#isNotModified(resource, metadata))) {
        this.store.dispatch(url, { type: 'notModified', checkedAt: now() });
        return;
      }
      if (metadata?.deletedAt) await this.#head(resource).catch(ignoreUnsupportedHead);
      const signal = requestSignal(option('timeout'));
      const response = await fetchResource(url, type, signal, { cache: 'reload', ...LOW_PRIORITY }, fetch);
      this.store.dispatch(url, { type: 'fetched', response });
    } catch (error) {
      this.store.dispatch(url, { type: isDeletedError(error, type) ? 'deleted' : 'failed', error: error as Error });
    }
  }

  async #isNotModified(resource: Resource, metadata: Metadata): Promise<boolean> {
    try {
      return isNotModified(metadata, await this.#head(resource));
    } catch (error) {
      ignoreUnsupportedHead(error);
      return false;
    }
  }

  /** @throws as `fetchValidated`. */
  async #head({ url, type }: Resource): Promise<Headers> {
    const { fetch, now, option } = this.#dependencies;
    const signal = requestSignal(option('timeout'));
    const init: RequestInit = { method: 'HEAD', cache: 'no-cache', ...(signal && { signal }), ...LOW_PRIORITY };
    const { headers } = await fetchValidated(`${url}${url.includes('?') ? '&' : '?'}head`, type, init, fetch);
    this.clock.learn(url, headers, now());
    return headers;
  }

  /** Another tab has news of a URL. */
  async #onTabNews(changed: string): Promise<void> {
    for (const { url } of this.store.all()) {
      if (absoluteURL(url) !== changed) continue;
      const metadata = await this.cache.readMetadata(changed);
      // What this page wrote itself is no news.
      if (!metadata || metadata.checkedAt <= (this.store.get(url)?.metadata?.checkedAt ?? 0)) continue;
      if (await this.#applyFromOtherTab(url, metadata)) continue;
      // It may be gone by now.
      const now = this.store.get(url);
      if (now?.subscribers && (now.type.isFork || now.response)) await this.#ask(url, undefined);
    }
  }

  /** Takes over what another tab was told; returns false where its body can not be read. */
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

/** A first request or a check is under way. */
const isAsked = ({ check, status }: Resource): boolean => check === 'running' || status === 'loading';

/** A check is due, and no first request is under way that answers it. */
const isCheckDue = ({ check, status }: Resource): boolean =>
  check === 'due' && status !== 'loading' && status !== 'restoring';

/** A host that does not answer HEAD is asked for all of it. */
function ignoreUnsupportedHead(error: unknown): void {
  if (!(error instanceof FetchFailedError) || !HEAD_UNSUPPORTED.includes(error.status)) throw error;
}
