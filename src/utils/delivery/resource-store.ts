/**
 * Resources of the content-delivery host: one request per URL and page for all subscribers (S4-S6). The lazily loaded
 * module `persistence` observes this store, keeps resources across visits, and revalidates them.
 */
import { lazyModules, loadModule, loadModuleWhenIdle, tryModule } from '../scheduling/lazy-modules';
import { hasCachedResources } from './cached-resources';
import { fetchResource } from './fetch-resource';
import { reduce } from './reduce';
import type { Reducer, ResourceEvent } from './resource-event';
import {
  createResource,
  isDeletedError,
  isSettled,
  type CachedResource,
  type Metadata,
  type Resource,
} from './resource';
import type { ResourceType } from './resource-request';

/** The cached state of a URL. */
export interface RestoredResource {
  readonly metadata: Metadata;
  readonly response?: CachedResource;
  /** Whether it was checked so recently that no check is due. */
  readonly isFresh: boolean;
}

/** Restores cached resources; the part of `persistence` that a store uses. */
export interface ResourceCache {
  restore(url: string, type: ResourceType): Promise<RestoredResource | undefined>;
  clear(): void;
}

export interface ResourceStoreDependencies {
  /** Fetches a resource from the host. */
  readonly fetchResource: (url: string, type: ResourceType, signal: AbortSignal) => Promise<CachedResource>;
  /**
   * The cache of earlier visits; undefined if it is empty.
   * @param load loads its module
   */
  readonly loadCache: (load: typeof loadModule) => Promise<ResourceCache> | undefined;
  readonly reduce: Reducer;
  /** Whether a response is kept without subscribers. A server would accumulate those of all its visitors. */
  readonly keepsUnused: boolean;
}

const DEPENDENCIES: ResourceStoreDependencies = {
  fetchResource,
  loadCache: (load) =>
    lazyModules.persistence || hasCachedResources()
      ? load('persistence').then(({ persistence }) => persistence)
      : undefined,
  reduce,
  keepsUnused: true,
};

export type ResourceListener = (resource: Resource) => void;
export type ResourceObserver = (resource: Resource, before: Resource, event: ResourceEvent) => void;

interface Entry {
  resource: Resource;
  /** By the function that ends the subscription, because the same listener may subscribe twice. */
  readonly listeners: Map<() => void, ResourceListener>;
  /** Aborts the first request while it is running. */
  abort?: AbortController | undefined;
}

export class ResourceStore {
  readonly #entries = new Map<string, Entry>();
  readonly #observers = new Set<ResourceObserver>();
  #dependencies: ResourceStoreDependencies;

  constructor(dependencies: Partial<ResourceStoreDependencies> = {}) {
    this.#dependencies = { ...DEPENDENCIES, ...dependencies };
  }

  /** Replaces the reducer with one that handles more events; keeps the current state. */
  extend(reduce: Reducer): void {
    this.#dependencies = { ...this.#dependencies, reduce };
  }

  get(url: string): Resource | undefined {
    return this.#entries.get(url)?.resource;
  }

