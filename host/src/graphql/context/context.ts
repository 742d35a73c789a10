import type { Principal } from '../../auth/principal.js';
import type { Change } from '../../content/model.js';
import type { Presence } from '../../content/presence/presence.js';
import type { ReceivedForm } from './received-form.js';
import type { Budget } from './cost-budget.js';

/** The context of an operation: facts about its request. */
export interface Context {
  readonly principal: Principal;
  /** Address of the client, as for the rate limits. */
  readonly address: string;
  /** Limits what the request may read and return. */
  readonly budget: Budget;
  /** The body, read before the operation starts; undefined for GET. */
  readonly body: Buffer<ArrayBuffer> | undefined;
  /** The form of a request with files, in place of the body. It contains the files. */
  readonly form: ReceivedForm | undefined;
  /** Aborted when the client disconnects or the host stops. Created on demand, because most operations end at once. */
  abortSignal(): AbortSignal;
  /** Adds the name of an operation to the log entry of the request. */
  addOperation(name: string): void;
  /** The principal with its current roles, read again for each event. Undefined if the token is no longer valid. */
  currentPrincipal(event: Change | Presence): Promise<Principal | undefined>;
}
