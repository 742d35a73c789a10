/** Templates of components: a fork wins over its original (S4). */
import { loadModule } from '../scheduling/lazy-modules';
import { componentURL, type ComponentSource } from '../source/urls';
import { FORK, TEMPLATE, type CachedResource } from './resource';
import { Subscription, hasCachedResources, onResourceChanged, requestResource } from './resource-store';

/** URLs of a component's template: its fork's first, where there is an instance (S4). */
export const componentURLs = (source: ComponentSource): string[] => [
  ...(source.instance ? [componentURL(source, source.instance)] : []),
  componentURL(source),
];

/**
 * Fetches a component's template. A fork and, where no cached response can be of it, its original are requested at once (S4);
 * what chooses between them is loaded meanwhile.
 * @throws FetchFailedError, InvalidResponseError; ComponentFetchError when neither the fork nor the original loads.
 */
export function fetchTemplate(urls: readonly string[], subscription?: Subscription): Promise<CachedResource> {
  const [url, original] = urls;
  if (!original) return requestResource(url!, TEMPLATE, subscription);
  const fork = requestResource(url!, FORK, subscription);
  const originalRequest = hasCachedResources() ? undefined : requestResource(original, TEMPLATE, subscription);
  return loadModule('deferred').then(({ chooseTemplate }) => chooseTemplate(urls, fork, originalRequest, subscription));
}

/** Called with a template, each time that there is another one or that the host's state changes; or with why there is none. */
export type TemplateListener = (result: CachedResource | Error) => void;

/**
 * Subscribes to the template of a component: `listener` is called when it is there, and whenever it changes. As long as somebody
 * subscribes, the template is checked once per page load (S6) and what failed is requested again; nobody's is not.
 * An error means that nothing can be shown; a template that the host does not confirm has `error`.
 * @param urls of {@link componentURLs}.
 * @returns what ends the subscription; a request that nobody waits for is cancelled, and the listener is not called any more.
 */
export function subscribeToTemplate(urls: readonly string[], listener: TemplateListener): () => void {
  let subscription: Subscription | undefined;
  const load = (): void => {
    const before = subscription;
    const current = (subscription = new Subscription());
    const report = (result: CachedResource | Error): void => {
      if (!current.isClosed) listener(result);
    };
    fetchTemplate(urls, current).then(report, report);
    before?.unsubscribe();
  };
  load();
  const stop = onResourceChanged((url) => urls.includes(url) && load());
  return () => {
    stop();
    subscription?.unsubscribe();
  };
}
