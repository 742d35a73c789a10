/**
 * Resources of the content-delivery host: one request per URL and page, however many subscribe (S4-S6). What keeps resources across
 * visits and asks the host again is the lazily loaded module `persistence`, which observes this store.
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

/** What the cache has of a URL. */
export interface RestoredResource {
  readonly metadata: Metadata;
  readonly response?: CachedResource;
  /** It was checked so recently that it is not checked again. */
  readonly isFresh: boolean;
}

/** Where resources are restored from: the part of `persistence` that a store asks. */
export interface ResourceCache {
  restore(url: string, type: ResourceType): Promise<RestoredResource | undefined>;
  clear(): void;
}

export interface ResourceStoreDependencies {
  /** Fetches a resource from the host. */
  readonly fetchResource: (url: string, type: ResourceType, signal: AbortSignal) => Promise<CachedResource>;
  /**
   * The cache of earlier visits; undefined where there is nothing in it.
   * @param load how its module is loaded.
   */
  readonly loadCache: (load: typeof loadModule) => Promise<ResourceCache> | undefined;
  readonly reduce: Reducer;
  /** Whether a response stays when nobody wants it any more. A server would collect those of all its visitors. */
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
  /** By what ends the subscription of each: the same function may listen twice. */
  readonly listeners: Map<() => void, ResourceListener>;
  /** The first request, while it is under way. */
  abort?: AbortController | undefined;
}

export class ResourceStore {
  readonly #entries = new Map<string, Entry>();
  readonly #observers = new Set<ResourceObserver>();
  #dependencies: ResourceStoreDependencies;

  constructor(dependencies: Partial<ResourceStoreDependencies> = {}) {
    this.#dependencies = { ...DEPENDENCIES, ...dependencies };
  }

  /** Replaces the reducer by one that knows more events; what has happened so far stays. */
  extend(reduce: Reducer): void {
    this.#dependencies = { ...this.#dependencies, reduce };
  }

  get(url: string): Resource | undefined {
    return this.#entries.get(url)?.resource;
  }

  /** Every resource that somebody has subscribed to. */
  all(): Resource[] {
    return Array.from(this.#entries.values(), ({ resource }) => resource);
  }

  /**
   * Wants a resource. Unless it is here, the first subscriber requests it; `listener` is called after this call has returned,
   * with the resource as it is and whenever it changes.
   * @param isPassive wants only what is new: what a server rendered is not requested, only checked.
   * @returns what ends the subscription. A request that nobody waits for is cancelled.
   */
  subscribe(url: string, type: ResourceType, listener: ResourceListener, isPassive?: boolean): () => void {
    const entry = this.#entry(url, type);
    this.dispatch(url, { type: 'subscribed' });
    const { status, check } = entry.resource;
    const stop = (): void => {
      if (!entry.listeners.delete(stop)) return;
      // After a `clear` there may be another entry of this URL.
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

  /** Says what happened to a resource; observers hear of it first, then its subscribers. */
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

  /** Calls with everything that happens, until what it returns is called. */
  observe(observer: ResourceObserver): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** A resource that nobody has subscribed to may be dispatched to as well. */
  add(url: string, type: ResourceType): void {
    this.#entry(url, type);
  }

  /** Forgets every response, those of earlier visits too: the next subscriber requests it from the host. */
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
   * Asks the cache, if there is one, then the host. On a first visit the request goes out before this returns. A cache whose module
   * fails to load at first is not waited for, unless the host fails too: then everything is asked again once it is loaded.
   */
  async #request(entry: Entry): Promise<void> {
    const { url, type } = entry.resource;
    const { signal } = (entry.abort = new AbortController());
    let event: ResourceEvent;
    let isLate = false as boolean;
    const cache = this.#dependencies.loadCache(tryModule);
    if (cache) {
      this.dispatch(url, { type: 'restoring' });
      cache.catch(() => (isLate = true));
      // Without the cache the host is asked.
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
      const late = isLate && this.#dependencies.loadCache(loadModule);
      const isThere = late && (await late.catch(() => undefined));
      if (isThere && !signal.aborted) return this.#request(entry);
    }
    // Late responses never overwrite newer state (E8).
    if (signal.aborted) return;
    entry.abort = undefined;
    if (entry.resource.status !== 'ready') this.dispatch(url, event);
  }
}

/** The resources of the page. */
export const resourceStore = new ResourceStore();

/** Loads the cache and the revalidation when the page is idle: from then on what the page has is cached and checked. */
export const startPersistenceWhenIdle = (): void =>
  loadModuleWhenIdle('persistence', ({ persistence }) => persistence.start());

/** Forgets every response, so that the next render requests it from the host again. */
export const clearFetchCache = (): void => resourceStore.clear();
