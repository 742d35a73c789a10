/** What every page asks about the parser; the rest is loaded where a component starts before the page has been parsed. */
import { lazyModules } from '../scheduling/lazy-modules';

/** Whether the parser may be inside an element; also where that can not be told yet. */
export const mayBeParsed = (element: Element): boolean =>
  element.ownerDocument.readyState === 'loading' && lazyModules.deferred?.isBeingParsed(element) !== false;
