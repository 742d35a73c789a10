/** The lazily loaded module `deferred`: what elements and stylesheets need only in some pages. */
export { previewProps } from './element/preview';
export { loadScript } from './template/embed';
export {
  adoptBlockedStylesheet,
  adoptStylesheet,
  subscribeShadowRoot,
  waitForStylesheet,
} from './delivery/shadow-stylesheet';
