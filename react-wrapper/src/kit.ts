/** The kit as servers have it: nothing is kept from one request to the next, and nothing needs a document. */
export * from 'feaas-kit/server';
