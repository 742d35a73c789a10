/**
 * The lazily loaded module `deferred`: code of elements and stylesheets for few pages, or for after the first render.
 */
export {
  adoptBlockedStylesheet,
  arrangeStylesheet,
  findLoadedStylesheet,
  subscribeRoot,
} from './delivery/shadow-stylesheet';
export { rebaseURLs } from './delivery/rebase-stylesheet';
export { readChildren, readServerContent, replaceContentAround } from './element/children-template';
export { warnOfRemovals } from './element/removals';
export { startDevelopment } from './element/development';
export { listenToScrolling, scrollToFragment } from './element/fragment';
export { hideLoading, showLoading } from './element/loading-overlay';
export { isBeingParsed, whenParsed } from './element/parser';
export { previewProps } from './element/preview';
export { Visibility } from './element/visibility';
export { loadScript } from './template/embed';
