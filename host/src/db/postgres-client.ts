import { Socket } from 'node:net';
import pg from 'pg';

/** A connection to PostgreSQL over a socket of its own, so that it can be cut. */
export class PostgresClient extends pg.Client {
  readonly #socket: Socket;

  constructor(config?: pg.ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
  }

  /** Ends the connection at once. `end` says goodbye first, and waits for a server that may have fallen silent. */
  cut(): void {
    this.#socket.destroy();
  }
}
