/** The lazily loaded module `deferred`: what elements and stylesheets need only in some pages. */
export { previewProps } from './element/preview';
export { chooseTemplate } from './delivery/fork-template';
export {
  adoptStylesheet,
  rebaseStylesheet,
  updateStylesheet,
  waitForStylesheet,
} from './delivery/constructed-stylesheet';
