/** Closing a gateway while requests are pending. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { createGateway } from '../../src/utils/gateway';
import { GatewayClosedError } from '../../src/utils/gateway/errors';
import { waitUntil } from '../lib/wait-until';
import { cleanUp } from '../lib/clean-up';

test('closing fails pending operations with an error of the kit, and sends no more requests', async (t) => {
  let asked = 0;
  // The server never responds.
  const server = createServer(() => void asked++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(t, () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const gateway = createGateway({ url: `http://127.0.0.1:${port}/graphql`, library: 'lib', auth: 'token' });
  const reading = assert.rejects(gateway.versions.find(['lib/hero/responsive']), GatewayClosedError);
  await waitUntil(() => asked !== 0);
  gateway.close();
  await reading;
  await assert.rejects(gateway.versions.save('lib/hero/home', '<p></p>', { expectedRevision: 0 }), {
    name: 'GatewayClosedError',
    message: 'The connection to the backend ended',
  });
  assert.equal(asked, 1);
});
