/** A TCP proxy with faults: it drops connections, delays data, and corrupts bytes. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { cleanUp } from './clean-up';

/** What happens to a chunk of data, in either direction. */
export type Fault = 'drop' | 'delay' | 'corrupt' | undefined;

export interface ProxyOptions {
  /** Returns the target port; called for each connection. */
  readonly port: () => number;
  readonly fault?: () => Fault;
  /** Returns a random number: at least 0, below 1. */
  readonly random?: () => number;
}

export interface TcpProxy {
  readonly url: string;
  /** The number of faults of each kind so far. */
  readonly faults: Record<NonNullable<Fault>, number>;
  /** The number of open connections. */
  readonly connections: number;
  /** Closes all connections. */
  cut(): void;
}

/** Longest delay of a chunk, in milliseconds. */
const LONGEST_DELAY = 50;

export async function tcpProxy(
  t: TestContext,
  { port, fault = () => undefined, random = Math.random }: ProxyOptions,
): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const faults = { drop: 0, delay: 0, corrupt: 0 };

  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (piece: Buffer) => {
      const what = fault();
      if (what) faults[what]++;
      if (what === 'drop') return void from.destroy();
      if (what === 'corrupt') {
        const at = Math.floor(random() * piece.length);
        piece[at] = piece[at]! ^ (1 + Math.floor(random() * 127));
      }
      if (what !== 'delay') return void to.write(piece);
      from.pause();
      setTimeout(() => {
        to.write(piece);
        from.resume();
      }, random() * LONGEST_DELAY);
    });
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.on('end', () => to.end());
  };

  const server = createServer((near) => {
    const far = connect(port(), '127.0.0.1');
    for (const socket of [near, far]) sockets.add(socket);
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  cleanUp(t, async () => {
    cut();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    ...{ faults, cut },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get connections() {
      return sockets.size / 2;
    },
  };
}
