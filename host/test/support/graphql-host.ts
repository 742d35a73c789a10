import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import sharp from 'sharp';
import { signSession } from '../../src/auth/session.js';
import { createFolderBlobs } from '../../src/storage/folder/folder-blobs.js';
import type { Database, DatabaseSettings } from '../../src/db/database.js';
import { openDatabase } from '../../src/db/dialects/open-database.js';
import type { ContentService } from '../../src/content/content-service.js';
import type { PrincipalIdentity } from '../../src/auth/identity.js';
import { type Role, ROLES } from '../../src/auth/roles.js';
import type { TokenStore } from '../../src/auth/token-store.js';
import { createGraphQL, type GraphQLOptions } from '../../src/graphql/server.js';
import { createContentService } from '../../src/publishing/create-content-service.js';
import { createMedia, type ImageUploads } from '../../src/content/media/image-uploads.js';
import { createThumbnails } from '../../src/content/media/thumbnails.js';
import type { MediaUploads } from '../../src/graphql/context/services.js';
import type { Log } from '../../src/lib/log.js';
import { createPresences } from '../../src/content/presence/presence-registry.js';
import { databaseForTest } from './test-database.js';
import { cleanUp } from '../../../tests/lib/clean-up.js';

export const SEED_PRINCIPAL: PrincipalIdentity = { name: 'Seed', id: 'seed' };
export const HERO_VIEW = '<section><h1 data-path="page.title">Title</h1></section>';

/** Rate limits that no test reaches by accident. */
export const UNLIMITED_RATES = {
  token: { reads: { perSecond: 1e6, burst: 1e6 }, writes: { perSecond: 1e6, burst: 1e6 } },
  address: { reads: { perSecond: 1e6, burst: 1e6 }, writes: { perSecond: 1e6, burst: 1e6 } },
};

/** The JSON of a response, whose shape depends on the query. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;

export interface GraphQLResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}

export interface GraphQLHost {
  readonly url: string;
  /** The folder of this host; blobs are below `blobs`. */
  readonly folder: string;
  readonly contentService: ContentService & TokenStore;
  readonly database: Database;
  /** The secret of a token for each role in library `demo`. */
  readonly secrets: Readonly<Record<Role, string>>;
  /** Logged errors. They are printed after a test that did not read them, because responses have no details of internal errors. */
  readonly errors: unknown[][];
  /** The status and content type of every response. */
  readonly responses: { status: number; type: string; url: string }[];
  /** Executes one operation, with the secret of a token if it is given. */
  execute(query: string, options?: ExecuteOptions): Promise<GraphQLResponse>;
  /** Sends any request. */
  send(init: RequestInit & { path?: string }): Promise<GraphQLResponse>;
  stop(): void;
}

export interface ExecuteOptions {
  readonly variables?: Record<string, unknown>;
  readonly token?: string | undefined;
  readonly headers?: Record<string, string>;
}

/**
 * Starts a GraphQL endpoint over HTTP on a real content service in a new folder. It has the library `demo` with component `hero`,
 * whose version `responsive` has revision 1 published and revision 2 saved, and the empty library `other`.
 */
