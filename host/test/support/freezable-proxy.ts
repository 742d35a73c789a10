import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface FreezableProxy {
  readonly port: number;
  /** Stops forwarding without closing connections, or resumes with the data that was held back. */
  setFrozen(silent: boolean): void;
  /** Freezes open connections for ever and forwards new ones, like a server that was replaced. */
  freezeOpenConnections(): void;
  /** Closes open connections and stops listening. */
  close(): Promise<void>;
}

/** Starts a TCP proxy to a local server that can stop responding, as a network can. */
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
