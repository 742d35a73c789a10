/** Keep-alive connections: a proxy must be the one that closes them. */
import assert from 'node:assert/strict';
import { Agent, get } from 'node:http';
import test, { type TestContext } from 'node:test';
import { connectionTimeouts } from '../src/server/listener.js';
import { startHost } from './support/folder-host.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

/** Sends requests in sequence over one connection, like an upstream connection of nginx. */
function createKeepAliveClient(t: TestContext, url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  cleanUp(t, () => agent.destroy());
  return () =>
    new Promise<{ status: number | undefined; keepAlive: string | undefined; reused: boolean }>((resolve, reject) => {
      const request = get(`${url}/components/demo/hero/responsive/published.html`, { agent }, (response) => {
        const { statusCode: status, headers } = response;
        const keepAlive = headers['keep-alive'] as string | undefined;
        response.resume().on('end', () => resolve({ status, keepAlive, reused: request.reusedSocket }));
      });
      request.on('error', reject);
    });
}

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('an idle connection stays open longer than proxies keep theirs', async (t) => {
  const { url } = await startHost(t);
  const ask = createKeepAliveClient(t, url);
  // 60 s for nginx and ALB, 90 s for Traefik, 120 s for Caddy.
  assert.deepEqual(await ask(), { status: 200, keepAlive: 'timeout=125', reused: false });
  // The time after which Node closes a connection by default.
  await sleep(6_500);
  assert.deepEqual(await ask(), { status: 200, keepAlive: 'timeout=125', reused: true });
});

test('the keep-alive timeout is a setting', async (t) => {
  const { url } = await startHost(t, { keepAliveSeconds: 1 });
  const ask = createKeepAliveClient(t, url);
  assert.deepEqual(await ask(), { status: 200, keepAlive: 'timeout=1', reused: false });
  await sleep(3_000);
  assert.deepEqual(await ask(), { status: 200, keepAlive: 'timeout=1', reused: false });
});

test('the headers timeout exceeds the keep-alive timeout, and the request timeout exceeds the headers timeout', () => {
  assert.deepEqual(
    [0, 1, 125, 620, 3600].map((seconds) => [seconds, ...Object.values(connectionTimeouts(seconds))]),
    [
      [0, 0, 60_000, 300_000],
      [1, 1_000, 60_000, 300_000],
      [125, 125_000, 130_000, 300_000],
      [620, 620_000, 625_000, 625_000],
      [3600, 3_600_000, 3_605_000, 3_605_000],
    ],
  );
});
