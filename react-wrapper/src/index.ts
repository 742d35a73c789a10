/** React wrappers of the kit's elements, and the same functions as `feaas-kit`. */
export * from './generated/components';
export {
  DataSettings,
  clearFetchCache,
  fetchComponent,
  fetchData,
  getComponentSource,
  getComponentURL,
  getStylesheetSource,
  getStylesheetURL,
  loadStylesheet,
  parseComponentSource,
  parseRichText,
  parseStylesheetSource,
  renderComponent,
  renderComponentPromise,
  renderDOMContent,
  renderHTMLContent,
  renderToString,
  serializeRichText,
} from 'feaas-kit';
