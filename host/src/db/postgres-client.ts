import { Socket } from 'node:net';
import pg from 'pg';

/** A connection to PostgreSQL with its own socket, so that it can be destroyed. */
export class PostgresClient extends pg.Client {
  readonly #socket: Socket;

  constructor(config?: pg.ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
  }

  /** Closes the connection immediately. `end` would send a message and wait for a server that may not respond. */
  cut(): void {
    this.#socket.destroy();
  }
}
