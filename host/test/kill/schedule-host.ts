/**
 * A host that runs schedules by its own clock: each line of its input sets the clock, in milliseconds since 1970. Prints each
 * schedule that it has run. The test kills it at any moment.
 */
import { createInterface } from 'node:readline';
import { createFolderBlobs } from '../../src/storage/folder/folder-blobs.js';
import type { DatabaseSettings } from '../../src/db/database.js';
import { openDatabase } from '../../src/db/dialects/open-database.js';
import { createContentService } from '../../src/publishing/create-content-service.js';

const { settings, blobs, now } = JSON.parse(process.argv[2] ?? '{}') as {
  settings: DatabaseSettings;
  blobs: string;
  now: number;
};
let time = now;
const writeLine = (line: string): void => void process.stdout.write(`${line}\n`);
const log = {
  info: writeLine,
  warn: writeLine,
  error: (line: string, error?: unknown) => writeLine(`${line} ${String(error)}`),
};
const contentService = createContentService({
  database: await openDatabase({ ...settings, log }),
  blobs: createFolderBlobs(blobs),
  clock: () => time,
  scheduleInterval: 5,
  log,
});
writeLine('ready');
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'end') break;
  time = Number(line);
}
await contentService.close();
process.exit();
