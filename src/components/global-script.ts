/** Stencil's global script: the lazy build runs it before it defines the elements. `preload` has run by then where the page has its tag. */
import '../preload';
import { displayServerContent } from './display-server-content';
import { retryElements } from './retry-elements';

export default (): void => {
  retryElements();
  displayServerContent();
};
