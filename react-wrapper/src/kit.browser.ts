/** The kit in pages; servers resolve kit.ts instead. */
export * from 'feaas-kit';
