import type { Principal } from '../../auth/principal.js';
import type { Change } from '../../content/model.js';
import type { Presence } from '../../content/presence/presence.js';
import type { ReceivedForm } from './received-form.js';
import type { Budget } from './cost-budget.js';

/** What an operation knows about its request. */
export interface Context {
  readonly principal: Principal;
  /** As rate limits count it. */
  readonly address: string;
  /** What the request may read and be told. */
  readonly budget: Budget;
  /** The body, read before the operation starts; undefined for GET. */
  readonly body: Buffer<ArrayBuffer> | undefined;
  /** What a request with files asks, in place of the body; files are in their places. */
  readonly form: ReceivedForm | undefined;
  /** Aborted when the client has gone, or the host stops. Made when asked for: most operations are over at once. */
  abortSignal(): AbortSignal;
  /** Names an operation of the request, for the log. */
  addOperation(name: string): void;
  /** The principal with its present roles, looked up again for each event; undefined once the token no longer holds. */
  currentPrincipal(event: Change | Presence): Promise<Principal | undefined>;
}
