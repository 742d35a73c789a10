'use client';

/** Functions that need a page: on a server React says so. */
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
