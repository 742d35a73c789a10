/**
 * Stale-while-revalidate across visits: cached content is displayed at once and checked afterwards; it is kept while
 * the host is down (specification §4; S4-S6). Lazily loaded: a first visit renders without it.
 */
import type { RenderedTemplate } from './rendered-template';
import { CacheStore } from './cache/cache-store';
import { whenPageIdle } from './check-queue';
import { warnOfOptions } from './configure-delivery';
import { deliveryOption, type DeliveryOptionName } from './delivery-options';
import { absoluteURL, cachedResponse, createMetadata, deletedAtOf } from './metadata';
import { isWaiting } from './reduce';
import { reduceRevalidation } from './reduce-revalidation';
import type { Metadata, Resource } from './resource';
import { isStylesheet, type ResourceRequest, type ResourceType } from './resource-request';
import type { ResourceCache, ResourceStore, RestoredResource } from './resource-store';
import { mayHaveRelativeURLs } from './relative-urls';
import { Revalidator } from './revalidator';
import { ServerClock } from './server-clock';
import { TabChannel } from './tab-channel';

export interface PersistenceDependencies {
  readonly cache: CacheStore;
  readonly tabs: TabChannel;
  readonly clock: ServerClock;
  readonly createRevalidator: (...parts: [ResourceStore, CacheStore, TabChannel, ServerClock]) => Revalidator;
  readonly now: () => number;
  readonly option: (name: DeliveryOptionName) => number;
  readonly whenIdle: (start: () => void) => void;
  /** Names of the lazily loaded modules that rendering a template needs. */
  readonly requirementsOf: (template: string) => readonly string[];
  /** Loads such a module. */
  readonly loadRequirement: (name: string) => void;
  /** Fires `pageshow`. */
  readonly page: Pick<EventTarget, 'addEventListener'> | undefined;
}

const DEPENDENCIES = (): PersistenceDependencies => ({
  cache: new CacheStore(),
  tabs: new TabChannel(),
  clock: new ServerClock(),
  createRevalidator: (...parts) => new Revalidator(...parts),
  now: () => Date.now(),
  option: deliveryOption,
  whenIdle: whenPageIdle,
  requirementsOf: () => [],
  loadRequirement: () => {},
  page: typeof addEventListener === 'function' ? globalThis : undefined,
});

/** Maximum milliseconds that fetched resources wait for running requests before they are written. */
const LONGEST_WAIT = 2000;

/** Resolves when no first request is running. */
const whenIdle = (store: ResourceStore): Promise<void> =>
  new Promise((resolve) => {
    const check = (): void => {
      if (store.all().some(isWaiting)) return;
      stop();
      resolve();
    };
    const stop = store.observe(check);
    check();
  });

