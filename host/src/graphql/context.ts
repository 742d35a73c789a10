import type { Caller } from '../auth/caller.js';

/** What an operation knows about its request. */
export interface Context {
  readonly caller: Caller;
  /** As rate limits count it. */
  readonly address: string;
  /** The body, read before the operation starts; undefined for GET. */
  readonly body: Buffer | undefined;
  /** Aborted when the client has gone, or the host stops. Made when asked for: most operations are over at once. */
  gone(): AbortSignal;
  /** Whether the caller's token still holds, asked again. */
  stillHolds(): Promise<boolean>;
}
