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
export {
  adoptBlockedStylesheet,
  adoptStylesheet,
  subscribeShadowRoot,
  waitForStylesheet,
} from './delivery/shadow-stylesheet';
