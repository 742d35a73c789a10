/** The functions of `feaas-kit`, in their variant for pages or for servers. */
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
