/** Deletes a library, or continues the deletion of another process. Prints a dot after each write. */
import { join } from 'node:path';
import type { DatabaseSettings } from '../../src/db/database.js';
import { openDatabase } from '../../src/db/dialects/open-database.js';
import { createFolderBlobs } from '../../src/storage/folder/folder-blobs.js';
import { createContentService } from '../../src/publishing/create-content-service.js';

const [settings = '{}', folder = '', action = ''] = process.argv.slice(2);
const database = await openDatabase(JSON.parse(settings) as DatabaseSettings);
const write: typeof database.write = async (work) => {
  const result = await database.write(work);
  process.stdout.write('.');
  return result;
};
const blobs = createFolderBlobs(join(folder, 'blobs'));
const contentService = createContentService({ database: { ...database, write }, blobs, timeout: 600_000 });
if (action === 'begin') await contentService.deleteLibrary('demo');
while ((await contentService.openDeletions()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
process.stdout.write('done');
await contentService.close();
