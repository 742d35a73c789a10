import { loadStylesheetURL } from '../delivery/stylesheet';
import { loadPart } from '../parts';

/** Loads the stylesheet of a component, into a shadow root or else the page; one that is not to be had is told of. */
export const loadStyle = (url: string, root: ShadowRoot | null): Promise<unknown> =>
  (root
    ? loadPart('more').then(({ adoptStylesheet }): Promise<unknown> => adoptStylesheet(url, root))
    : loadStylesheetURL(url)
  ).catch(async (error: Error) => (await loadPart('more')).tellOfStyle(url, error));
