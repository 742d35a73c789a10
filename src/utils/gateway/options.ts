/** Options of the gateway: the backend's address, the authentication, and dependencies with defaults. */
import type { Logger } from '../../global/logger';
import type { UnauthenticatedError } from './errors';
import type { TabDependencies } from './changes/tab-channel';
import type { StartTimer } from './presence/heartbeat';

/** Authentication: a bearer token, or an object with one, and optionally the user's name; null if nobody is signed in. */
export type Auth = string | { readonly token: string; readonly name?: string };

/**
 * The kind of request that was rejected: an operation after the user pressed a button (`askAgain`), another operation,
 * or one in the background, such as presence. A dialog is expected after a button, but during typing it would take the
 * input.
 */
export type AuthTrigger = 'button' | 'operation' | 'background';

export interface BatchOptions {
  /** Milliseconds to collect queries; 10 by default. */
  readonly interval?: number;
  /** Maximum number of queries in one request; 10 by default. */
  readonly max?: number;
}

export interface GatewayOptions {
  /** Address of GraphQL, absolute or relative to the page: see `graphqlUrl`. */
  readonly url: string;
  /** The edited library. */
  readonly library: string;
  /** An opaque name, sent to the backend as the header `x-feaas-environment`. */
  readonly environment?: string;
  /** The initial authentication. */
  readonly auth?: Auth | null;
  /**
   * Called once when the backend rejects the authentication; null or an error keeps the rejection.
   * After a request in the background, the next operation asks again.
   */
  readonly requestAuth?: (reason: UnauthenticatedError, trigger: AuthTrigger) => Promise<Auth | null>;
  /** Sends queries by GET, so that intermediaries can cache them; everything else by POST. */
  readonly useGetForQueries?: boolean;
  /** Sends queries that begin at about the same time in one request, by POST. */
  readonly batch?: boolean | BatchOptions;
  /** Sends a query's hash instead of its text if the backend has it; true by default. */
  readonly persistedQueries?: boolean;
  /** Timeout of a request in seconds; 35 by default, more than the host's own limit. */
  readonly timeout?: number;
  /** Sends the requests. */
  readonly fetch?: typeof fetch;
  /** Hashes persisted queries; undefined without Web Crypto (the page is not served securely). */
  readonly sha256?: (text: string) => Promise<string>;
  /** Milliseconds before a failed request is sent again, from the number of failures and the error. */
  readonly retryDelay?: (failures: number, error: unknown) => number;
  /** Maximum number of attempts of a request; 6 by default. */
  readonly attempts?: number;
  /** Seconds between the heartbeats of an open editor; 15 by default. An editor without heartbeats is considered gone. */
  readonly heartbeat?: number;
  /** Starts the timer between them. */
  readonly later?: StartTimer;
  /** Communication between the tabs of a browser. */
  readonly tabs?: TabDependencies;
  /** Receives warnings; the kit's logger by default. */
  readonly log?: Pick<Logger, 'warn'>;
}

/** Returns the token of an auth value. @throws TypeError for a value without one */
export function tokenOf(auth: Auth | null | undefined): string | undefined {
  if (auth === null || auth === undefined || auth === '') return undefined;
  const token = typeof auth === 'string' ? auth : auth.token;
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new TypeError(
    'auth must be a token, an object with one, or null; a token contains only visible ASCII characters',
  );
}