export async function startGraphQLHost(
  t: TestContext,
  { database: settings, ...options }: Partial<GraphQLOptions> & { database?: DatabaseSettings } = {},
): Promise<GraphQLHost> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-graphql-'));
  cleanUp(t, () => rm(folder, { recursive: true, force: true }));
  const errors: unknown[][] = [];
  let areErrorsRead = false;
  const log: Log = { info() {}, warn() {}, error: (...line) => void errors.push(line) };
  const database = await openDatabase({
    file: join(folder, 'feaas.db'),
    ...(settings ?? (await databaseForTest(t))),
    log,
  });
  const blobs = createFolderBlobs(join(folder, 'blobs'));
  const contentService = createContentService({ database, blobs, log });
  const secrets = {} as Record<Role, string>;
  for (const role of ROLES) {
    const token = await contentService.createToken({
      name: `the ${role}`,
      library: 'demo',
      role,
      expiresAt: undefined,
    });
    secrets[role] = token.secret;
  }
  await seedContent(contentService);

  const closing = new AbortController();
  const presences = createPresences(database);
  const { handle: graphql } = createGraphQL({
    ...{
      contentService,
      tokens: contentService,
      log,
      closing: closing.signal,
      media: mediaUploads(createMedia({ blobs, contentService })),
      thumbnails: createThumbnails({ blobs, contentService }),
      presences,
      rates: UNLIMITED_RATES,
    },
    ...options,
  });
  const responses: GraphQLHost['responses'] = [];
  const server = createServer((request: IncomingMessage, response) => {
    response.once('finish', () => {
      const type = String(response.getHeader('content-type') ?? '');
      responses.push({ status: response.statusCode, type, url: request.url ?? '' });
    });
    const url = new URL(request.url ?? '/', 'http://localhost');
    void graphql(request, response, url).then((answered) => {
      if (!answered) response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  cleanUp(t, async () => {
    closing.abort();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    presences.close();
    await contentService.close();
    if (!areErrorsRead) for (const line of errors) console.error('The log of the host:', ...line);
  });

  const send: GraphQLHost['send'] = async ({ path = '/graphql', ...init }) => {
    const response = await fetch(url + path, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parseJson(text) };
  };
  return {
    ...{ url, folder, contentService, database, secrets, responses, send },
    get errors() {
      areErrorsRead = true;
      return errors;
    },
    stop: () => closing.abort(),
    execute: (query, { variables, token, headers } = {}) =>
      send({
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        body: JSON.stringify({ query, variables }),
      }),
  };
}

/** The form of a multipart request with one file, which is the variable `file`. */
export function uploadForm(query: string, file: Blob, name: string): FormData {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables: { file: null } }));
  form.set('map', JSON.stringify({ 0: ['variables.file'] }));
  form.set('0', file, name);
  return form;
}

/** Pictures of one color. */
export const makePng = async (width: number, height: number): Promise<Blob> =>
  new Blob([new Uint8Array(await tealImage(width, height).png().toBuffer())]);
export const makeJpeg = async (width: number, height: number): Promise<Blob> =>
  new Blob([new Uint8Array(await tealImage(width, height).jpeg().toBuffer())]);
const tealImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3 as const, background: 'teal' } });

/** Signs a session like the backend of a page. */
export async function createSession(
  { contentService }: Pick<GraphQLHost, 'contentService'>,
  claims: { library?: string; role: Role; name?: string; subject?: string; seconds?: number },
): Promise<string> {
  const { seconds = 600, name = 'somebody', ...rest } = claims;
  return signSession(await contentService.signingKey(), { name, ...rest, expiresAt: Date.now() + seconds * 1000 });
}

export async function seedContent(contentService: ContentService): Promise<void> {
  await contentService.putLibrary({ id: 'demo', name: 'Demo', settings: { embeds: ['https://widgets.example/'] } });
  await contentService.putLibrary({ id: 'other', name: 'Other' });
  await contentService.putCollection({ library: 'demo', id: 'top', name: 'Top of the page' });
  await contentService.putComponent({ library: 'demo', id: 'hero', name: 'Hero', collections: ['top'] });
  await contentService.putComponent({ library: 'demo', id: 'draft', name: 'Draft', collections: [] });
  const hero = { library: 'demo', component: 'hero', version: 'responsive' };
  await contentService.save(hero, HERO_VIEW, { actor: SEED_PRINCIPAL, expected: 0 });
  await contentService.step('publish', hero, { actor: SEED_PRINCIPAL, expected: 1 });
  await contentService.save(hero, '<p>a draft</p>', { actor: SEED_PRINCIPAL, expected: 1 });
  await contentService.save({ ...hero, component: 'draft' }, '<p>nobody knows</p>', {
    actor: SEED_PRINCIPAL,
    expected: 0,
  });
  const sheet = { css: 'p { color: teal; }', themes: [{ id: 'dusk', name: 'Dusk' }], breakpoints: [] };
  await contentService.saveStylesheet('demo', sheet, { actor: SEED_PRINCIPAL, expected: 0 });
  await contentService.stepStylesheet('publish', 'demo', { actor: SEED_PRINCIPAL, expected: 1 });
  await contentService.saveStylesheet(
    'demo',
    { ...sheet, css: 'p { color: red; }' },
    { actor: SEED_PRINCIPAL, expected: 1 },
  );
  await contentService.putDataSource({ library: 'demo', id: 'page', sample: '{"title":"One"}', settings: null });
}

/** Adapts image uploads to GraphQL, as the host does. */
export const mediaUploads = (pictures: ImageUploads): MediaUploads => ({
  upload: (library, file, actor, key) => pictures.upload({ library, ...file, actor, key }),
  remove: pictures.remove,
});

function parseJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
