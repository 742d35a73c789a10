import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Gate {
  readonly port: number;
  /** From now on nothing comes through, and nobody is told; or all of it again, with what was held back. */
  silence(silent: boolean): void;
  /** What is open stays silent for ever, without a word; who comes from now on gets through: a server that is replaced. */
  replace(): void;
  /** Cuts what is open, and lets nobody in. */
  close(): Promise<void>;
}

/** A real way over TCP to a server of this machine; it can fall silent as a network does. */
export async function startGate(port: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  let silent = false;
  const join = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', (chunk) => to.write(chunk));
    if (silent) from.pause();
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((socket) => {
    const there = connect(port, '127.0.0.1');
    join(socket, there);
    join(there, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    silence(now) {
      silent = now;
      for (const socket of sockets)
        if (silent) socket.pause();
        else socket.resume();
    },
    replace() {
      for (const socket of sockets) socket.pause();
      silent = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
