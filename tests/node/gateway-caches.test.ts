/** Cache sizes (specification §9): each cache is filled beyond its size, and cleaned up after 100 ms. */
import assert from 'node:assert/strict';
import { before, test, type TestContext } from 'node:test';
import type { DocumentNode } from 'graphql';
import type { createGateway as Create, Gateway } from '../../src/utils/gateway';
import { cleanUp } from '../lib/clean-up';

let createGateway: typeof Create;
let parse: (text: string) => DocumentNode;
let utilities: typeof import('@apollo/client/utilities');
let canonicalStringify: (value: unknown) => string;

before(async () => {
  // The client reports cache sizes only in development; it reads this variable when it loads.
  (globalThis as { __DEV__?: boolean }).__DEV__ = true;
  // A bundle may load the library before the kit.
  utilities = await import('@apollo/client/utilities');
  ({ createGateway } = await import('../../src/utils/gateway'));
  ({ parse } = await import('graphql'));
  ({ canonicalStringify } = (await import('@apollo/client/cache')) as never);
});

const MORE = 60;
const documentOf = (at: number): DocumentNode => parse(`query Q${at} { library(id: "demo") { name } }`);

function gatewayOf(t: TestContext): Gateway {
  const answer = async (): Promise<Response> => new Response('{"data":{"library":null}}');
  const gateway = createGateway({ url: '/graphql', library: 'demo', fetch: answer });
  cleanUp(t, () => gateway.close());
  return gateway;
}

/** The client's memory internals: sizes and limits of its caches. */
const internals = (gateway: Gateway): { sizes: any; limits: any } => (gateway.client as any).getMemoryInternals();

/** Returns the sizes after overfilling, 99 ms later and 100 ms later. */
async function overfill(t: TestContext, fill: () => unknown, size: () => number): Promise<number[]> {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  await fill();
  const sizes = [size()];
  t.mock.timers.tick(99);
  sizes.push(size());
  t.mock.timers.tick(1);
  return [...sizes, size()];
}

test('§9 the sizes apply, although Apollo Client was loaded before', (t) => {
  gatewayOf(t);
  assert.deepEqual(utilities.cacheSizes, {
    ...{ print: 2000, parser: 1000, canonicalStringify: 1000, 'documentTransform.cache': 2000 },
    'PersistedQueryLink.persistedQueryHashes': 2000,
  });
});

test('§9 print 2000', async (t) => {
  const gateway = gatewayOf(t);
  const kept = Array.from({ length: 2000 + MORE }, (_, at) => documentOf(at));
  utilities.print.reset();
  const sizes = await overfill(t, () => kept.forEach((each) => utilities.print(each)), () => internals(gateway).sizes.print); // prettier-ignore
  assert.deepEqual(sizes, [2000 + MORE, 2000 + MORE, 2000]);
});

test('§9 canonical stringify 1000', async (t) => {
  const gateway = gatewayOf(t);
  (canonicalStringify as unknown as { reset(): void }).reset();
  // Only objects with unsorted keys create an entry.
  const fill = (): void => {
    for (let at = 0; at < 1000 + MORE; at++) canonicalStringify({ [`z${at}`]: 1, a: 2 });
  };
  const [full, before, after] = await overfill(t, fill, () => internals(gateway).sizes.canonicalStringify);
  assert.ok(full! > 1000 && before === full, `${full}, ${before}`);
  assert.equal(after, 1000);
});

test('§9 persisted query hashes 2000, "Hash cache cleanup after 100 ms"', async (t) => {
  const gateway = gatewayOf(t);
  const kept = Array.from({ length: 2000 + MORE }, (_, at) => documentOf(at));
  const ask = () => Promise.all(kept.map((query) => gateway.client.query({ query, fetchPolicy: 'no-cache' })));
  const hashes = (): number => {
    const { links } = internals(gateway).sizes as { links: Record<string, number>[] };
    return links.find((each) => 'PersistedQueryLink' in each)?.['PersistedQueryLink'] as never;
  };
  const sizes = await overfill(t, ask, () => (hashes() as any)?.persistedQueryHashes);
  assert.deepEqual(sizes, [2000 + MORE, 2000 + MORE, 2000]);
});

test('§9 document transform 2000', (t) => {
  const gateway = gatewayOf(t);
  const kept = Array.from({ length: 2000 + MORE }, (_, at) => documentOf(at));
  for (const each of kept) gateway.client.documentTransform.transformDocument(each);
  assert.deepEqual(internals(gateway).sizes.queryManager.documentTransforms, [{ cache: 2000 }]);
});

test('§9 parser 1000: the least recently used text goes first', async (t) => {
  const { document } = gatewayOf(t);
  const text = (at: number): string => `query Q${at} { library(id: "demo") { name } }`;
  const first = await document(text(0));
  for (let at = 1; at < 1000; at++) await document(text(at));
  assert.equal(await document(text(0)), first, 'the same text is the same document');
  await document(text(1000));
  assert.equal((document as unknown as { size: number }).size, 1000);
  assert.equal(await document(text(0)), first, 'used lately');
  const second = await document(text(1));
  assert.equal(await document(text(1)), second);
  assert.equal((document as unknown as { size: number }).size, 1000);
  await assert.rejects(document('query {'), /Syntax Error/);
});
