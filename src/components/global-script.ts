/** Stencil's global script: the lazy build runs it before it defines the elements. */
import { preloadElements } from '../preload';
import { displayServerContent } from './display-server-content';
import { retryElements } from './retry-elements';

export default (): void => {
  // Where the page has no tag of `preload`.
  preloadElements();
  retryElements();
  displayServerContent();
};
