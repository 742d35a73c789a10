/** A rejected body is read to its end, for clients that send all of it before they read, and delays no other request. */
import assert from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import test from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startHost } from './support/folder-host.js';
import { startGraphQLHost } from './support/graphql-host.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const CLIENTS = 20;
const BYTES = 8 * 1024 * 1024;
/** Several chunks of 64 KiB. A server that reads all available data gets 2 MiB of one socket per event loop iteration. */
const BYTES_PER_TURN = 1024 * 1024;

/** Sends the whole body before it reads the response, as some clients do. Resolves with the status. */
async function send(url: string, type: string): Promise<number> {
  const { port, pathname } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  const head = `POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${BYTES}\r\n`;
  socket.write(`${head}Apollo-Require-Preflight: yes\r\n\r\n`);
  const isSent = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.write(Buffer.alloc(BYTES), () => resolve());
  });
  const [answer] = (await once(socket, 'data')) as [Buffer];
  await isSent;
  socket.end();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer.toString('latin1'))?.[1]);
}

for (const [path, type, status, isApi] of [
  ['/graphql', 'multipart/form-data; boundary=x', 401, true],
  ['/graphql', 'application/json', 413, true],
  ['/cdn/components/demo/hero/published.html', 'text/plain', 405, false],
] as const)
  test(`${CLIENTS} bodies of ${BYTES} bytes for ${path} (${type}): ${status}, read in small portions per iteration of the event loop`, async (t) => {
    const { url } = isApi ? await startGraphQLHost(t) : await startHost(t);
    const sockets = new Set<Socket>();
    const onRequest = (message: unknown): void => void sockets.add((message as { socket: Socket }).socket);
    diagnostics.subscribe('http.server.request.start', onRequest);
    cleanUp(t, () => diagnostics.unsubscribe('http.server.request.start', onRequest));
    const answers = Promise.all(Array.from({ length: CLIENTS }, () => send(url + path, type)));
    let isOver = false;
    void answers.finally(() => (isOver = true));
    const read = (): number => [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    let most = 0;
    // Sent data may still be in transit.
    for (let before = read(); !isOver || before < CLIENTS * BYTES; before = read()) {
      await nextTurn();
      most = Math.max(most, read() - before);
    }
    assert.deepEqual(await answers, Array(CLIENTS).fill(status));
    assert.equal(sockets.size, CLIENTS);
    assert.ok(most <= BYTES_PER_TURN, `${most} bytes read in one turn`);
  });
