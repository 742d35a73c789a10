/** Saves a version once, and prints the number of event loop iterations until the save was acknowledged. */
import { openDatabase } from '../../src/db/dialects/open-database.js';
import { createFolderBlobs } from '../../src/storage/folder/folder-blobs.js';
import { createContentService } from '../../src/publishing/create-content-service.js';

const [file = '', blobs = '', version = ''] = process.argv.slice(2);
const contentService = createContentService({
  database: await openDatabase({ file }),
  blobs: createFolderBlobs(blobs),
});
await contentService.putLibrary({ id: 'demo', name: 'Demo' });
await contentService.putComponent({ library: 'demo', id: 'hero', name: 'Hero', collections: [] });
let ticks = 0;
let saved = false;
const tick = (): void => {
  ticks++;
  if (!saved) setImmediate(tick);
};
tick();
const address = { library: 'demo', component: 'hero', version };
await contentService.save(address, 'view', { actor: { name: 'Ann', id: 'ann' }, expected: 0 });
saved = true;
console.log(`turns ${ticks}`);
await contentService.close();
