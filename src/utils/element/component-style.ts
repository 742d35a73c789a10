import { loadPageStylesheet } from '../delivery/page-stylesheet';
import { loadModule } from '../scheduling/lazy-modules';

/** Loads the stylesheet of a component, into a shadow root or else the page; one that is not to be had is told of. */
export const loadStyle = (url: string, root: ShadowRoot | null): Promise<unknown> =>
  (root
    ? loadModule('deferred').then(({ adoptStylesheet }): Promise<unknown> => adoptStylesheet(url, root))
    : loadPageStylesheet(url)
  ).catch(async (error: Error) => (await loadModule('deferred')).tellOfStyle(url, error));
