/** React components of the kit's elements, and the same functions as `feaas-kit`. */
export { FeaasComponent, type FeaasComponentProps, type FeaasComponentType } from './components/feaas-component.js';
export { FeaasContext } from './components/feaas-context.js';
export { FeaasEditor } from './components/feaas-editor.js';
export { FeaasExternal, type FeaasExternalProps, type FeaasExternalType } from './components/feaas-external.js';
export { FeaasLoader } from './components/feaas-loader.js';
export { FeaasPicker } from './components/feaas-picker.js';
export { FeaasStylesheet } from './components/feaas-stylesheet.js';
export * from './page.js';
export { type PropSchema, type ReactComponentDefinition, type ReactExternalComponent } from './external-components.js';
export { registerReactComponent } from './register.js';
export { RenderedComponent, type RenderedComponentProps } from './rendered.js';
export { ServerComponent, type ServerComponentProps } from './server-component.js';
export { type FetchProp } from './fetch-prop.js';
export { Stylesheet, type StylesheetProps } from './stylesheet.js';
export {
  renderElement,
  renderToStream,
  type ElementProps,
  type RenderedElement,
  type RenderOptions,
} from 'feaas-kit/server';
export * from './functions.js';
