/** The functions of `feaas-kit`: those of pages, or in their place those of servers. */
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
} from '#kit';
