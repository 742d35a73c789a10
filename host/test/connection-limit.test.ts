/** The limit of subscriptions: no caller can use all of them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { createConnectionLimit, type Holder } from '../src/graphql/context/connection-limit.js';
import { GRAPHQL_LIMITS } from '../src/graphql/context/limits.js';
import { startGraphQLHost } from './support/graphql-host.js';
import { subscribe } from './support/subscription.js';

const createDefaultLimit = () =>
  createConnectionLimit({
    ofPrincipal: GRAPHQL_LIMITS.subscriptionsPerCaller,
    ofToken: GRAPHQL_LIMITS.subscriptionsPerToken,
    ofAddress: GRAPHQL_LIMITS.subscriptionsPerAddress,
    all: GRAPHQL_LIMITS.subscriptions,
    reserved: GRAPHQL_LIMITS.subscriptionsReserved,
  });

/** The limit of each of these. */
const openConnections = (limit: ReturnType<typeof createDefaultLimit>, holders: readonly Holder[], each: number) =>
  holders
    .flatMap((holder) => Array.from({ length: each }, () => limit.take(holder)))
    .filter((free) => free !== undefined);
const sessions = (count: number, holder: (index: number) => Omit<Holder, 'principal'>): Holder[] =>
  Array.from({ length: count }, (_, index) => {
    const { token, address } = holder(index);
    return { principal: `${token} ${index}`, token, address };
  });

test('100 sessions of one token with 20 subscriptions each leave half of the connections, from any address', () => {
  for (const address of [() => '10.0.0.1', (index: number) => `10.0.0.${index}`]) {
    const limit = createDefaultLimit();
    const taken = openConnections(
      limit,
      sessions(100, (index) => ({ token: 'a', address: address(index) })),
      20,
    );
    assert.deepEqual([taken.length, limit.taken], [1000, 1000]);
    const honest = { principal: 'b', token: 'b', address: '10.9.9.9' };
    assert.equal(openConnections(limit, [honest], 20).length, 20);
  }
});

test('many tokens from one address leave half of the connections', () => {
  const limit = createDefaultLimit();
  openConnections(
    limit,
    sessions(100, (index) => ({ token: `t${index}`, address: '10.0.0.1' })),
    20,
  );
  assert.equal(limit.taken, 1000);
});

test('the last connections are for callers with few connections', () => {
  const limit = createDefaultLimit();
  const greedy = sessions(100, (index) => ({ token: `t${index % 2}`, address: `10.0.0.${index % 4}` }));
  const taken = openConnections(limit, greedy, 20);
  assert.equal(limit.taken, 1600);
  const honest = sessions(15, (index) => ({ token: `honest ${index}`, address: `10.1.0.${index}` }));
  assert.equal(openConnections(limit, honest, 20).length, 300);
  assert.equal(openConnections(limit, honest, 1).length, 0, 'n and no more');
  assert.equal(openConnections(limit, greedy, 1).length, 0);
  // A released connection is released once.
  for (const free of [...taken, ...taken]) free();
  assert.equal(limit.taken, 300);
});

test('sessions of one token do not use up the subscriptions of others', { timeout: 30_000 }, async (t) => {
  const limits = { subscriptionsPerCaller: 2, subscriptionsPerToken: 4, subscriptions: 6, subscriptionsReserved: 2 };
  const host = await startGraphQLHost(t, { limits });
  const isOpen = async (as: string) => {
    const open = await subscribe(t, host, as);
    return open.response.headers['content-type']?.startsWith('multipart') === true;
  };
  const results = [];
  for (let index = 0; index < 4; index++) {
    const query = 'mutation { createSession(library: "demo", role: VIEWER, name: "Ann") { token } }';
    const { token } = (await host.execute(query, { token: host.secrets.publisher })).json.data.createSession;
    results.push(await isOpen(token), await isOpen(token));
  }
  assert.deepEqual(results, [true, true, true, true, false, false, false, false]);
  assert.equal(await isOpen(host.secrets.publisher), false, 'nor by the token itself');
});

test('a session needs a readable name; without a subject it counts by itself', async (t) => {
  const host = await startGraphQLHost(t);
  const query = `mutation ($name: String!, $subject: String) {
    createSession(library: "demo", role: VIEWER, name: $name, subject: $subject) { token } }`;
  const make = (variables: object) =>
    host.execute(query, { token: host.secrets.publisher, variables: { ...variables } });
  for (const [name, why] of [
    ['', 'is empty'],
    ['\u3000\u200b', 'is empty'],
    ['Ann\u0007', 'control'],
    ['\u202eAnn', 'control'],
  ]) {
    const { message, extensions } = (await make({ name })).json.errors[0];
    assert.deepEqual([extensions.code, extensions.argument], ['BAD_USER_INPUT', 'name']);
    assert.match(message, new RegExp(why!));
  }
  assert.equal((await make({ name: 'Ann', subject: ' ' })).json.errors[0].extensions.argument, 'subject');
  assert.ok((await make({ name: 'Ann', subject: 'user-7' })).json.data.createSession.token);
  const wrong = 'mutation { createToken(library: "demo", role: VIEWER, name: "\\u0007") { secret } }';
  assert.equal((await host.execute(wrong, { token: host.secrets.admin })).json.errors[0].extensions.argument, 'name');
});
