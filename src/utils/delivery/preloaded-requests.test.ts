import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { fetchResource } from './fetch-resource';
import { preloadRequest } from './preloaded-requests';
import { TEMPLATE } from './resource-request';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
  globalThis.feaasPreloadedRequests = undefined;
});

/** Replaces `fetch`. Returns the sent requests. */
function answer(respond: (init: RequestInit) => Promise<Response>): { url: string; init: RequestInit }[] {
  const sent: { url: string; init: RequestInit }[] = [];
  globalThis.fetch = ((url: string, init: RequestInit) => {
    sent.push({ url, init });
    return respond(init);
  }) as typeof fetch;
  return sent;
}

const html = (): Response => new Response('<p>', { headers: { 'content-type': 'text/html' } });

test('S5: a preloaded request is sent once, as the elements would send it, and taken over once', async () => {
  const sent = answer(() => Promise.resolve(html()));
  preloadRequest({ url: '/a', type: TEMPLATE });
  preloadRequest({ url: '/a', type: TEMPLATE });
  assert.equal(sent.length, 1);
  const { signal, ...init } = sent[0]!.init;
  assert.ok(signal);
  assert.deepEqual(init, { headers: { accept: 'text/html' }, credentials: 'omit' });
  const before = Date.now();
  const { text, requestedAt, receivedAt } = await fetchResource('/a', TEMPLATE);
  assert.equal(text, '<p>');
  assert.ok(requestedAt! <= before && receivedAt! >= requestedAt!);
  assert.equal(sent.length, 1);
  await fetchResource('/a', TEMPLATE);
  assert.equal(sent.length, 2);
});

test('a request with its own options, such as one that bypasses HTTP caches, uses no preloaded request', async () => {
  const sent = answer(() => Promise.resolve(html()));
  preloadRequest({ url: '/a', type: TEMPLATE });
  await fetchResource('/a', TEMPLATE, undefined, { cache: 'reload' });
  assert.equal(sent.length, 2);
});

test('a failed preloaded request fails for its consumer', async () => {
  answer(() => Promise.reject(new TypeError('offline')));
  preloadRequest({ url: '/a', type: TEMPLATE });
  await assert.rejects(fetchResource('/a', TEMPLATE), { name: 'FetchFailedError' });
});

test('a preloaded request without subscribers is cancelled', async () => {
  const sent = answer(
    ({ signal }) =>
      new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error))),
  );
  preloadRequest({ url: '/a', type: TEMPLATE });
  const controller = new AbortController();
  const fetched = fetchResource('/a', TEMPLATE, controller.signal);
  controller.abort();
  await assert.rejects(fetched, { name: 'FetchFailedError' });
  assert.equal(sent[0]!.init.signal!.aborted, true);
});
