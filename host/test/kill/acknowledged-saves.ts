/** Saves concurrently, and writes a line for each acknowledgement. The test traces the system calls of this process. */
import { writeSync } from 'node:fs';
import { openDatabase } from '../../src/db/dialects/open-database.js';
import { createFolderBlobs } from '../../src/storage/folder/folder-blobs.js';
import { createContentService } from '../../src/publishing/create-content-service.js';

const [file = '', blobs = '', saves = '0'] = process.argv.slice(2);
const contentService = createContentService({
  database: await openDatabase({ file }),
  blobs: createFolderBlobs(blobs),
});
await contentService.putLibrary({ id: 'demo', name: 'Demo' });
await contentService.putComponent({ library: 'demo', id: 'hero', name: 'Hero', collections: [] });
await Promise.all(
  Array.from({ length: Number(saves) }, async (_, index) => {
    const address = { library: 'demo', component: 'hero', version: `v${index}` };
    const actor = { name: 'Ann', id: 'ann' };
    // In three waves, so that there are several group commits.
    for (let wave = 0; wave < 3; wave++) {
      const marker = `marker-${index}-${wave}-end`;
      await contentService.save(address, marker, { actor, expected: wave });
      writeSync(1, `acknowledged ${marker}\n`);
    }
  }),
);
await contentService.close();
