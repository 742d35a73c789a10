import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createCachedBlobs } from '../../src/storage/cached-blobs.js';
import { createFolderBlobs } from '../../src/storage/folder/folder-blobs.js';
import { openDatabase } from '../../src/db/dialects/open-database.js';
import type { BlobStore } from '../../src/storage/blob-store.js';
import { createEditorHandlers, type EditorHandlersOptions } from '../../src/server/editor-handlers.js';
import { createHost } from '../../src/server/host.js';
import { createContentService } from '../../src/publishing/create-content-service.js';
import type { Log } from '../../src/lib/log.js';
import { createPresences } from '../../src/content/presence/presence-registry.js';
import { createPreviewSource } from '../../src/publishing/preview-source.js';
import { publishedLibrary } from '../../src/publishing/published-library.js';
import { makeTemporaryFolder } from './cli.js';
import { type Json, seedContent } from './graphql-host.js';
import { cleanUp } from '../../../tests/lib/clean-up.js';

/** Prints errors only, because responses do not contain the details of internal errors. */
export const errorLog: Log = {
  info() {},
  warn() {},
  error: (message, cause) => console.error(`The log of the host: ${message} ${String(cause)}`),
};

/** The origin of a page that may connect to /mcp. */
export const TOOL_ORIGIN = 'https://tools.example';

/** Starts a host with all its routes on these blobs, and creates a token of each role for its library. */
export async function startCompleteHost(
  t: TestContext,
  store: (folder: string) => BlobStore = (folder) => createFolderBlobs(join(folder, 'blobs')),
  mediaHosts: readonly string[] = [],
  options: Partial<EditorHandlersOptions> = {},
) {
  const folder = await makeTemporaryFolder(t);
  const blobs = createCachedBlobs(store(folder));
  const database = await openDatabase({ file: join(folder, 'feaas.db') });
  const contentService = createContentService({ database, blobs, log: errorLog });
  const presences = createPresences(database);
  await seedContent(contentService);
  const closing = new AbortController();
  const library = publishedLibrary({ contentService, blobs, requireReader: async () => {}, log: errorLog });
  const raw = createEditorHandlers({
    ...{ contentService, tokens: contentService, blobs, presences, log: errorLog, mediaHosts, trustedProxies: 0 },
    ...{ development: false, closing: closing.signal },
    mcp: { origins: [TOOL_ORIGIN] },
    ...options,
  }).handlers;
  const previews = { source: createPreviewSource(contentService, library, Date.now), trustedProxies: 0 };
  const host = createHost({ libraries: library, site: folder, port: 0, log: errorLog, raw, previews });
  const url = await host.listen();
  cleanUp(t, async () => {
    closing.abort();
    await host.close();
    library.close();
    presences.close();
    await contentService.close();
  });
  const createToken = async (role: 'viewer' | 'editor' | 'publisher') =>
    (await contentService.createToken({ name: role, library: 'demo', role, expiresAt: undefined })).secret;
  const secrets = {
    viewer: await createToken('viewer'),
    editor: await createToken('editor'),
    publisher: await createToken('publisher'),
  };
  const post = async (body: FormData | string, as = secrets.editor): Promise<Json> => {
    const headers = { 'apollo-require-preflight': 'yes', authorization: `Bearer ${as}` };
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined;
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers: { ...headers, ...type }, body });
    return response.json();
  };
  return { url, contentService, blobs, secrets, post };
}
