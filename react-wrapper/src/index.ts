/** React components of the kit's elements, and the same functions as `feaas-kit`. */
export * from './generated/components.js';
export * from './page.js';
export { registerReactComponent } from './register.js';
export { RenderedComponent, type RenderedComponentProps } from './rendered.js';
export { ServerComponent, type ServerComponentProps } from './server-component.js';
export { Stylesheet, type StylesheetProps } from './stylesheet.js';
export {
  renderElement,
  renderToStream,
  type ElementProps,
  type RenderedElement,
  type RenderOptions,
} from 'feaas-kit/server';
export {
  DataSettings,
  fetchComponent,
  fetchData,
  getComponentSource,
  getComponentURL,
  getStylesheetSource,
  getStylesheetURL,
  parseComponentSource,
  parseRichText,
  parseStylesheetSource,
  registerDatasource,
  renderHTMLContent,
  renderPreloads,
  renderToString,
  serializeRichText,
} from 'feaas-kit';
