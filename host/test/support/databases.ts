/** Stores on either database, for suites that run on both; one PostgreSQL server is shared by a test file. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { BlobStore } from '../../src/storage/blob-store.js';
import type { ContentService } from '../../src/content/content-service.js';
import type { VersionAddress } from '../../src/content/model.js';
import type { DatabaseSettings } from '../../src/db/database.js';
import { openDatabase } from '../../src/db/dialects/open-database.js';
import type { TokenStore } from '../../src/auth/token-store.js';
import { makeLibrary, openContentService, type TestStore, silentLog } from './content-services.js';
import { type PostgresServer, startPostgres } from './postgres.js';

export const DATABASE_KINDS = ['libsql', 'postgres'] as const;
export type DatabaseKind = (typeof DATABASE_KINDS)[number];

export interface TestStores {
  /** Creates a database with tables and no content, and a folder for its blobs. Both are removed after the tests of the file. */
  newStore(): Promise<TestStore>;
  /** Creates a store without tables, as at the first start of a host. Tables of older releases are created in it. */
  newStoreWithoutTables(): Promise<TestStore>;
}

const folders: string[] = [];
let server: Promise<PostgresServer> | undefined;
/** Databases with empty tables: a copy is faster than the creation of the tables. */
let templateFile: Promise<string> | undefined;
let templateUrl: Promise<string> | undefined;

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-content-'));
  folders.push(folder);
  return folder;
}

async function makeTables(settings: DatabaseSettings): Promise<void> {
  const database = await openDatabase(settings);
  await database.close();
}

async function makeTemplateFile(): Promise<string> {
  const file = join(await newFolder(), 'original.db');
  await makeTables({ file });
  return file;
}

async function makeTemplateDatabase({ newDatabase }: PostgresServer): Promise<string> {
  const url = await newDatabase();
  await makeTables({ url });
  return url;
}

// After the file, not after a suite: the start of a server takes longer than most suites.
after(async () => {
  await (await server)?.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function makeStore(kind: DatabaseKind, hasTables: boolean): Promise<TestStore> {
  const folder = await newFolder();
  if (kind === 'libsql') {
    const file = join(folder, 'host.db');
    if (hasTables) await copyFile(await (templateFile ??= makeTemplateFile()), file);
    return { settings: { file, log: silentLog }, folder };
  }
  const postgres = await (server ??= startPostgres());
  const template = hasTables ? await (templateUrl ??= makeTemplateDatabase(postgres)) : undefined;
  return { settings: { url: await postgres.newDatabase(template), log: silentLog }, folder };
}

export const testStores = (kind: DatabaseKind): TestStores => ({
  newStore: () => makeStore(kind, true),
  newStoreWithoutTables: () => makeStore(kind, false),
});

export interface SuiteContentService {
  readonly contentService: ContentService & TokenStore & { blobs: BlobStore };
  /** The clock of the content service, which only the test changes. */
  readonly time: { now: number };
  textOf(key: string): Promise<string | undefined>;
  metadataOf(key: string): Promise<Readonly<Record<string, string>> | undefined>;
  /** Creates a library with a component. Returns the address of a version that does not exist yet. */
  library(id: string): Promise<VersionAddress>;
}

/** One content service that is open during the tests of a suite. */
export function suiteContentService(kind: DatabaseKind): SuiteContentService {
  const time = { now: Date.UTC(2025, 1, 1) };
  const contentService = {} as SuiteContentService['contentService'];
  before(async () => {
    Object.assign(
      contentService,
      await openContentService(await testStores(kind).newStore(), { clock: () => time.now }),
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
