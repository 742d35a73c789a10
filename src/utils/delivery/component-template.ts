/** Templates of components: a fork wins over its original (S4). */
import { ComponentFetchError } from '../../global/errors';
import { loadModule } from '../scheduling/lazy-modules';
import { FORK, TEMPLATE, type CachedResource, type Resource } from './resource';
import { resourceStore, type ResourceStore } from './resource-store';

/**
 * Chooses between a fork and its original, which are requested at once: a valid fork wins (S4).
 * @throws ComponentFetchError when neither loads.
 */
export async function chooseTemplate(
  fork: Promise<CachedResource>,
  original: Promise<CachedResource>,
  originalURL: string,
): Promise<CachedResource> {
  // It is awaited only where there is no fork.
  original.catch(() => {});
  return fork.catch(() =>
    original.catch((cause: unknown) => {
      throw new ComponentFetchError({ cause, url: originalURL });
    }),
  );
}

/** Called with a template whenever there is another one, or another state of the host; or with why there is none. */
export type TemplateListener = (result: CachedResource | Error) => void;

/** What a server rendered into the page: when the host last changed it, and when the server asked. */
export interface RenderedTemplate {
  readonly lastModified: string;
  /** Milliseconds since 1970; 0 where that is not known. */
  readonly checkedAt: number;
}

/** The fork or the original that shows, out of the states of both. */
class TemplateChoice {
  readonly #stops = new Map<string, () => void>();
  #isClosed = false;
  #reported?: CachedResource | Error;

  constructor(
    private readonly urls: readonly string[],
    private readonly listener: TemplateListener,
    private readonly store: ResourceStore,
  ) {}

  start(): void {
    const [url, original] = this.urls;
    this.#want(url!, !!original);
    if (original) this.#wantOriginalOf(this.store.get(url!)!);
  }

  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stops.values()) stop();
    this.#stops.clear();
  }

  #want(url: string, isFork = false): void {
    if (this.#stops.has(url)) return;
    this.#stops.set(
      url,
      this.store.subscribe(url, isFork ? FORK : TEMPLATE, () => this.#update()),
    );
  }

  /** An original is requested beside its fork, unless the fork is here, or may be in the cache. */
  #wantOriginalOf({ response, status }: Resource): void {
    if (!response && status !== 'restoring' && status !== 'idle') this.#want(this.urls[1]!);
  }

  #update(): void {
    if (this.#isClosed) return;
    const [url, originalURL] = this.urls;
    const first = this.store.get(url!);
    if (!first) return;
    if (!originalURL) return this.#report(first.response ?? this.#errorOf(first));
    if (first.response) {
      // Nobody needs the original now.
      this.#stops.get(originalURL)?.();
      this.#stops.delete(originalURL);
      return this.#report(first.response);
    }
    this.#wantOriginalOf(first);
    const original = this.store.get(originalURL);
    if (!original || !this.#errorOf(first)) return undefined;
    const cause = this.#errorOf(original);
    return this.#report(original.response ?? (cause && new ComponentFetchError({ cause, url: originalURL })));
  }

  /** Why there is nothing, when that is known. */
  #errorOf({ status, error }: Resource): Error | undefined {
    return status === 'failed' || status === 'deleted' ? error : undefined;
  }

  #report(result: CachedResource | Error | undefined): void {
    const before = this.#reported;
    if (!result || this.#isClosed) return;
    if (result instanceof Error || before instanceof Error || !before) {
      // The same failure may be told by two resources.
      if (
        result instanceof Error &&
        before instanceof Error &&
        result.cause === before.cause &&
        result.name === before.name
      )
        return;
    } else if (result.text === before.text && result.error === before.error) return;
    this.#reported = result;
    // What another URL had is an update here.
    const isUpdate = before && !(before instanceof Error) && !(result instanceof Error) && before.url !== result.url;
    this.listener(isUpdate && !result.phase ? { ...result, phase: 'updated' } : result);
  }
}

/**
 * Subscribes to the template of a component: `listener` is called when it is there, and whenever it changes. As long as somebody
 * subscribes, the template is checked once per page load (S6), and what failed is requested again.
 * @param urls of {@link componentURLs}.
 * @param rendered what a server rendered into the page: the template is not requested then, only checked, and `listener` is
 * called when there is something new.
 * @returns what ends the subscription; a request that nobody waits for is cancelled, and the listener is not called any more.
 */
export function subscribeToTemplate(
  urls: readonly string[],
  listener: TemplateListener,
  rendered?: RenderedTemplate,
  store = resourceStore,
): () => void {
  const choice = new TemplateChoice(urls, listener, store);
  if (!rendered) {
    choice.start();
    return () => choice.close();
  }
  const stopChecks = checkRenderedTemplate(urls, rendered, () => choice.start(), store);
  return () => {
    stopChecks();
    choice.close();
  };
}

/**
 * Has content that a server rendered checked like a cached template (E12).
 * @param onOutdated called once, when the host has something else.
 * @returns what ends that.
 */
export function checkRenderedTemplate(
  urls: readonly string[],
  rendered: RenderedTemplate,
  onOutdated: () => void,
  store = resourceStore,
): () => void {
  const stops = urls.map((url, at) =>
    store.subscribe(
      url,
      at < urls.length - 1 ? FORK : TEMPLATE,
      ({ response }) => {
        if (!response || isClosed) return;
        onOutdated();
        close();
      },
      true,
    ),
  );
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    for (const stop of stops) stop();
  };
  loadModule('persistence').then(
    ({ persistence }) => {
      if (isClosed) return;
      persistence.start();
      for (const url of urls) persistence.checkRendered(url, rendered);
    },
    () => {},
  );
  return close;
}

/** Somebody who wants templates: for as long as it is open they are checked, and requested again where that failed. */
export class Subscription {
  isClosed = false;
  readonly #stops: (() => void)[] = [];

  /** Calls when the subscription ends; at once when it has ended. */
  add(stop: () => void): void {
    if (this.isClosed) stop();
    else this.#stops.push(stop);
  }

  /** Wants nothing any more: a request that nobody else waits for is cancelled, and its promise stays pending. */
  unsubscribe(): void {
    this.isClosed = true;
    for (const stop of this.#stops.splice(0)) stop();
  }
}

/**
 * Fetches a component's template, once. What is new afterwards is told by `onResourceChanged`, for as long as the subscription
 * is open; without one the template is wanted until it is here and, when it came out of the cache, checked.
 * @throws FetchFailedError, InvalidResponseError; ComponentFetchError when neither the fork nor the original loads.
 */
export function fetchTemplate(
  urls: readonly string[],
  subscription?: Subscription,
  store = resourceStore,
): Promise<CachedResource> {
  return new Promise((resolve, reject) => {
    const stop = subscribeToTemplate(
      urls,
      (result) => {
        if (result instanceof Error) reject(result);
        else resolve(result);
        if (subscription) return;
        // `stop` is not there before this function has returned.
        queueMicrotask(() => {
          if (result instanceof Error) stop();
          else whenChecked(result.url, store).then(stop, stop);
        });
      },
      undefined,
      store,
    );
    subscription?.add(stop);
  });
}

/** Resolves when no check of a resource is to come in this page load. */
function whenChecked(url: string, store: ResourceStore): Promise<void> {
  const isPending = (): boolean => {
    const check = store.get(url)?.check;
    return check === 'due' || check === 'running';
  };
  if (!isPending()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = store.observe((resource) => {
      if (resource.url !== url || isPending()) return;
      stop();
      resolve();
    });
  });
}
