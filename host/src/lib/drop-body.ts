import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSemaphore } from './semaphore.js';

/** Chunks read per turn of the event loop; each has 64 KiB. */
const CHUNKS_PER_TURN = 2;
const semaphore = createSemaphore(CHUNKS_PER_TURN);

/**
 * Reads and discards the rest of a body, because many clients read a response only after they have sent everything. All
 * such bodies together are read slowly. Otherwise Node would read an unread body as fast as it arrives, and block other
 * requests.
 */
export function dropBody(request: IncomingMessage): void {
  const drop = async (): Promise<void> => {
    for await (const chunk of request) {
      void chunk;
      await semaphore(nextTurn);
    }
  };
  // The client may disconnect meanwhile.
  drop().catch(() => {});
}

/** Discards a body that has not been read at all. Call it before the response ends. */
export function dropUnreadBody(request: IncomingMessage): void {
  if (hasBody(request) && !request.readableDidRead) dropBody(request);
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
