/** The part `more`: what a first paint of a plain template does without. Loaded when needed, else when the page idles. */
export * from './path/more';
export { parseFull } from './path/parse-full';
export { select } from './path/select';
export { adopt } from './template/hydrate';
export { attributeNameCase } from './template/attribute-name-case';
export { belowHost, renderHostBindings } from './template/host-bindings';
export {
  dropThemes,
  farValue,
  fillMore,
  frameWithin,
  guardedText,
  objectText,
  shapeObject,
  shapeText,
  specialContent,
} from './template/more';
export { VOID_TAGS } from './template/content-model';
export { findTarget } from './template/remote-targets';
export { morph } from './template/morph';
export { reconcile } from './template/reconcile';
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
export { adoptStylesheet, waitForStylesheet, rebaseStylesheet, updateStylesheet } from './delivery/constructed-stylesheet';
