/** The kit on servers: it keeps no state between requests and needs no document. */
export * from 'feaas-kit/server';
