/** The lazily loaded module `deferred`: what elements and stylesheets need only in some pages. */
export {
  checkNesting,
  innerTemplate,
  previewProps,
  serverRendered,
  showLoading,
  tellOfData,
  tellOfStyle,
  whenShown,
  withoutSettings,
} from './element/more';
export { fetchFork } from './delivery/fork';
export { adoptStylesheet, arrives, mendStylesheet, updateStylesheet } from './delivery/shared-stylesheet';
