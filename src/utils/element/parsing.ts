/** The parser check that all pages need. The rest is loaded if a component starts before the page has been parsed. */
import { lazyModules } from '../scheduling/lazy-modules';

/** Whether the parser may be inside an element, so that children may follow; true if that is not known yet. */
export const mayBeParsed = (element: Element): boolean =>
  !element.nextSibling &&
  element.ownerDocument.readyState === 'loading' &&
  lazyModules.deferred?.isBeingParsed(element) !== false;
