/** The same exports for server components: components that render are the server's; all that need a page are client references. */
export { FeaasComponent, type FeaasComponentProps, type FeaasComponentType } from './components/feaas-component.js';
export { FeaasContext } from './components/feaas-context.js';
export { FeaasEditor } from './components/feaas-editor.js';
export { type FeaasExternalProps, type FeaasExternalType } from './components/feaas-external.js';
export { FeaasLoader } from './components/feaas-loader.js';
export { FeaasPicker } from './components/feaas-picker.js';
export { FeaasStylesheet } from './components/feaas-stylesheet.js';
export * from './page.js';
export { FeaasExternal, registerReactComponent } from './register.server.js';
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
