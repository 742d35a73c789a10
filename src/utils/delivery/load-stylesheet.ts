import { subscribeToStylesheet } from './page-stylesheet';
import { STYLESHEET } from './resource-request';
import type { StylesheetElement } from './stylesheet-elements';

/**
 * Loads a library's stylesheet into the page, once and for the lifetime of the page. Uses an existing `<link>` or
 * `<style data-href>` for it.
 * @throws FetchFailedError, InvalidResponseError.
 */
export const loadPageStylesheet = (url: string): Promise<StylesheetElement> =>
  new Promise((resolve, reject) => {
    subscribeToStylesheet({ url, type: STYLESHEET }, (error, element) => (error ? reject(error) : resolve(element!)));
  });
