/** Stencil's global script: the lazy build runs it before it defines the elements. */
import { preloadElements } from '../preload';
import { displayServerContent } from './display-server-content';
import { retryElements } from './retry-elements';

export default (): void => {
  // For pages without a script tag of `preload`.
  preloadElements();
  retryElements();
  displayServerContent();
};
