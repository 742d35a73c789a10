import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSemaphore } from './semaphore.js';

/** Pieces that are read in one turn of the event loop; each has 64 KiB. */
const PIECES_PER_TURN = 2;
const takeTurn = createSemaphore(PIECES_PER_TURN);

/**
 * Reads what is left of a body and drops it: many clients read an answer only once they have sent everything. All such bodies
 * together are read a little at a time. Node reads one that nobody has read as fast as it comes, and answers nobody else meanwhile.
 */
export function dropBody(request: IncomingMessage): void {
  const drop = async (): Promise<void> => {
    for await (const chunk of request) {
      void chunk;
      await takeTurn(nextTurn);
    }
  };
  // The client may leave meanwhile.
  drop().catch(() => {});
}

/** The same for a body that nobody has begun to read. To be called before the answer ends. */
export function dropUnreadBody(request: IncomingMessage): void {
  if (hasBody(request) && !request.readableDidRead) dropBody(request);
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
