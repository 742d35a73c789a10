import { isTracing, traced } from '../lib/tracing.js';
import type { BlobStore } from './blob-store.js';

/** Wraps a store with a span per operation. */
export function tracedBlobs(store: BlobStore): BlobStore {
  if (!isTracing()) return store;
  const span = <Result>(operation: string, key: string, work: () => Promise<Result>): Promise<Result> =>
    traced(`blob ${operation}`, { 'feaas.blob.key': key }, work);
  return {
    ...store,
    put: (key, blob) => span('put', key, () => store.put(key, blob)),
    get: (key) => span('get', key, () => store.get(key)),
    head: (key) => span('head', key, () => store.head(key)),
    ...(store.fence && {
      async fence(key) {
        const put = await span('fence', key, () => store.fence!(key));
        return (blob) => span('put', key, () => put(blob));
      },
    }),
    delete: (key) => span('delete', key, () => store.delete(key)),
  };
}