export class Persistence implements ResourceCache {
  readonly #dependencies: PersistenceDependencies;
  readonly #revalidator: Revalidator;
  #hasStarted = false;
  /** Resolves when the resources that were loaded before this module are cached. */
  #adopted: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: ResourceStore,
    dependencies: Partial<PersistenceDependencies> = {},
  ) {
    this.#dependencies = { ...DEPENDENCIES(), ...dependencies };
    const { cache, tabs, clock, createRevalidator } = this.#dependencies;
    this.#revalidator = createRevalidator(store, cache, tabs, clock);
    store.extend(reduceRevalidation);
    cache.open();
  }

  /** Starts to cache and check resources; called after the first render. */
  start(): void {
    this.#initialize();
    this.#revalidator.onFirstRender();
  }

  /** Restores a URL from the cache; for a fork also the fact that the host does not have it. */
  async restore(url: string, type: ResourceType): Promise<RestoredResource | undefined> {
    this.#initialize();
    const entry = await this.#dependencies.cache.read(absoluteURL(url));
    if (!entry || (entry.text === undefined && !type.isFork)) return undefined;
    const { metadata, text } = entry;
    // Load these modules while the page renders other content.
    for (const requirement of metadata.requirements ?? []) this.#dependencies.loadRequirement(requirement);
    return {
      metadata,
      isFresh: this.#isFresh(metadata),
      ...(text !== undefined && { response: cachedResponse(url, metadata, text) }),
    };
  }

  /** Checks content that a server rendered like a cached template (E12). */
  checkRendered(url: string, { lastModified, checkedAt }: RenderedTemplate): void {
    this.#initialize();
    const resource = this.store.get(url);
    if (!resource) return;
    const headers = new Headers({ 'last-modified': lastModified });
    const metadata = createMetadata(resource, { headers, now: this.#dependencies.now(), checkedAt });
    this.store.dispatch(url, { type: 'rendered', metadata, isFresh: this.#isFresh(metadata) });
  }

  /**
   * Requests resources at once and bypasses all caches, because they were changed on the host. Subscribers, also in
   * other tabs, receive the new state. Never fails: a resource whose request fails stays as it is.
   */
  async refresh(requests: readonly ResourceRequest[]): Promise<void> {
    this.#initialize();
    await this.#adopted;
    for (const { url, type } of requests) this.store.add(url, type);
    await Promise.all(requests.map(({ url }) => this.#revalidator.refresh(url)));
    await this.#dependencies.cache.whenWritten();
  }

  /** The stored metadata of a URL. */
  readMetadata(url: string): Promise<Metadata | undefined> {
    return this.#dependencies.cache.readMetadata(absoluteURL(url));
  }

  clear(): void {
    void this.#dependencies.cache.clear();
  }

  /** Resolves when all requests are answered, all due checks have run, and the cache is written. */
  async whenSettled(): Promise<void> {
    this.#initialize();
    await whenIdle(this.store);
    await this.#adopted;
    await this.#revalidator.whenSettled();
    await this.#dependencies.cache.whenWritten();
  }

  /** Whether the last check is within the freshness window; not if the clock was set back since then. */
  #isFresh({ checkedAt }: Metadata): boolean {
    const age = this.#dependencies.now() - checkedAt;
    return age >= 0 && age < this.#dependencies.option('freshness') * 1000;
  }

  /** Runs once: adopts resources that the page has already requested, and observes the store. */
  #initialize(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    warnOfOptions();
    const earlier = new Set(this.store.all().flatMap(({ url, metadata }) => (metadata ? [] : url)));
    this.store.observe((resource, before, { type }) => {
      // Resources requested before this module was loaded are written later, so that they do not delay running
      // requests.
      if (type === 'fetched' && before.status === 'loading' && earlier.has(resource.url)) return;
      if (type === 'fetched' || type === 'deleted') this.#cacheResponse(resource, before);
      else if (type === 'notModified') this.#confirm(resource, before);
    });
    this.#revalidator.start();
    this.#dependencies.page?.addEventListener('pageshow', (event) => {
      if ((event as PageTransitionEvent).persisted)
        this.#revalidator.onPageRestored((metadata) => this.#isFresh(metadata));
    });
    this.#adopted = this.#adopt(earlier);
  }

  async #adopt(earlier: Set<string>): Promise<void> {
    if (!earlier.size) return;
    await Promise.race([whenIdle(this.store), new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT))]);
    await new Promise<void>((resolve) => this.#dependencies.whenIdle(resolve));
    for (const url of earlier) {
      const resource = this.store.get(url);
      if (resource && !resource.metadata && (resource.response || resource.status === 'deleted'))
        this.#cacheResponse(resource, resource);
    }
    earlier.clear();
  }

  /** Describes and caches the response. */
  #cacheResponse(resource: Resource, before: Resource): void {
    const { cache, clock, now, requirementsOf } = this.#dependencies;
    const { url, type, response, status } = resource;
    if (status === 'deleted') {
      const metadata = createMetadata(resource, { now: now(), deletedAt: deletedAtOf(resource) });
      this.store.dispatch(url, { type: 'described', metadata, isDue: false });
      cache.write(metadata);
      if (!before.metadata?.deletedAt) void this.#broadcast(url);
      return;
    }
    if (!response) return;
    const { headers, text, base } = response;
    // Checks bypass all HTTP caches.
    const createdAt = before.check === 'running' ? undefined : clock.cachedSince(response);
    const metadata = createMetadata(resource, {
      headers,
      text,
      base,
      now: now(),
      ...(createdAt !== undefined && { checkedAt: createdAt }),
      requirements: !isStylesheet(type) ? requirementsOf(text) : mayHaveRelativeURLs(text) ? ['deferred'] : [],
    });
    this.store.dispatch(url, { type: 'described', metadata, isDue: createdAt !== undefined });
    if (/\bno-store\b/i.test(headers.get('cache-control') ?? '')) void cache.delete(metadata.url);
    else cache.write(metadata, text);
    if (before.check === 'running') void this.#broadcast(url);
  }

  /** Stores the time of a check that found no change. */
  #confirm({ url, metadata }: Resource, before: Resource): void {
    // Content that a server rendered has no body to store.
    if (metadata?.size || metadata?.deletedAt) this.#dependencies.cache.write(metadata);
    if (before.response?.error) void this.#broadcast(url);
  }

  /** Notifies other tabs of a change after it is written. */
  async #broadcast(url: string): Promise<void> {
    const { cache, tabs } = this.#dependencies;
    await cache.whenWritten();
    tabs.broadcast(absoluteURL(url));
  }
}
