/** Content services for tests, and helpers for writes. */
import { join } from 'node:path';
import { createFolderBlobs } from '../../src/storage/folder/folder-blobs.js';
import type { DatabaseSettings } from '../../src/db/database.js';
import { openDatabase } from '../../src/db/dialects/open-database.js';
import type { BlobStore } from '../../src/storage/blob-store.js';
import type { S3Options } from '../../src/storage/s3/location.js';
import type { ContentService, Write } from '../../src/content/content-service.js';
import type { VersionAddress } from '../../src/content/model.js';
import type { TokenStore } from '../../src/auth/token-store.js';
import { createContentService, type ContentServiceOptions } from '../../src/publishing/create-content-service.js';
import type { Log } from '../../src/lib/log.js';

export interface TestStore {
  readonly settings: DatabaseSettings;
  readonly folder: string;
  /** The bucket for blobs; by default they are in the folder. */
  readonly bucket?: S3Options;
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };

export const folderBlobsOf = ({ folder }: TestStore): BlobStore => createFolderBlobs(join(folder, 'blobs'));

export async function openContentService(
  store: TestStore,
  options: Partial<ContentServiceOptions> = {},
): Promise<ContentService & TokenStore & { blobs: BlobStore }> {
  const blobs = options.blobs ?? folderBlobsOf(store);
  const contentService = createContentService({
    database: await openDatabase(store.settings),
    log: silentLog,
    ...options,
    blobs,
  });
  return { ...contentService, blobs };
}

export const writeOptions = (expected: number, key?: string, name = 'Ann'): Write => ({
  actor: { name, id: `token-${name}` },
  expected,
  ...(key === undefined ? {} : { key }),
});

/** Creates a library with a component `hero`. Returns the address of its version `responsive`, which does not exist yet. */
export async function makeLibrary(contentService: ContentService, id: string): Promise<VersionAddress> {
  await contentService.putLibrary({ id, name: `Library ${id}` });
  await contentService.putComponent({ library: id, id: 'hero', name: 'Hero', collections: [] });
  return { library: id, component: 'hero', version: 'responsive' };
}
