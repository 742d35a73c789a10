import { existsSync } from 'node:fs';
import { pathsIn } from '../../lib/data-folder.js';
import { makePrivateFolder } from '../../lib/make-folders.js';
import type { StorageDriver } from '../storage-driver.js';
import { createFolderBlobs } from './folder-blobs.js';

/** Blobs as files in the data folder, the default. */
export const folderDriver = {
  settings: {},
  isBlobsFolder: true,
  parse: () => ({}),
  describe: (_, data) => `folder ${pathsIn(data).blobs}`,
  mayExist: (_, data) => existsSync(pathsIn(data).blobs),
  prepare: (_, data) => makePrivateFolder(data),
  open: async (_, { data }) => createFolderBlobs(pathsIn(data).blobs),
} as const satisfies StorageDriver<Record<never, never>>;