  /** All resources that have been subscribed to. */
  all(): Resource[] {
    return Array.from(this.#entries.values(), ({ resource }) => resource);
  }

  /**
   * Subscribes to a resource. The first subscriber requests it unless it is available. `listener` is called
   * asynchronously with the current state, and whenever it changes.
   * @param isPassive only observes changes: content that a server rendered is checked but not requested.
   * @returns ends the subscription. A request without subscribers is canceled.
   */
  subscribe(url: string, type: ResourceType, listener: ResourceListener, isPassive?: boolean): () => void {
    const entry = this.#entry(url, type);
    this.dispatch(url, { type: 'subscribed' });
    const { status, check } = entry.resource;
    const stop = (): void => {
      if (!entry.listeners.delete(stop)) return;
      // After `clear`, this URL may have another entry.
      if (this.#entries.get(url) !== entry) return;
      this.dispatch(url, { type: 'unsubscribed' });
      if (entry.listeners.size) return;
      if (entry.abort) {
        entry.abort.abort();
        entry.abort = undefined;
        this.dispatch(url, { type: 'cancelled' });
      }
      if (!this.#dependencies.keepsUnused) this.#entries.delete(url);
    };
    if (isSettled(entry.resource)) queueMicrotask(() => entry.listeners.get(stop)?.(entry.resource));
    else if (!isPassive && !entry.abort && !(status === 'failed' && check === 'running')) void this.#request(entry);
    entry.listeners.set(stop, listener);
    return stop;
  }

  /** Applies an event to a resource; notifies observers first, then subscribers. */
  dispatch(url: string, event: ResourceEvent): void {
    const entry = this.#entries.get(url);
    if (!entry) return;
    const before = entry.resource;
    const resource = (entry.resource = this.#dependencies.reduce(before, event));
    if (resource === before) return;
    for (const observer of [...this.#observers]) observer(resource, before, event);
    if (event.type !== 'subscribed' && event.type !== 'unsubscribed')
      for (const [, listener] of [...entry.listeners]) listener(entry.resource);
  }

  /** Calls the listeners of settled resources synchronously, for when no microtask runs in time. */
  notify(): void {
    for (const { resource, listeners } of this.#entries.values())
      if (isSettled(resource)) for (const [, listener] of [...listeners]) listener(resource);
  }

  /** Calls `observer` with all events until the returned function is called. */
  observe(observer: ResourceObserver): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** Adds a resource without a subscriber, so that events can be dispatched to it. */
  add(url: string, type: ResourceType): void {
    this.#entry(url, type);
  }

  /** Removes all responses, including those of earlier visits: the next subscriber requests them from the host. */
  clear(): void {
    for (const [url, { listeners }] of this.#entries)
      if (listeners.size) this.dispatch(url, { type: 'cleared' });
      else this.#entries.delete(url);
    this.#dependencies.loadCache(loadModule)?.then(
      (cache) => cache.clear(),
      () => {},
    );
  }

  #entry(url: string, type: ResourceType): Entry {
    let entry = this.#entries.get(url);
    if (!entry) this.#entries.set(url, (entry = { resource: createResource(url, type), listeners: new Map() }));
    return entry;
  }

  /**
   * Asks the cache, if there is one, then the host. On a first visit the request is sent synchronously. If the cache's
   * module fails to load, it does not wait for it. If the host fails too, it retries everything once the module is
   * loaded.
   */
  async #request(entry: Entry): Promise<void> {
    const { url, type } = entry.resource;
    const { signal } = (entry.abort = new AbortController());
    let event: ResourceEvent;
    let hasCacheFailed = false as boolean;
    const cache = this.#dependencies.loadCache(tryModule);
    if (cache) {
      this.dispatch(url, { type: 'restoring' });
      cache.catch(() => (hasCacheFailed = true));
      // If the cache fails, ask the host.
      const restored = await cache.then((loaded) => loaded.restore(url, type)).catch(() => undefined);
      if (signal.aborted) return;
      if (restored) this.dispatch(url, { type: 'restored', ...restored });
      if (isSettled(entry.resource)) {
        entry.abort = undefined;
        return;
      }
    }
    this.dispatch(url, { type: 'requested' });
    try {
      event = { type: 'fetched', response: await this.#dependencies.fetchResource(url, type, signal) };
    } catch (error) {
      event = { type: isDeletedError(error, type) ? 'deleted' : 'failed', error: error as Error };
      const cacheRetry = hasCacheFailed && this.#dependencies.loadCache(loadModule);
      const isCacheAvailable = cacheRetry && (await cacheRetry.catch(() => undefined));
      if (isCacheAvailable && !signal.aborted) return this.#request(entry);
    }
    // Late responses never overwrite newer state (E8).
    if (signal.aborted) return;
    entry.abort = undefined;
    if (entry.resource.status !== 'ready') this.dispatch(url, event);
  }
}

/** The resources of the page. */
export const resourceStore = new ResourceStore();

/**
 * Loads the module of the cache and revalidation when the page is idle. From then on, resources are cached and checked.
 */
export const startPersistenceWhenIdle = (): void =>
  loadModuleWhenIdle('persistence', ({ persistence }) => persistence.start());

/** Removes all responses, so that the next render requests them from the host again. */
export const clearFetchCache = (): void => resourceStore.clear();
