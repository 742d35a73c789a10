import assert from 'node:assert/strict';
import nodeTest from 'node:test';
import { type GraphQLSchema, buildSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import type { StateTransition } from '../src/content/content-service.js';
import { type Role, ROLES } from '../src/auth/roles.js';
import { SCHEMA_FILE } from '../src/graphql/schema.js';
import test from './support/each-database.js';
import {
  type GraphQLResponse,
  uploadForm,
  type GraphQLHost,
  makeJpeg,
  makePng,
  SEED_PRINCIPAL,
  createSession,
  startGraphQLHost,
} from './support/graphql-host.js';

/** A new version for each cell of the table, so that each write can succeed. */
interface Cell {
  readonly host: GraphQLHost;
  readonly id: string;
  readonly name: string;
  readonly sheet: number;
  /** Id of a token that may be revoked. */
  readonly token: string;
  /** Id of a webhook, and of an event in its log. */
  readonly webhook: string;
  readonly event: string;
  /** Id of a preview link. */
  readonly link: string;
  /** Id of a pending schedule. */
  readonly schedule: string;
}
interface Operation {
  /** Undefined: everybody. `admin of every library`: nobody in the table, because it requires a token for all libraries. */
  readonly needs?: Role | 'admin of every library';
  /** Steps that run first, so that the operation can succeed. */
  readonly after?: readonly StateTransition[];
  readonly sheetAfter?: 'stage' | 'publish';
  readonly text: (cell: Cell) => string;
  readonly send?: (cell: Cell, as: string | undefined) => Promise<GraphQLResponse>;
}

/** A time after the end of these tests. */
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

const step = (name: string, needs: Role, ...after: StateTransition[]): Operation => ({
  ...{ needs, after },
  text: ({ id }) => `mutation { ${name}(id: "${id}", expectedRevision: 1) { id } }`,
});
const stylesheetStep = (name: string, needs: Role, sheetAfter?: 'stage' | 'publish'): Operation => ({
  ...{ needs, ...(sheetAfter ? { sheetAfter } : {}) },
  text: ({ sheet }) => `mutation { ${name}(library: "demo", expectedRevision: ${sheet}) { id } }`,
});

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'Query.library': { text: () => '{ library(id: "demo") { id name createdAt } }' },
  'Query.libraries': { text: () => '{ libraries { id } }' },
  'Query.components': { text: () => '{ components(library: "demo") { items { id name versions { id } } } }' },
  'Query.component': { text: ({ id }) => `{ component(id: "${id.slice(0, id.lastIndexOf('/'))}") { id } }` },
  'Query.versions': { text: ({ id }) => `{ versions(ids: ["${id}"]) { id view revision } }` },
  'Query.stylesheet': { text: () => '{ stylesheet(library: "demo") { css themes { id } } }' },
  'Query.audit': { needs: 'admin', text: () => '{ audit(library: "demo") { items { id } } }' },
  'Query.viewer': { text: () => '{ viewer { name role(library: "demo") } }' },
  'Query.history': { needs: 'viewer', text: ({ id }) => `{ history(id: "${id}") { items { number } } }` },
  'Query.history of a stylesheet': { needs: 'viewer', text: () => '{ history(id: "demo") { items { number } } }' },
  'Query.revision': { needs: 'viewer', text: ({ id }) => `{ revision(id: "${id}", number: 1) { content } }` },
  'Query.dataSources': { needs: 'viewer', text: () => '{ dataSources(library: "demo") { id sample } }' },
  'Query.forks': { needs: 'viewer', text: () => '{ forks(library: "demo") { items { id page author } } }' },
  'Query.media': { needs: 'viewer', text: () => '{ media(library: "demo") { items { id } } }' },
  'Query.tokens': { needs: 'admin', text: () => '{ tokens(library: "demo") { id name role } }' },
  'Query.webhooks': { needs: 'admin', text: () => '{ webhooks(library: "demo") { id url } }' },
  'Query.webhookDeliveries': {
    needs: 'admin',
    text: ({ webhook }) => `{ webhookDeliveries(library: "demo", webhook: "${webhook}") { items { event } } }`,
  },
  'Library.settings': { needs: 'viewer', text: () => '{ library(id: "demo") { settings { embeds } } }' },
  'Library.collections': { needs: 'viewer', text: () => '{ library(id: "demo") { collections { key } } }' },
  'Component.thumbnail': {
    text: ({ id }) => `{ component(id: "${id.slice(0, id.lastIndexOf('/'))}") { thumbnail { src width renderedAt } } }`,
  },
  'Version.history': {
    needs: 'viewer',
    text: () => '{ versions(ids: ["demo/hero/responsive"]) { history { items { number } } } }',
  },
  'Stylesheet.history': {
    needs: 'viewer',
    text: () => '{ stylesheet(library: "demo") { history { items { number } } } }',
  },
  'Mutation.fork': {
    needs: 'editor',
    text: ({ id, name }) =>
      `mutation { fork(originId: "${id}", instance: "${name}-fork", expectedRevision: 0) { id } }`,
  },
  'Mutation.saveVersion': {
    needs: 'editor',
    text: ({ id }) => `mutation { saveVersion(id: "${id}", view: "<p>2</p>", expectedRevision: 1) { id } }`,
  },
  'Mutation.revertVersion': {
    needs: 'editor',
    text: ({ id }) => `mutation { revertVersion(id: "${id}", to: 1, expectedRevision: 1) { id } }`,
  },
  'Mutation.stageVersion': step('stageVersion', 'editor'),
  'Mutation.unstageVersion': step('unstageVersion', 'editor', 'stage'),
  'Mutation.publishVersion': step('publishVersion', 'publisher'),
  'Mutation.unpublishVersion': step('unpublishVersion', 'publisher', 'publish'),
  'Mutation.deleteVersion': step('deleteVersion', 'publisher'),
  'Mutation.restoreVersion': step('restoreVersion', 'publisher', 'delete'),
  'Mutation.saveStylesheet': {
    needs: 'editor',
    text: ({ sheet }) =>
      `mutation { saveStylesheet(library: "demo", css: "p { top: ${sheet}px }", expectedRevision: ${sheet}) { id } }`,
  },
  'Mutation.stageStylesheet': stylesheetStep('stageStylesheet', 'editor'),
  'Mutation.unstageStylesheet': stylesheetStep('unstageStylesheet', 'editor', 'stage'),
  'Mutation.publishStylesheet': stylesheetStep('publishStylesheet', 'publisher'),
  'Mutation.unpublishStylesheet': stylesheetStep('unpublishStylesheet', 'publisher', 'publish'),
  'Mutation.uploadMedia': {
    needs: 'editor',
    text: () => 'mutation ($file: File!) { uploadMedia(library: "demo", file: $file, expectedRevision: 0) { id src } }',
    send: async (cell, as) => upload('Mutation.uploadMedia', cell, await makePng(8, 4), as),
  },
  'Mutation.uploadThumbnail': {
    needs: 'editor',
    text: ({ id }) =>
      `mutation ($file: File!) { uploadThumbnail(versionId: "${id}", file: $file, renderedAt: "2024-05-06T07:08:09Z", expectedRevision: 1) { src } }`,
    send: async (cell, as) => upload('Mutation.uploadThumbnail', cell, await makeJpeg(8, 4), as),
  },
  'Mutation.announcePresence': {
    needs: 'viewer',
    text: ({ id, name }) => `mutation { announcePresence(id: "${id}", editorId: "${name}") { editors { name } } }`,
  },
  'Mutation.withdrawPresence': {
    needs: 'viewer',
    text: ({ id, name }) => `mutation { withdrawPresence(id: "${id}", editorId: "${name}") { id } }`,
  },
  'Mutation.saveComponent': {
    needs: 'publisher',
    text: ({ name }) => `mutation { saveComponent(id: "demo/${name}", name: "One") { id } }`,
  },
  'Mutation.saveCollection': {
    needs: 'publisher',
    text: ({ name }) => `mutation { saveCollection(library: "demo", key: "${name}", name: "One") { id } }`,
  },
  'Mutation.deleteComponent': {
    needs: 'publisher',
    text: ({ id }) => `mutation { deleteComponent(id: "${id.slice(0, id.lastIndexOf('/'))}") }`,
  },
  'Mutation.deleteLibrary': {
    needs: 'admin of every library',
    text: () => 'mutation { deleteLibrary(id: "demo", confirm: "demo") }',
  },
  'Mutation.deleteDataSource': {
    needs: 'publisher',
    text: ({ name }) => `mutation { deleteDataSource(id: "demo/${name}") }`,
  },
  'Mutation.deleteMedia': { needs: 'publisher', text: ({ name }) => `mutation { deleteMedia(id: "demo/${name}") }` },
  'Mutation.saveDataSource': {
    needs: 'publisher',
    text: ({ name }) => `mutation { saveDataSource(library: "demo", key: "${name}", sample: "{}") { id } }`,
  },
  'Mutation.saveLibrary': { needs: 'admin', text: () => 'mutation { saveLibrary(id: "demo", name: "Demo") { id } }' },
  'Mutation.createToken': {
    needs: 'admin',
    text: () => 'mutation { createToken(library: "demo", role: VIEWER, name: "new") { secret } }',
  },
  'Mutation.revokeToken': {
    needs: 'admin',
    text: ({ token }) => `mutation { revokeToken(id: "${token}") { revokedAt } }`,
  },
  'Query.previewLinks': {
    needs: 'editor',
    text: () => '{ previewLinks(library: "demo") { items { id } } }',
  },
  'Mutation.createPreviewLink': {
    needs: 'editor',
    text: () => 'mutation { createPreviewLink(library: "demo", ids: ["demo/hero/responsive"]) { path } }',
  },
  'Mutation.revokePreviewLink': {
    needs: 'editor',
    text: ({ link }) => `mutation { revokePreviewLink(library: "demo", id: "${link}") { id } }`,
  },
  'Mutation.createWebhook': {
    needs: 'admin',
    text: () => 'mutation { createWebhook(library: "demo", url: "https://hooks.invalid/") { secret } }',
  },
  'Mutation.updateWebhook': {
    needs: 'admin',
    text: ({ webhook }) => `mutation { updateWebhook(id: "${webhook}", enabled: true) { id } }`,
  },
  'Mutation.deleteWebhook': {
    needs: 'admin',
    text: ({ webhook }) => `mutation { deleteWebhook(id: "${webhook}") }`,
  },
  'Mutation.rotateWebhookSecret': {
    needs: 'admin',
    text: ({ webhook }) => `mutation { rotateWebhookSecret(id: "${webhook}") { secret } }`,
  },
  'Mutation.testWebhook': {
    needs: 'admin',
    text: ({ webhook }) => `mutation { testWebhook(id: "${webhook}") { milliseconds } }`,
  },
  'Mutation.replayWebhookDelivery': {
    needs: 'admin',
    text: ({ webhook, event }) =>
      `mutation { replayWebhookDelivery(webhook: "${webhook}", event: "${event}") { state } }`,
  },
  'Mutation.createSession': {
    needs: 'publisher',
    text: () => 'mutation { createSession(library: "demo", role: VIEWER, name: "page") { token } }',
  },
  'Query.schedules': { needs: 'viewer', text: () => '{ schedules(library: "demo") { items { id } } }' },
  'Query.releases': { needs: 'viewer', text: () => '{ releases(library: "demo") { items { id } } }' },
  'Query.release': { needs: 'viewer', text: ({ name }) => `{ release(id: "demo/${name}") { items { id } } }` },
  'Mutation.schedulePublish': {
    needs: 'publisher',
    text: ({ id }) => `mutation { schedulePublish(id: "${id}", revision: 1, at: "${TOMORROW}") { id } }`,
  },
  'Mutation.scheduleUnpublish': {
    needs: 'publisher',
    text: ({ id }) => `mutation { scheduleUnpublish(id: "${id}", at: "${TOMORROW}") { id } }`,
  },
  'Mutation.scheduleRelease': {
    needs: 'publisher',
    text: ({ name }) => `mutation { scheduleRelease(id: "demo/${name}", at: "${TOMORROW}") { id } }`,
  },
  'Mutation.cancelSchedule': {
    needs: 'publisher',
    text: ({ schedule }) => `mutation { cancelSchedule(id: "${schedule}") { state } }`,
  },
  'Mutation.createRelease': {
    needs: 'publisher',
    text: ({ id, name }) =>
      `mutation { createRelease(library: "demo", key: "${name}-new", name: "New", items: [{ id: "${id}", revision: 1 }]) { id } }`,
  },
  'Mutation.updateRelease': {
    needs: 'publisher',
    text: ({ id, name }) =>
      `mutation { updateRelease(id: "demo/${name}", name: "New", items: [{ id: "${id}", revision: 1 }], expectedRevision: 1) { id } }`,
  },
  'Mutation.deleteRelease': {
    needs: 'publisher',
    text: ({ name }) => `mutation { deleteRelease(id: "demo/${name}") }`,
  },
  'Mutation.publishRelease': {
    needs: 'publisher',
    text: ({ name }) => `mutation { publishRelease(id: "demo/${name}", expectedRevision: 1) { state } }`,
  },
  'Subscription.versionChanged': {
    needs: 'viewer',
    text: () => 'subscription { versionChanged(library: "demo", after: 0) { sequence } }',
    send: (cell, as) => firstEvent('Subscription.versionChanged', cell, as),
  },
  'Subscription.libraryChanged': {
    needs: 'viewer',
    text: () => 'subscription { libraryChanged(library: "demo", after: 0) { ... on Change { sequence } } }',
    send: (cell, as) => firstEvent('Subscription.libraryChanged', cell, as),
  },
};

