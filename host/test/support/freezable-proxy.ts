import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface FreezableProxy {
  readonly port: number;
  /** From now on nothing comes through, and nobody is told; or all of it again, with what was held back. */
  setFrozen(silent: boolean): void;
  /** What is open stays silent for ever, without a word; who comes from now on gets through: a server that is replaced. */
  freezeOpenConnections(): void;
  /** Cuts what is open, and lets nobody in. */
  close(): Promise<void>;
}

/** A real way over TCP to a server of this machine; it can fall silent as a network does. */
export async function startFreezableProxy(port: number): Promise<FreezableProxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const forward = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', (chunk) => to.write(chunk));
    if (isFrozen) from.pause();
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((socket) => {
    const upstream = connect(port, '127.0.0.1');
    forward(socket, upstream);
    forward(upstream, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    setFrozen(now) {
      isFrozen = now;
      for (const socket of sockets)
        if (isFrozen) socket.pause();
        else socket.resume();
    },
    freezeOpenConnections() {
      for (const socket of sockets) socket.pause();
      isFrozen = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
