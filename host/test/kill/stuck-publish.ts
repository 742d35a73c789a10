/** Publishes with a blob store whose writes never end, and prints the key of the blob. */
import type { DatabaseSettings } from '../../src/db/database.js';
import { openDatabase } from '../../src/db/dialects/open-database.js';
import type { BlobStore } from '../../src/storage/blob-store.js';
import { createContentService } from '../../src/publishing/create-content-service.js';

const blobs: BlobStore = {
  put(key) {
    process.stdout.write(`${key}\n`);
    return new Promise(() => {});
  },
  get: async () => undefined,
  head: async () => undefined,
  delete: async () => {},
  async *list() {},
};
const database = await openDatabase(JSON.parse(process.argv[2] ?? '{}') as DatabaseSettings);
const contentService = createContentService({ database, blobs, timeout: 600_000 });
const hero = { library: 'demo', component: 'hero', version: 'responsive' };
setInterval(() => {}, 60_000);
await contentService.step('publish', hero, { actor: { name: 'Ann', id: 'ann' }, expected: 1 });
