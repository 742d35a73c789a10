'use client';

/** Functions that need a page; React reports an error if a server calls them. */
export {
  clearFetchCache,
  configureDelivery,
  loadStylesheet,
  registerComponent,
  renderComponent,
  renderComponentPromise,
  renderDOMContent,
  whenDeliverySettled,
} from 'feaas-kit';
