/**
 * A process that the test kills: several writers write as fast as possible, each its own version. Prints each intent (`>`) before
 * the write and each acknowledgement (`<`) after it, as lines of JSON.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { createFolderBlobs } from '../../src/storage/folder/folder-blobs.js';
import { openS3Blobs } from '../../src/storage/s3/s3-blobs.js';
import { openDatabase } from '../../src/db/dialects/open-database.js';
import type { ContentService, StateTransition } from '../../src/content/content-service.js';
import type { Version } from '../../src/content/model.js';
import { createContentService } from '../../src/publishing/create-content-service.js';
import type { WriterTask } from './writer-history.js';

const task = JSON.parse(process.argv[2] ?? '{}') as WriterTask;
// Writes to a pipe are synchronous: a printed line survives the kill of this process.
const writeLine = (line: string): void => void process.stdout.write(`${line}\n`);

writeLine('loaded');
await once(process.stdin, 'data');
const database = await openDatabase(task.settings);
const blobs = task.bucket ? await openS3Blobs(task.bucket) : createFolderBlobs(join(task.folder, 'blobs'));
const contentService = createContentService({ database, blobs });
writeLine('open');
await Promise.all(Array.from({ length: task.writers }, (_, index) => write(contentService, index)));

async function write(to: ContentService, index: number): Promise<void> {
  const version = `run${task.run}-writer${index}`;
  const address = { library: 'demo', component: 'hero', version };
  const actor = { name: version, id: version };
  let revision = 0;
  let count = 0;

  const logged = async (op: string, work: (key: string) => Promise<Version>, marker?: string): Promise<void> => {
    const key = String(++count);
    writeLine(`>${JSON.stringify({ version, op, marker })}`);
    const row = await work(key);
    revision = row.revision;
    writeLine(`<${JSON.stringify({ version, op, marker, revision })}`);
  };
  const save = async (): Promise<void> => {
    const marker = `${version}.${count + 1}`;
    const view = `<p>${marker}</p>${'<p data-path="page.title">Title</p>'.repeat(count % 300)}`;
    await logged('save', (key) => to.save(address, view, { actor, expected: revision, key }), marker);
  };
  const step = (name: StateTransition): Promise<void> =>
    logged(name, (key) => to.step(name, address, { actor, expected: revision, key }));

  for (;;) {
    await save();
    await step('publish');
    await save();
    await step('stage');
    await save();
    await step('publish');
    await step(index % 2 === 0 ? 'unpublish' : 'unstage');
    if (index % 3 !== 0) continue;
    await step('delete');
    await step('restore');
  }
}
