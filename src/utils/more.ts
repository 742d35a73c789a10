/** The part `more`: what a first paint of a plain template does without. Loaded when needed, else when the page idles. */
export * from './path/more';
export { parseFull } from './path/parse-full';
export { select } from './path/select';
export { adopt } from './template/adopt';
export { drawHost } from './template/host';
export { fillMore, frameWithin, insert, shapeSpecial, spreadValues } from './template/more';
export { reconcile } from './template/reconcile';
export { childrenTemplate, previewSource, whenShown, withoutSettings } from './element/more';
export { onInheritedChange } from './element/inherit-watch';
export { loadSharedStylesheet, rebase } from './delivery/shared-stylesheet';
