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
import { temporary } from './cli.js';
import { cleanUp } from '../../../tests/lib/clean-up.js';

export interface Store {
  readonly contentService: ContentService;
  readonly blobs: BlobStore;
}

/** A content service in a folder of its own. */
export async function openStore(t: TestContext): Promise<Store> {
  const folder = await temporary(t);
  const blobs = createFolderBlobs(join(folder, 'blobs'));
  const contentService = createContentService({
    database: await openDatabase({ file: join(folder, 'feaas.db') }),
    blobs,
  });
  cleanUp(t, () => contentService.close());
  return { contentService, blobs };
}

/** Writes files below a folder. */
export async function write(folder: string, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Imports a library, and gives what was told of it, sorted. */
export async function imported(
  folder: string,
  { contentService, blobs }: Store,
  options: Partial<ImportDependencies> & { dry?: boolean } = {},
) {
  const seen = { changed: [] as string[], problems: [] as string[], warnings: [] as string[], steps: 0, total: 0 };
  const services = { contentService, blobs, checks: CHECKS, ...options };
  await importLibrary(folder, options.dry ? dryRun(services) : services, {
    expect: (steps) => (seen.total += steps),
    step: () => seen.steps++,
    changed: (path, what) => seen.changed.push(`${path}: ${what}`),
    problem: ({ path, why }) => seen.problems.push(`${path}: ${why}`),
    warning: (path, what) => seen.warnings.push(`${path}: ${what}`),
  });
  for (const list of [seen.changed, seen.problems, seen.warnings]) list.sort();
  return seen;
}
