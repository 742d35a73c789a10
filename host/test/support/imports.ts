import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { createFolderBlobs } from '../../src/storage/folder/folder-blobs.js';
import { CHECKS } from '../../src/cli/library/checks.js';
import type { ImportDependencies } from '../../src/cli/library/context.js';
import { dryRun } from '../../src/cli/library/dry-run.js';
import { importLibrary } from '../../src/cli/library/import.js';
import { openDatabase } from '../../src/db/dialects/open-database.js';
import type { BlobStore } from '../../src/storage/blob-store.js';
import type { ContentService } from '../../src/content/content-service.js';
import { createContentService } from '../../src/publishing/create-content-service.js';
import { makeTemporaryFolder } from './cli.js';
import { cleanUp } from '../../../tests/lib/clean-up.js';

export interface ImportStore {
  readonly contentService: ContentService;
  readonly blobs: BlobStore;
}

/** Opens a content service in a new folder. */
export async function openImportStore(t: TestContext): Promise<ImportStore> {
  const folder = await makeTemporaryFolder(t);
  const blobs = createFolderBlobs(join(folder, 'blobs'));
  const contentService = createContentService({
    database: await openDatabase({ file: join(folder, 'feaas.db') }),
    blobs,
  });
  cleanUp(t, () => contentService.close());
  return { contentService, blobs };
}

/** Writes files below a folder. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Imports a library, and returns the reported changes, problems and warnings, sorted. */
export async function runImport(
  folder: string,
  { contentService, blobs }: ImportStore,
  options: Partial<ImportDependencies> & { dry?: boolean } = {},
) {
  const result = { changed: [] as string[], problems: [] as string[], warnings: [] as string[], steps: 0, total: 0 };
  const services = { contentService, blobs, checks: CHECKS, ...options };
  await importLibrary(folder, options.dry ? dryRun(services) : services, {
    expect: (steps) => (result.total += steps),
    step: () => result.steps++,
    changed: (path, what) => result.changed.push(`${path}: ${what}`),
    problem: ({ path, reason }) => result.problems.push(`${path}: ${reason}`),
    warning: (path, what) => result.warnings.push(`${path}: ${what}`),
  });
  for (const list of [result.changed, result.problems, result.warnings]) list.sort();
  return result;
}
