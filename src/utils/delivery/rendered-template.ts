/** Templates whose content a server rendered into the page: they are checked, and requested only if outdated (E12). */
import { loadModule } from '../scheduling/lazy-modules';
import type { ResourceRequest } from './resource-request';
import { resourceStore } from './resource-store';

/** Validator of server-rendered content: its last change on the host, and the time of the server's request. */
export interface RenderedTemplate {
  readonly lastModified: string;
  /** Milliseconds since 1970; 0 if unknown. */
  readonly checkedAt: number;
}

/**
 * Checks server-rendered content like a cached template (E12).
 * @param onOutdated called once if the host has another version
 * @returns stops the check
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
    // The check may have confirmed another version, rendered elsewhere in this page or in an earlier one.
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
