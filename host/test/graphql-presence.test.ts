import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createPubSub } from '../src/db/pub-sub.js';
import { createPresences } from '../src/content/presence/presence-registry.js';
import test from './support/each-database.js';
import {
  type GraphQLResponse,
  type GraphQLHost,
  type Json,
  SEED_PRINCIPAL,
  createSession,
  startGraphQLHost,
} from './support/graphql-host.js';
import { createManualTime } from './support/manual-time.js';
import { type Subscription, subscribe } from './support/subscription.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

/** A test that waits in vain fails at this limit instead of delaying the others. */
const LIMIT = { timeout: 30_000 };
const HERO = 'demo/hero/responsive';
const FIELDS = '{ id editors { id user name since } }';
const EVENTS = `subscription { libraryChanged(library: "demo") {
  __typename ... on Presence { id editors { name } } ... on Change { action revision } } }`;

const announce = (
  host: GraphQLHost,
  as: string,
  { id = HERO, editor = 'tab-1', more = '' } = {},
): Promise<GraphQLResponse> =>
  host.execute(`mutation ($id: ID!) { announcePresence(id: $id, editorId: "${editor}" ${more}) ${FIELDS} }`, {
    ...{ token: as, variables: { id } },
  });
const withdraw = (host: GraphQLHost, as: string, editor = 'tab-1'): Promise<GraphQLResponse> =>
  host.execute(`mutation { withdrawPresence(id: "${HERO}", editorId: "${editor}") ${FIELDS} }`, { token: as });
const errorOf = ({ json }: GraphQLResponse): [string, string] => {
  const { code, argument } = json.errors[0].extensions;
  return [code, argument];
};
const follow = (t: TestContext, host: GraphQLHost, as: string): Promise<Subscription> =>
  subscribe(t, host, as, { query: EVENTS });
const changesOf = (open: Subscription): Json[] => open.events().map(({ libraryChanged }) => libraryChanged);

test('two editors see each other by the names of their tokens, and the author of each save', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const { editor, publisher } = host.secrets;
  const watching = await follow(t, host, editor);
  const first = await announce(host, editor);
  const [own] = first.json.data.announcePresence.editors;
  assert.deepEqual([own.id, own.name], ['tab-1', 'the editor']);
  assert.match(own.since, /^\d{4}-\d\d-\d\dT.*Z$/);
  const second = await announce(host, publisher);
  const { id, editors } = second.json.data.announcePresence;
  assert.equal(id, HERO);
  assert.deepEqual(
    editors.map(({ name }: Json) => name),
    ['the editor', 'the publisher'],
  );
  assert.notEqual(editors[0].user, editors[1].user);
  await watching.waitFor(/the editor.*the publisher/s);
  const [version] = await host.contentService.versions([{ library: 'demo', component: 'hero', version: 'responsive' }]);
  await host.contentService.save(version!, '<p>3</p>', { actor: SEED_PRINCIPAL, expected: version!.revision });
  await watching.waitFor(/"action":"SAVE","revision":3/);
  const left = await withdraw(host, editor);
  assert.deepEqual(
    left.json.data.withdrawPresence.editors.map(({ name }: Json) => name),
    ['the publisher'],
  );
  await watching.waitFor(/SAVE.*"editors":\[\{"name":"the publisher"\}\]/s);
  assert.deepEqual(
    changesOf(watching).map(({ __typename }) => __typename),
    ['Presence', 'Presence', 'Change', 'Presence'],
  );
});

test('a new subscriber first gets the present editors, of its library only', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const everywhere = await host.contentService.createToken({
    name: 'all',
    library: undefined,
    role: 'viewer',
    expiresAt: undefined,
  });
  await announce(host, everywhere.secret);
  await host.contentService.putComponent({ library: 'other', id: 'hero', name: 'Hero', collections: [] });
  await announce(host, everywhere.secret, { id: 'other/hero/responsive' });
  const watching = await follow(t, host, host.secrets.viewer);
  await watching.waitFor(/"name":"all"/);
  await announce(host, host.secrets.viewer);
  await watching.waitFor(/the viewer/);
  assert.deepEqual(
    changesOf(watching).map(({ id }) => id),
    [HERO, HERO],
  );
});

