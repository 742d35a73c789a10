/** Templates whose content a server rendered into the page: they are checked, and requested only when they are outdated (E12). */
import { loadModule } from '../scheduling/lazy-modules';
import type { ResourceRequest } from './resource-request';
import { resourceStore } from './resource-store';

/** What a server rendered into the page: when the host last changed it, and when the server asked. */
export interface RenderedTemplate {
  readonly lastModified: string;
  /** Milliseconds since 1970; 0 where that is not known. */
  readonly checkedAt: number;
}

/**
 * Has content that a server rendered checked like a cached template (E12).
 * @param onOutdated called once, when the host has something else.
 * @returns what ends that.
 */
export function checkRenderedTemplate(
  requests: readonly ResourceRequest[],
  rendered: RenderedTemplate,
  onOutdated: () => void,
  store = resourceStore,
): () => void {
  let isClosed = false;
  const isOutdated = (): boolean => {
    const resources = requests.map(({ url }) => store.get(url)!);
    if (resources.some(({ response }) => response)) return true;
    // The host was asked for what was rendered at another time: elsewhere in this page, or in one before it.
    const isConfirmed = resources.every(({ check, failures, metadata }) => check === 'done' && !failures && metadata);
    const validators = resources.map(({ metadata }) => metadata?.lastModified);
    return isConfirmed && validators.some(Boolean) && !validators.includes(rendered.lastModified);
  };
  const update = (): void => {
    if (isClosed || !isOutdated()) return;
    onOutdated();
    close();
  };
  const stops = requests.map(({ url, type }) => store.subscribe(url, type, update, true));
  const close = (): void => {
    isClosed = true;
    for (const stop of stops) stop();
  };
  loadModule('persistence').then(
    ({ persistence }) => {
      if (isClosed) return;
      persistence.start();
      for (const { url } of requests) persistence.checkRendered(url, rendered);
      update();
    },
    () => {},
  );
  return close;
}
