/** Places on either database, for suites that hold for both; one PostgreSQL serves a whole test file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { BlobStore } from '../../src/storage/blob-store.js';
import type { ContentService } from '../../src/content/content-service.js';
import type { VersionAddress } from '../../src/content/model.js';
import type { TokenStore } from '../../src/auth/token-store.js';
import { makeLibrary, openContentService, type TestStore, quiet } from './content-services.js';
import { type PostgresServer, startPostgres } from './postgres.js';

export const KINDS = ['libsql', 'postgres'] as const;
export type DatabaseKind = (typeof KINDS)[number];

export interface ContentServices {
  /** A new, empty database and a folder for its blobs; both are gone when the file's tests are done. */
  place(): Promise<TestStore>;
}

const folders: string[] = [];
let server: Promise<PostgresServer> | undefined;

// Of the file, not of a suite: starting a server takes longer than most suites.
after(async () => {
  await (await server)?.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

export const contentServicesOf = (kind: DatabaseKind): ContentServices => ({
  async place() {
    const folder = await mkdtemp(join(tmpdir(), 'feaas-ledger-'));
    folders.push(folder);
    if (kind === 'libsql') return { settings: { file: join(folder, 'host.db'), log: quiet }, folder };
    const { newDatabase } = await (server ??= startPostgres());
    return { settings: { url: await newDatabase(), log: quiet }, folder };
  },
});

export interface SuiteContentService {
  readonly contentService: ContentService & TokenStore & { blobs: BlobStore };
  /** The content service's clock, which stands. */
  readonly time: { now: number };
  textOf(key: string): Promise<string | undefined>;
  metadataOf(key: string): Promise<Readonly<Record<string, string>> | undefined>;
  /** A library with a component; the address of a version that is not there yet. */
  library(id: string): Promise<VersionAddress>;
}

/** One content service for the tests of a suite, open while they run. */
export function suiteContentService(kind: DatabaseKind): SuiteContentService {
  const time = { now: Date.UTC(2025, 1, 1) };
  const contentService = {} as SuiteContentService['contentService'];
  before(async () => {
    Object.assign(
      contentService,
      await openContentService(await contentServicesOf(kind).place(), { clock: () => time.now }),
    );
  });
  after(() => contentService.close());
  return {
    contentService,
    time,
    textOf: async (key) => (await contentService.blobs.get(key))?.bytes.toString('utf8'),
    metadataOf: async (key) => (await contentService.blobs.get(key))?.metadata,
    library: (id) => makeLibrary(contentService, id),
  };
}
