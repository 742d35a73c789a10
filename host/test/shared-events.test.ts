/** Events of subscriptions: executed once for equal operations, and not faster than the client reads. */
import assert from 'node:assert/strict';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { createSchema, createYoga } from 'graphql-yoga';
import { useMultipartSubscriptions } from '../src/graphql/plugins/multipart-subscriptions.js';
import { useSharedEvents } from '../src/graphql/plugins/shared-events.js';

const MULTIPART = 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/json';
const MODES = ['text/event-stream', MULTIPART];

interface Event {
  readonly id: string;
}
const FIRST: Event = { id: 'first' };
const SECOND: Event = { id: 'second' };

/** Subscribers get the same events. */
function serverOf(events: () => AsyncIterable<Event>) {
  const calls: string[] = [];
  const schema = createSchema({
    typeDefs: `
      type Query { name: String }
      type Subscription { versionChanged(library: ID, after: Int): Change! }
      type Change { id: ID! action: String! at: String! version: Version }
      type Version { view: String }
    `,
    resolvers: {
      Subscription: { versionChanged: { subscribe: events, resolve: (event: Event) => event } },
      Change: {
        id: ({ id }: Event) => {
          calls.push(id);
          return id;
        },
        action: async () => 'SAVE',
        at: ({ id }: Event) => {
          throw new Error(`no time of ${id}`);
        },
        version: () => ({ view: '<p>' }),
      },
    },
  });
  const yoga = createYoga({
    ...{ schema, logging: false, graphqlEndpoint: '/' },
    plugins: [useSharedEvents(), useMultipartSubscriptions(60_000)],
  });
  const ask = (query: string, accept: string, variables = {}): Promise<Response> =>
    Promise.resolve(
      yoga.fetch('http://localhost/', {
        ...{ method: 'POST', headers: { 'content-type': 'application/json', accept } },
        body: JSON.stringify({ query, variables }),
      }),
    );
  return { calls, ask };
}

async function* twoEvents(): AsyncGenerator<Event> {
  yield FIRST;
  yield SECOND;
}

/** For both response formats of events. */
const dataOf = (text: string): unknown[] =>
  [...text.matchAll(/(?:data: |"payload":)(\{.*?\})(?:\n\n|\}\r\n)/g)].map(([, json]) => JSON.parse(json!));

for (const accept of MODES) {
  const format = accept.split(';')[0]!;

  test(`${format}: an event is executed once for equal operations, whatever the arguments of the subscription`, async () => {
    const { ask, calls } = serverOf(twoEvents);
    const query = 'subscription ($after: Int) { versionChanged(after: $after) { id action } }';
    const answers = await Promise.all([1, 2, 3].map((after) => ask(query, accept, { after })));
    for (const answer of answers)
      assert.deepEqual(
        dataOf(await answer.text()),
        [FIRST, SECOND].map(({ id }) => ({ data: { versionChanged: { id, action: 'SAVE' } } })),
      );
    assert.deepEqual(calls.sort(), ['first', 'second']);
    const other = await ask('subscription { versionChanged { name: id } }', accept);
    assert.deepEqual(
      dataOf(await other.text()),
      [FIRST, SECOND].map(({ id }) => ({ data: { versionChanged: { name: id } } })),
    );
  });

  test(`${format}: an operation with content, or with a directive, is executed for each subscriber`, async () => {
    const { ask, calls } = serverOf(twoEvents);
    const content = 'subscription { versionChanged { id version { view } } }';
    for (const answer of await Promise.all([ask(content, accept), ask(content, accept)]))
      assert.match(await answer.text(), /"view":"<p>"/);
    assert.equal(calls.length, 4);
    const directive = 'subscription ($with: Boolean!) { versionChanged { action id @include(if: $with) } }';
    const [without, having] = await Promise.all([
      ask(directive, accept, { with: false }),
      ask(directive, accept, { with: true }),
    ]);
    assert.doesNotMatch(await without!.text(), /first/);
    assert.match(await having!.text(), /first/);
  });

  test(`${format}: an error of a field is masked for each subscriber`, async () => {
    const { ask } = serverOf(twoEvents);
    for (let subscriber = 0; subscriber < 2; subscriber++) {
      const text = await (await ask('subscription { versionChanged { id at } }', accept)).text();
      assert.match(text, /Unexpected error/);
      assert.doesNotMatch(text, /no time of/);
    }
  });

  test(`${format}: a client that does not read does not grow the queue`, async () => {
    let taken = 0;
    async function* manyEvents(): AsyncGenerator<Event> {
      while (taken < 100_000) yield { id: `${++taken} ${'x'.repeat(10_000)}` };
    }
    const { ask } = serverOf(manyEvents);
    const answer = await ask('subscription { versionChanged { id } }', accept);
    const reader = answer.body!.getReader();
    for (let part = 0; part < 5; part++) await reader.read();
    for (let turn = 0; turn < 200; turn++) await nextTurn();
    assert.ok(taken >= 3 && taken < 50, `${taken} events were taken`);
    await reader.cancel();
  });
}

test('a client that does not read does not queue heartbeats', async () => {
  const schema = createSchema({
    typeDefs: 'type Query { name: String } type Subscription { silence: String }',
    resolvers: {
      Subscription: {
        silence: {
          subscribe: () => ({
            [Symbol.asyncIterator]: () => ({
              next: () => new Promise<never>(() => {}),
              return: async () => ({ done: true, value: undefined }),
            }),
          }),
        },
      },
    },
  });
  const plugins = [useMultipartSubscriptions(1)];
  const yoga = createYoga({ schema, logging: false, graphqlEndpoint: '/', plugins });
  const answer = await yoga.fetch('http://localhost/', {
    ...{ method: 'POST', headers: { 'content-type': 'application/json', accept: MULTIPART } },
    body: JSON.stringify({ query: 'subscription { silence }' }),
  });
  const reader = answer.body!.getReader();
  await reader.read();
  await sleep(1_500);
  // All waiting events arrive at once.
  const { value } = await reader.read();
  assert.ok(value!.length < 20_000, `${value!.length} bytes were kept`);
  await reader.cancel();
});
