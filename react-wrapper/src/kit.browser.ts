/** The kit as pages have it: see kit.ts, which servers have in its place. */
export * from 'feaas-kit';
