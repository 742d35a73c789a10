/** The same names in server components: what prints is the server's, what needs a page is a reference to it. */
export * from './generated/components.js';
export * from './page.js';
export { registerReactComponent } from './register.js';
export { RenderedComponent, type RenderedComponentProps } from './rendered.js';
export { ServerComponent, type ServerComponentProps } from './server-component.js';
export { Stylesheet, type StylesheetProps } from './stylesheet.js';
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
  renderElement,
  renderHTMLContent,
  renderPreloads,
  renderToStream,
  renderToString,
  serializeRichText,
  type ElementProps,
  type RenderedElement,
  type RenderOptions,
} from 'feaas-kit/server';
