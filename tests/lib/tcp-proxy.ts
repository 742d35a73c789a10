/** A TCP proxy whose link can be bad: it drops connections, holds back what passes, and changes bytes of it. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { cleanUp } from './clean-up';

/** What happens to a piece of what passes, in either direction. */
export type Fault = 'drop' | 'delay' | 'corrupt' | undefined;

export interface ProxyOptions {
  /** Where it leads to, at the time of each connection. */
  readonly port: () => number;
  readonly fault?: () => Fault;
  /** From 0 to 1. */
  readonly random?: () => number;
}

export interface TcpProxy {
  readonly url: string;
  /** How often each fault has happened. */
  readonly faults: Record<NonNullable<Fault>, number>;
  /** Open connections. */
  readonly connections: number;
  /** Cuts every connection. */
  cut(): void;
}

/** Most milliseconds that a piece is held back. */
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
