/** The lazily loaded module `deferred`: what elements and stylesheets need only in some pages. */
export {
  checkNesting,
  innerTemplate,
  previewProps,
  serverRendered,
  tellOfData,
  tellOfStyle,
  whenShown,
  withoutSettings,
} from './element/more';
export { chooseTemplate } from './delivery/fork-template';
export {
  adoptStylesheet,
  rebaseStylesheet,
  updateStylesheet,
  waitForStylesheet,
} from './delivery/constructed-stylesheet';
