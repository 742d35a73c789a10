import assert from 'node:assert/strict';
import type { ContentService } from '../src/content/content-service.js';
import test from './support/each-database.js';
import { type GraphQLHost, SEED_PRINCIPAL, createSession, startGraphQLHost } from './support/graphql-host.js';
import { MULTIPART, subscribe } from './support/subscription.js';

/** A test that waits in vain fails at this limit instead of delaying the others. */
const LIMIT = { timeout: 30_000 };
const HERO = { library: 'demo', component: 'hero', version: 'responsive' };
const saveNext = async ({ contentService }: GraphQLHost, view: string): Promise<void> => {
  const [version] = await contentService.versions([HERO]);
  await contentService.save(HERO, view, { actor: SEED_PRINCIPAL, expected: version!.revision });
};

test('multipart sends a first part at once, events as payloads, and heartbeats in between', LIMIT, async (t) => {
  const host = await startGraphQLHost(t, { limits: { heartbeatMilliseconds: 20 } });
  const open = await subscribe(t, host, host.secrets.viewer);
  assert.equal(open.response.headers['content-type'], 'multipart/mixed; boundary="graphql"; subscriptionSpec=1.0');
  await open.waitFor(/^\r\n--graphql\r\nContent-Type: application\/json[^\r]*\r\n\r\n\{\}\r\n--graphql/);
  await saveNext(host, '<p>3</p>');
  const [, payload] = await open.waitFor(/\{"payload":(.*)\}\r\n--graphql/);
  assert.deepEqual(JSON.parse(payload!).data.versionChanged, {
    id: 'demo/hero/responsive',
    action: 'SAVE',
    revision: 3,
  });
  await open.waitFor(/payload.*(\r\n\{\}\r\n--graphql[^{]*){2}/s);
});

test('server-sent events have the same payloads', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const open = await subscribe(t, host, host.secrets.viewer, { accept: 'text/event-stream' });
  assert.match(open.response.headers['content-type'] ?? '', /^text\/event-stream/);
  await open.waitFor(/:\n\n/);
  await saveNext(host, '<p>3</p>');
  const [, data] = await open.waitFor(/event: next\ndata: (.*)\n\n/);
  assert.equal(JSON.parse(data!).data.versionChanged.revision, 3);
});

test('a subscription of a revoked token gets no more events', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const { id, secret } = await host.contentService.createToken({
    ...{ name: 'soon gone', library: 'demo', role: 'viewer', expiresAt: undefined },
  });
  const open = await subscribe(t, host, secret);
  await saveNext(host, '<p>heard</p>');
  await open.waitFor(/"revision":3/);
  await host.contentService.revokeToken(id);
  await saveNext(host, '<p>not heard</p>');
  await open.ended;
  assert.doesNotMatch(open.text, /"revision":4/);
  assert.match(open.text, /--graphql--\r\n$/);
});

test('an expired session ends its subscriptions', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const open = await subscribe(t, host, await createSession(host, { library: 'demo', role: 'viewer', seconds: 2 }));
  await open.ended;
  assert.match(open.text, /--graphql--\r\n$/);
});

test('a host that stops ends all subscriptions', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const open = await subscribe(t, host, host.secrets.viewer);
  host.stop();
  await open.ended;
  assert.match(open.text, /--graphql--\r\n$/);
});

test('n open subscriptions are accepted, n + 1 rejected; a disconnected client frees its slot', LIMIT, async (t) => {
  const host = await startGraphQLHost(t, { limits: { subscriptionsPerCaller: 2 } });
  const first = await subscribe(t, host, host.secrets.viewer);
  await subscribe(t, host, host.secrets.viewer);
  const refused = await subscribe(t, host, host.secrets.viewer);
  await refused.ended;
  assert.match(refused.text, /RATE_LIMITED/);
  assert.ok([200, 429].includes(refused.response.statusCode ?? 0));
  const another = await subscribe(t, host, host.secrets.editor);
  assert.match(another.response.headers['content-type'] ?? '', /^multipart/, 'others are not concerned');
  // Rejected because of its Accept header, after it had taken a slot whose stream nobody read.
  for (let count = 0; count < 4; count++) {
    const unread = await subscribe(t, host, host.secrets.editor, { accept: 'application/json' });
    assert.equal(unread.response.statusCode, 406);
    await unread.ended;
  }
  first.request.destroy();
  // The host notices the disconnect later; each attempt is a request, so the test does not depend on a clock.
  for (let attempt = 0; ; attempt++) {
    const next = await subscribe(t, host, host.secrets.viewer);
    if (next.response.headers['content-type']?.startsWith('multipart')) break;
    assert.ok(attempt < 200, 'the place was never freed');
  }
  assert.deepEqual(
    host.responses.filter(({ status }) => status >= 500),
    [],
  );
});

test('subscriptions and deferred parts are rejected in a batch', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const queries = ['{ viewer { name } }', '{ viewer { name } ... @defer { libraries { id } } }'];
  const { json } = await host.send({
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${host.secrets.viewer}` },
    body: JSON.stringify(
      [...queries, 'subscription { versionChanged(library: "demo") { id } }'].map((query) => ({ query })),
    ),
  });
  assert.equal(json[0].data.viewer.name, 'the viewer');
  for (const { errors } of json.slice(1)) assert.equal(errors[0].extensions.code, 'BAD_REQUEST');
});

for (const accept of [MULTIPART, 'text/event-stream'])
  for (const fields of ['id', 'id version { revision }'])
    test(`an internal error is no request error: ${accept.split(';')[0]} with ${fields}`, LIMIT, async (t) => {
      const seeded = await startGraphQLHost(t);
      const changes: ContentService['changes'] = async () => ({
        [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('inside')) }),
      });
      const contentService = { ...seeded.contentService, changes };
      const host = await startGraphQLHost(t, { contentService, tokens: seeded.contentService });
      const query = `subscription { versionChanged(library: "demo") { ${fields} } }`;
      const open = await subscribe(t, host, seeded.secrets.viewer, { accept, query });
      await open.ended;
      assert.match(open.text, /"code":"INTERNAL_SERVER_ERROR"/);
      assert.doesNotMatch(open.text, /"http"|inside/);
      assert.equal(host.errors.length, 1);
    });