test('one user in two tabs is one user; an editor id is not shared between users', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const session = (name: string, subject = name) =>
    createSession(host, { library: 'demo', role: 'editor', name, subject });
  await announce(host, await session('Ann'));
  await announce(host, await session('Ann'), { editor: 'tab-2' });
  const { json } = await announce(host, await session('Bob'));
  const [one, two, three] = json.data.announcePresence.editors;
  assert.deepEqual([one.name, two.name, three.name, one.user === two.user], ['Ann', 'Ann', 'Bob', true]);
  assert.equal(one.id, three.id);
  const after = await withdraw(host, await session('Bob'));
  assert.equal(after.json.data.withdrawPresence.editors.length, 2, 'Ann’s is still there');
  const { editors } = (await announce(host, await session('Ann', 'another Ann'))).json.data.announcePresence;
  assert.notEqual(editors[2].user, editors[0].user, 'an equal name says nothing');
});

test('a fork that does not exist yet can be open in an editor; a missing component cannot', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const { viewer } = host.secrets;
  assert.equal((await announce(host, viewer, { id: 'demo/hero/page-7' })).json.data.announcePresence.editors.length, 1);
  const { json } = await announce(host, viewer, { id: 'demo/none/page-7' });
  assert.deepEqual(
    [json.errors[0].extensions.code, json.errors[0].message],
    ['NOT_FOUND', 'There is no component "demo/none". Check the id.'],
  );
});

test('invalid arguments are named in the error', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const { viewer } = host.secrets;
  for (const editor of ['', 'a b', 'ä', 'x'.repeat(101)])
    assert.deepEqual(errorOf(await announce(host, viewer, { editor })), ['BAD_USER_INPUT', 'editorId'], editor);
  for (const seconds of [4, 301, -1])
    assert.deepEqual(errorOf(await announce(host, viewer, { more: `seconds: ${seconds}` })), [
      'BAD_USER_INPUT',
      'seconds',
    ]);
  for (const id of ['demo/hero', `demo/hero/${'x'.repeat(600)}`])
    assert.deepEqual(errorOf(await announce(host, viewer, { id })), ['BAD_USER_INPUT', 'id'], id);
  assert.deepEqual(errorOf(await withdraw(host, viewer, '/')), ['BAD_USER_INPUT', 'editorId']);
});

test(
  'an editor without heartbeats or with an expired session leaves, and subscribers are notified',
  LIMIT,
  async (t) => {
    const time = createManualTime(Date.now());
    const news = createPubSub();
    const presences = createPresences({
      publish: news.publish,
      subscribe: news.subscribe,
      clock: time.clock,
      schedule: time.schedule,
    });
    const host = await startGraphQLHost(t, { presences });
    const session = await createSession(host, { library: 'demo', role: 'editor', name: 'Short', seconds: 20 });
    await announce(host, session, { more: 'seconds: 300' });
    await announce(host, host.secrets.editor, { more: 'seconds: 60' });
    const watching = await follow(t, host, host.secrets.viewer);
    await watching.waitFor(/"name":"Short".*"name":"the editor"/);
    time.advance(21_000);
    await watching.waitFor(/"editors":\[\{"name":"the editor"\}\]/);
    time.advance(40_000);
    await watching.waitFor(/"editors":\[\]/);
  },
);

test('one viewer token with 100 editors on a version does not exclude other users', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const { viewer, editor, publisher } = host.secrets;
  const codes = [];
  for (let tab = 0; tab < 100; tab++) {
    const { json } = await announce(host, viewer, { editor: `tab-${tab}` });
    codes.push(json.errors?.[0].extensions.code ?? 'ok');
  }
  assert.deepEqual(codes, [...Array(10).fill('ok'), ...Array(90).fill('RATE_LIMITED')]);
  for (const as of [editor, publisher]) assert.equal((await announce(host, as)).json.errors, undefined);
});

test('n open editors are accepted and n + 1 are rejected', LIMIT, async (t) => {
  const news = createPubSub();
  const presences = createPresences({ publish: news.publish, subscribe: news.subscribe, limits: { ofUser: 2 } });
  cleanUp(t, () => presences.close());
  const host = await startGraphQLHost(t, { presences });
  const { editor, publisher } = host.secrets;
  for (const tab of ['a', 'b']) assert.equal((await announce(host, editor, { editor: tab })).json.errors, undefined);
  assert.equal(errorOf(await announce(host, editor, { editor: 'c' }))[0], 'RATE_LIMITED');
  assert.equal((await announce(host, editor, { editor: 'b' })).json.errors, undefined, 'who is there stays');
  assert.equal((await announce(host, publisher)).json.errors, undefined, 'others are not concerned');
});
