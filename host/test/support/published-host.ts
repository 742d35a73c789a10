import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createAuthenticator } from '../../src/auth/authenticate.js';
import { requireRole } from '../../src/auth/principal.js';
import { type CachedBlobs, createCachedBlobs } from '../../src/storage/cached-blobs.js';
import { createFolderBlobs } from '../../src/storage/folder/folder-blobs.js';
import { shareInvalidation } from '../../src/publishing/invalidation/shared-blob-cache.js';
import type { DatabaseSettings } from '../../src/db/database.js';
import { openDatabase } from '../../src/db/dialects/open-database.js';
import { type BlobStore, BlobStoreError } from '../../src/storage/blob-store.js';
import type { ContentService, Write } from '../../src/content/content-service.js';
import type { VersionAddress } from '../../src/content/model.js';
import type { PrincipalIdentity } from '../../src/auth/identity.js';
import type { Role } from '../../src/auth/roles.js';
import type { TokenStore } from '../../src/auth/token-store.js';
import { createEditorHandlers } from '../../src/server/editor-handlers.js';
import { createHost } from '../../src/server/host.js';
import { createContentService } from '../../src/publishing/create-content-service.js';
import { systemClock } from '../../src/lib/clock.js';
import type { Log } from '../../src/lib/log.js';
import { createPresences } from '../../src/content/presence/presence-registry.js';
import { createPreviewSource } from '../../src/publishing/preview-source.js';
import { type PublishedLibrary, publishedLibrary } from '../../src/publishing/published-library.js';
import { cleanUp } from '../../../tests/lib/clean-up.js';

export const ACTOR: PrincipalIdentity = { id: 'test', name: 'Test' };
export const HERO_ADDRESS: VersionAddress = { library: 'demo', component: 'hero', version: 'responsive' };
export const HERO_URL = '/components/demo/hero/responsive';

export interface PublishedHost {
  readonly url: string;
  readonly port: number;
  readonly contentService: ContentService & TokenStore;
  readonly blobs: CachedBlobs;
  readonly library: PublishedLibrary;
  readonly log: string[];
  /** Reads of the blob store and calls of the content service by the library. A test empties the list. */
  readonly calls: string[];
  /** Saves a view as the next revision, and runs the steps. */
  write(address: VersionAddress, view: string, ...steps: ('stage' | 'publish')[]): Promise<number>;
  step(step: Parameters<ContentService['step']>[0], address: VersionAddress): Promise<void>;
  /** Creates a token and returns its header. */
  bearer(role: Role, library?: string): Promise<{ authorization: string }>;
}

export async function makePublishedFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-published-'));
  cleanUp(t, () => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Starts a host that serves what its content service publishes, with library `demo` and component `hero`. */
export async function startPublishedHost(
  t: TestContext,
  {
    database,
    folder,
    clock = systemClock,
    editors = false,
    unwritable = new Set(),
  }: {
    database?: DatabaseSettings;
    folder?: string;
    clock?: () => number;
    /** Whether GraphQL is served. */
    editors?: boolean;
    /** Keys that the store fails to write. */
    unwritable?: ReadonlySet<string>;
  } = {},
): Promise<PublishedHost> {
  const root = folder ?? (await makePublishedFolder(t));
  const lines: string[] = [];
  const record = (message: string, cause?: unknown): void => void lines.push(`${message} ${cause ?? ''}`);
  const log: Log = { info: record, warn: record, error: record };

  const calls: string[] = [];
  const store = createFolderBlobs(join(root, 'blobs'));
  const recordingStore: BlobStore = {
    ...store,
    get: (key) => (calls.push(`get ${key}`), store.get(key)),
    put: async (key, blob) => {
      if (unwritable.has(key)) throw new BlobStoreError(`Could not write blob '${key}'.`);
      await store.put(key, blob);
    },
  };
  const openedDatabase = await openDatabase({ file: join(root, 'ledger.db'), log, ...database });
  const blobs = shareInvalidation(createCachedBlobs(recordingStore, { clock }), openedDatabase);
  const contentService = createContentService({ database: openedDatabase, blobs, log });
  const authenticate = createAuthenticator(contentService, systemClock);
  const library = publishedLibrary({
    contentService: recordCalls(contentService, calls),
    blobs,
    requireReader: async (authorization, id) => requireRole(await authenticate(authorization), id, 'viewer'),
    log,
    clock,
  });
  const closing = new AbortController();
  const presences = createPresences(openedDatabase);
  const raw = editors
    ? createEditorHandlers({
        ...{
          contentService,
          tokens: contentService,
          blobs,
          presences,
          log,
          mediaHosts: [],
          trustedProxies: 0,
          development: true,
        },
        closing: closing.signal,
      }).handlers
    : [];
  const previews = { source: createPreviewSource(contentService, library, clock), trustedProxies: 0 };
  const host = createHost({ libraries: library, site: join(root, 'site'), port: 0, log, clock, raw, previews });
  const url = await host.listen();
  cleanUp(t, async () => {
    closing.abort();
    await host.close();
    library.close();
    presences.close();
    await contentService.close();
  });

  if (!(await contentService.library('demo'))) {
    await contentService.putLibrary({ id: 'demo', name: 'Demo' });
    await contentService.putComponent({ library: 'demo', id: 'hero', name: 'Hero', collections: [] });
  }
  const nextWrite = async (address: VersionAddress): Promise<Write> => {
    const [version] = await contentService.versions([address]);
    return { actor: ACTOR, expected: version?.revision ?? 0 };
  };
  return {
    ...{ url, port: Number(new URL(url).port), contentService, blobs, library, log: lines, calls },
    async write(address, view, ...steps) {
      const { revision } = await contentService.save(address, view, await nextWrite(address));
      for (const step of steps) await contentService.step(step, address, { actor: ACTOR, expected: revision });
      return revision;
    },
    async step(step, address) {
      await contentService.step(step, address, await nextWrite(address));
    },
    async bearer(role, of) {
      const { secret } = await contentService.createToken({ name: role, role, library: of, expiresAt: undefined });
      return { authorization: `Bearer ${secret}` };
    },
  };
}

/** Records calls of the content service, except `changes` and `openDeliveries`, which the host calls in the background. */
const recordCalls = (contentService: ContentService, calls: string[]): ContentService =>
  new Proxy(contentService, {
    get(target, name: keyof ContentService) {
      if (name !== 'changes' && name !== 'openDeliveries') calls.push(name);
      return target[name];
    },
  });