test('every root field is in the table of roles', () => {
  const schema: GraphQLSchema = buildSchema(readFileSync(SCHEMA_FILE, 'utf8'));
  const roots = [schema.getQueryType()!, schema.getMutationType()!, schema.getSubscriptionType()!];
  const fields = roots.flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`));
  assert.deepEqual(
    fields.filter((field) => !(field in OPERATIONS)),
    [],
  );
});

// Roles do not depend on the database.
const testRoles = process.env['FEAAS_LONG'] ? test : nodeTest;
testRoles(
  'every operation allows exactly its roles, also without a token and for an admin of another library',
  async (t) => {
    const host = await startGraphQLHost(t);
    const other = await host.contentService.createToken({
      name: 'other',
      library: 'other',
      role: 'admin',
      expiresAt: undefined,
    });
    const callers: [string, string | undefined, Role | undefined][] = [
      ['anonymous', undefined, undefined],
      ['admin elsewhere', other.secret, undefined],
      ...ROLES.map((role): [string, string, Role] => [role, host.secrets[role], role]),
      ['editor by session', await createSession(host, { library: 'demo', role: 'editor' }), 'editor'],
    ];
    const shared = await prepare(host, {}, 'shared');
    const readable = async (): Promise<Cell> => ({
      ...shared,
      sheet: (await host.contentService.stylesheet('demo'))!.revision,
    });
    let cells = 0;
    let allowed = 0;
    for (const [name, operation] of Object.entries(OPERATIONS)) {
      for (const [principal, secret, role] of callers) {
        cells++;
        const cell = name.startsWith('Mutation.') ? await prepare(host, operation, `c${cells}`) : await readable();
        const send = operation.send ?? ((each: Cell, as) => host.execute(operation.text(each), { token: as }));
        const { json, text, status } = await send(cell, secret);
        const where = `${name} by ${principal}: ${text}`;
        assert.equal(status, 200, where);
        const { needs } = operation;
        const least = needs === 'admin of every library' ? Infinity : needs && ROLES.indexOf(needs);
        if (least === undefined || (role && ROLES.indexOf(role) >= least)) {
          assert.equal(json.errors, undefined, where);
          allowed++;
        } else {
          assert.equal(json.errors?.[0].extensions.code, secret ? 'FORBIDDEN' : 'UNAUTHENTICATED', where);
          await unchanged(cell, where);
        }
      }
    }
    t.diagnostic(`${cells} cells: ${allowed} allowed, ${cells - allowed} denied`);
    assert.deepEqual(
      host.responses.filter(({ status }) => status >= 500),
      [],
    );
  },
);

test('operations on all libraries require a token for all libraries', async (t) => {
  const host = await startGraphQLHost(t);
  const all = await host.contentService.createToken({
    name: 'all',
    library: undefined,
    role: 'admin',
    expiresAt: undefined,
  });
  const operations = [
    'mutation { saveLibrary(id: "third", name: "Third") { id } }',
    'mutation { deleteLibrary(id: "third", confirm: "third") }',
    'mutation { createToken(role: ADMIN, name: "all of it") { secret } }',
    '{ tokens { id } }',
    `mutation { revokeToken(id: "${all.id}") { id } }`,
  ];
  for (const query of operations) {
    const denied = await host.execute(query, { token: host.secrets.admin });
    assert.equal(denied.json.errors[0].extensions.code, 'FORBIDDEN', query);
    const { json } = await host.execute(query, { token: all.secret });
    assert.equal(json.errors, undefined, query);
  }
  assert.equal((await host.execute('{ viewer { name } }', { token: all.secret })).status, 401, 'it revoked itself');
});

test('no token can grant more than its own role, and sessions can grant nothing', async (t) => {
  const host = await startGraphQLHost(t);
  const codeOf = async (query: string, as: string) =>
    (await host.execute(query, { token: as })).json.errors?.[0].extensions.code;
  const session = (role: string, seconds = 60) =>
    `mutation { createSession(library: "demo", role: ${role}, name: "x", seconds: ${seconds}) { token expiresAt } }`;
  assert.equal(await codeOf(session('PUBLISHER'), host.secrets.publisher), undefined);
  assert.equal(await codeOf(session('ADMIN'), host.secrets.publisher), 'FORBIDDEN');
  assert.equal(await codeOf(session('EDITOR', 3600), host.secrets.publisher), undefined);
  assert.equal(await codeOf(session('EDITOR', 3601), host.secrets.publisher), 'BAD_USER_INPUT');
  const admin = await createSession(host, { role: 'admin' });
  assert.equal(await codeOf(session('VIEWER'), admin), 'FORBIDDEN');
  assert.equal(await codeOf('mutation { createToken(role: VIEWER, name: "x") { secret } }', admin), 'FORBIDDEN');

  const made = await host.execute(session('EDITOR'), { token: host.secrets.publisher });
  const { token, expiresAt } = made.json.data.createSession;
  assert.ok(Date.parse(expiresAt) <= Date.now() + 60_000);
  const viewer = await host.execute('{ viewer { name library role(library: "demo") expiresAt } }', { token: token });
  assert.deepEqual(viewer.json.data.viewer, { name: 'x', library: 'demo', role: 'EDITOR', expiresAt });
});

test('a session ends at once when the token that created it is revoked, and not with another token', async (t) => {
  const host = await startGraphQLHost(t);
  const sessions = [];
  for (const name of ['one', 'two']) {
    const maker = await host.contentService.createToken({
      name,
      library: 'demo',
      role: 'publisher',
      expiresAt: undefined,
    });
    const made = await host.execute(`mutation { createSession(library: "demo", name: "${name}") { token } }`, {
      token: maker.secret,
    });
    sessions.push({ id: maker.id, as: made.json.data.createSession.token as string });
  }
  const [one, two] = sessions as [(typeof sessions)[0], (typeof sessions)[0]];
  const asked = (as: string) => host.execute('{ viewer { name } }', { token: as });
  assert.equal((await asked(one.as)).json.data.viewer.name, 'one');
  await host.execute(`mutation { revokeToken(id: "${one.id}") { id } }`, { token: host.secrets.admin });
  const refused = (await asked(one.as)).json;
  assert.equal(refused.errors[0].extensions.code, 'UNAUTHENTICATED');
  assert.match(refused.errors[0].message, /The token of this session is no longer valid/);
  assert.equal((await asked(two.as)).json.data.viewer.name, 'two');
});

test('callers without a role see published content only', async (t) => {
  const host = await startGraphQLHost(t);
  const query = `{
    versions(ids: ["demo/hero/responsive", "demo/draft/responsive", "demo/none/responsive"]) { view revision staged published }
    components(library: "demo") { items { id versions { id } } }
    component(id: "demo/draft") { id }
    stylesheet(library: "demo") { css revision }
    library(id: "demo") { name stylesheet { css } components { items { id } } }
  }`;
  const other = await host.contentService.createToken({
    name: 'other',
    library: 'other',
    role: 'admin',
    expiresAt: undefined,
  });
  for (const as of [undefined, other.secret]) {
    const { data } = (await host.execute(query, { token: as })).json;
    assert.equal(data.versions[0].revision, 1);
    assert.match(data.versions[0].view, /page\.title/);
    assert.deepEqual(data.versions.slice(1), [null, null]);
    assert.deepEqual(data.components.items, [{ id: 'demo/hero', versions: [{ id: 'demo/hero/responsive' }] }]);
    assert.equal(data.component, null);
    assert.deepEqual(data.stylesheet, { css: 'p { color: teal; }', revision: 1 });
    assert.equal(data.library.stylesheet.css, 'p { color: teal; }');
  }
  const { data } = (await host.execute(query, { token: host.secrets.viewer })).json;
  assert.deepEqual(
    [data.versions[0].revision, data.versions[1].view, data.stylesheet.css],
    [2, '<p>nobody knows</p>', 'p { color: red; }'],
  );
});

test('a published stylesheet is read at once, however many later drafts there are', async (t) => {
  const host = await startGraphQLHost(t, { limits: { rows: 6 } });
  const { contentService } = host;
  const draft = { ...(await contentService.stylesheet('demo'))!, css: 'p { color: red; }' };
  for (let n = 0; n < 120; n++) {
    const { revision: expected } = (await contentService.stylesheet('demo'))!;
    await contentService.saveStylesheet('demo', draft, { actor: SEED_PRINCIPAL, expected });
  }
  const { data } = (await host.execute('{ stylesheet(library: "demo") { css revision } }')).json;
  assert.deepEqual(data.stylesheet, { css: 'p { color: teal; }', revision: 1 });
});

async function prepare(
  host: GraphQLHost,
  { after = [], sheetAfter }: Pick<Operation, 'after' | 'sheetAfter'>,
  name: string,
): Promise<Cell> {
  const { contentService } = host;
  const address = { library: 'demo', component: name, version: 'responsive' };
  await contentService.putComponent({ library: 'demo', id: name, name, collections: [] });
  await contentService.save(address, '<p>1</p>', { actor: SEED_PRINCIPAL, expected: 0 });
  await contentService.putDataSource({ library: 'demo', id: name, sample: '{}' });
  const variants = [{ width: 1, height: 1, type: 'image/png', bytes: 1, path: `${name}/1.png` }];
  const picture = { name, width: 1, height: 1, variants, author: SEED_PRINCIPAL.name, createdAt: 1 };
  await contentService.putMedia({ library: 'demo', id: name, ...picture });
  const items = [{ ...address, revision: 1 }];
  await contentService.saveRelease({ library: 'demo', id: name, name, items }, 0, SEED_PRINCIPAL);
  const subject = { kind: 'release', library: 'demo', release: name } as const;
  const schedule = await contentService.addSchedule(subject, { at: Date.parse(TOMORROW) + 1_000 }, SEED_PRINCIPAL);
  for (const each of after) await contentService.step(each, address, { actor: SEED_PRINCIPAL, expected: 1 });
  const { revision } = (await contentService.stylesheet('demo'))!;
  if (sheetAfter)
    await contentService.stepStylesheet(sheetAfter, 'demo', { actor: SEED_PRINCIPAL, expected: revision });
  const { id } = await contentService.createToken({ name, library: 'demo', role: 'viewer', expiresAt: undefined });
  const { link } = await host.contentService.createPreviewLink(
    { library: 'demo', versions: [{ component: 'hero', version: 'responsive' }] },
    { name: 'Seed', id: 'seed' },
  );
  const { webhook, event } = await webhookOf(host);
  return {
    host,
    id: `demo/${name}/responsive`,
    name,
    sheet: revision,
    token: id,
    webhook,
    event,
    schedule: schedule.id,
    link: link.id,
  };
}

/** The webhook of the library, created again after a deletion, with an event in its log. */
async function webhookOf({ contentService }: GraphQLHost): Promise<Pick<Cell, 'webhook' | 'event'>> {
  const library = 'demo';
  const [found] = await contentService.webhooks(library);
  const { id } = found ?? (await contentService.createWebhook({ library, url: 'https://hooks.invalid/' })).webhook;
  const { items } = await contentService.webhookDeliveries({ library, id }, { first: 1 });
  const event = items[0]?.event ?? (await contentService.testWebhook({ library, id })).delivery.event;
  return { webhook: `${library}/${id}`, event };
}

async function unchanged({ host, name, sheet, schedule }: Cell, where: string): Promise<void> {
  assert.equal((await host.contentService.schedule(schedule))!.state, 'pending', where);
  const release = await host.contentService.release('demo', name);
  assert.deepEqual([release?.state, release?.revision], ['open', 1], where);
  const versions = await host.contentService.versionsOf('demo', name);
  assert.deepEqual(
    versions.map(({ revision }) => revision),
    [1],
    where,
  );
  assert.equal((await host.contentService.stylesheet('demo'))?.revision, sheet, where);
  assert.ok(await host.contentService.dataSource(name, 'demo'), where);
  assert.ok(await host.contentService.mediaItem('demo', name), where);
  if (versions.length > 0) assert.ok(await host.contentService.component('demo', name), where);
}

function upload(name: string, cell: Cell, file: Blob, as: string | undefined): Promise<GraphQLResponse> {
  const body = uploadForm(OPERATIONS[name]!.text(cell), file, 'photo');
  const headers = { 'apollo-require-preflight': 'yes', ...(as ? { authorization: `Bearer ${as}` } : {}) };
  return cell.host.send({ method: 'POST', headers, body });
}

/** The first event as a response; a rejected subscription is a response anyway. */
async function firstEvent(name: string, { host }: Cell, as: string | undefined): Promise<GraphQLResponse> {
  const response = await fetch(`${host.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'multipart/mixed;subscriptionSpec=1.0, application/json',
      ...(as ? { authorization: `Bearer ${as}` } : {}),
    },
    body: JSON.stringify({ query: OPERATIONS[name]!.text({} as Cell) }),
  });
  const { status, headers } = response;
  if (!headers.get('content-type')?.startsWith('multipart')) {
    const text = await response.text();
    return { status, headers, text, json: JSON.parse(text) };
  }
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString();
    const event = /\{"payload":(.*)\}\r\n--graphql/.exec(text)?.[1];
    if (event === undefined) continue;
    // Leaving the loop cancels the body, and with it the subscription.
    return { status, headers, text, json: JSON.parse(event) };
  }
  throw new Error(`no event: ${text}`);
}
