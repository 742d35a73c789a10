/** Ports for servers that need a fixed port before they start, and use it again after a restart. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Returns a free port below the ephemeral ranges (from 49152 by IANA, from 32768 on Linux): no connection and no server of
 * another test takes it before the intended server does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
