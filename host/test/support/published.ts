import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createAuthenticator } from '../../src/auth/authenticate.js';
import { demand } from '../../src/auth/principal.js';
import { type CachedBlobs, createCachedBlobs } from '../../src/storage/cached-blobs.js';
import { createFolderBlobs } from '../../src/storage/folder/folder-blobs.js';
import { toldBlobs } from '../../src/publishing/invalidation/shared-blob-cache.js';
import type { DatabaseSettings } from '../../src/db/database.js';
import { openDatabase } from '../../src/db/dialects/open-database.js';
import type { BlobStore } from '../../src/storage/blob-store.js';
import type { Ledger, Write } from '../../src/content/content-service.js';
import type { VersionAddress } from '../../src/content/model.js';
import type { Actor } from '../../src/auth/identity.js';
import type { Role } from '../../src/auth/roles.js';
import type { TokenStore } from '../../src/auth/token-store.js';
import { editing } from '../../src/server/editor-handlers.js';
import { createHost } from '../../src/server/host.js';
import { createLedger } from '../../src/publishing/create-content-service.js';
import { systemClock } from '../../src/lib/clock.js';
import type { Log } from '../../src/lib/log.js';
import { createPresences } from '../../src/content/presence/presence-registry.js';
import { type PublishedLibrary, publishedLibrary } from '../../src/publishing/published-library.js';

export const ACTOR: Actor = { id: 'test', name: 'Test' };
export const HERO: VersionAddress = { library: 'demo', component: 'hero', version: 'responsive' };
export const HERO_URL = '/components/demo/hero/responsive';

export interface Published {
  readonly url: string;
  readonly port: number;
  readonly ledger: Ledger & TokenStore;
  readonly blobs: CachedBlobs;
  readonly library: PublishedLibrary;
  readonly log: string[];
  /** Reads of the blob store and calls of the ledger by the library since the last `resetCalls`. */
  readonly calls: string[];
  /** Saves a view as the next revision, and takes the steps. */
  write(address: VersionAddress, view: string, ...steps: ('stage' | 'publish')[]): Promise<number>;
  step(step: Parameters<Ledger['step']>[0], address: VersionAddress): Promise<void>;
  /** A token's header. */
  bearer(role: Role, library?: string): Promise<{ authorization: string }>;
}

export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-published-'));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** A host that delivers what its ledger publishes; `demo` is there, and `hero` in it. */
export async function startPublished(
  t: TestContext,
  {
    database,
    folder,
    clock = systemClock,
    editors = false,
  }: {
    database?: DatabaseSettings;
    folder?: string;
    clock?: () => number;
    /** With GraphQL, as the host wires it. */
    editors?: boolean;
  } = {},
): Promise<Published> {
  const root = folder ?? (await temporaryFolder(t));
  const lines: string[] = [];
  const note = (message: string, cause?: unknown): void => void lines.push(`${message} ${cause ?? ''}`);
  const log: Log = { info: note, warn: note, error: note };

  const calls: string[] = [];
  const store = createFolderBlobs(join(root, 'blobs'));
  const counted: BlobStore = { ...store, get: (key) => (calls.push(`get ${key}`), store.get(key)) };
  const opened = await openDatabase({ file: join(root, 'ledger.db'), log, ...database });
  const blobs = toldBlobs(createCachedBlobs(counted, { clock }), opened);
  const ledger = createLedger({ database: opened, blobs, log });
  const authenticate = createAuthenticator(ledger, systemClock);
  const library = publishedLibrary({
    ledger: watched(ledger, calls),
    blobs,
    mayRead: async (authorization, id) => demand(await authenticate(authorization), id, 'viewer'),
    log,
  });
  const closing = new AbortController();
  const presences = createPresences(opened);
  const raw = editors
    ? editing({
        ...{ ledger, tokens: ledger, blobs, presences, log, mediaHosts: [], trustedProxies: 0, development: true },
        closing: closing.signal,
      })
    : [];
  const host = createHost({ libraries: library, site: join(root, 'site'), port: 0, log, raw });
  const url = await host.listen();
  t.after(async () => {
    closing.abort();
    await host.close();
    library.close();
    presences.close();
    await ledger.close();
  });

  if (!(await ledger.library('demo'))) {
    await ledger.putLibrary({ id: 'demo', name: 'Demo' });
    await ledger.putComponent({ library: 'demo', id: 'hero', name: 'Hero', collections: [] });
  }
  const by = async (address: VersionAddress): Promise<Write> => {
    const [version] = await ledger.versions([address]);
    return { actor: ACTOR, expected: version?.revision ?? 0 };
  };
  return {
    ...{ url, port: Number(new URL(url).port), ledger, blobs, library, log: lines, calls },
    async write(address, view, ...steps) {
      const { revision } = await ledger.save(address, view, await by(address));
      for (const step of steps) await ledger.step(step, address, { actor: ACTOR, expected: revision });
      return revision;
    },
    async step(step, address) {
      await ledger.step(step, address, await by(address));
    },
    async bearer(role, of) {
      const { secret } = await ledger.createToken({ name: role, role, library: of, expiresAt: undefined });
      return { authorization: `Bearer ${secret}` };
    },
  };
}

/** The ledger, with each call noted; `changes` and `delivered` are the watch's and go on by themselves. */
const watched = (ledger: Ledger, calls: string[]): Ledger =>
  new Proxy(ledger, {
    get(target, name: keyof Ledger) {
      if (name !== 'changes' && name !== 'delivered') calls.push(name);
      return target[name];
    },
  });
