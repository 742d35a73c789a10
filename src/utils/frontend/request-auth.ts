/** Requests an auth value: first from the page, by the `feaasAuth` event of a context; then by a sign-in window, with `sign-in`. */
import { send } from '../element/send';
import type { Auth } from '../gateway';
import { importWithRetry } from '../scheduling/retry-import';
import { type AuthContext, offersSignIn, type SignInOffer } from './auth-context';

/** Detail of `feaasAuth`. */
export interface AuthRequest {
  /** Why the backend rejected the request; a MissingAuthError before a request. */
  readonly reason: Error;
  /** Responds with another auth value, now or later; null for none. Call it while the event is dispatched. */
  respondWith(auth: Auth | null | Promise<Auth | null>): void;
}

/** Loads the code of the sign-in window before it is needed: a window must open soon after the click. */
export const loadSignIn = (): Promise<typeof import('./sign-in')> => importWithRetry(() => import('./sign-in'));

/**
 * Resolves with the auth value, which is also set as the context's `auth`; null if nobody signs in, undefined without a
 * response.
 * @throws SignInError if the host of the sign-in does not respond
 */
export async function requestAuth(
  context: AuthContext,
  reason: Error,
  offer: SignInOffer,
): Promise<Auth | null | undefined> {
  const before = context.auth;
  let answer: Auth | null | Promise<Auth | null> | undefined;
  const request: AuthRequest = { reason, respondWith: (auth) => (answer = auth) };
  send(context, 'feaasAuth', request);
  if (answer !== undefined) {
    const auth = await (answer as Auth | null | Promise<Auth | null>);
    if (auth !== null) context.auth = auth;
    return auth;
  }
  // A listener may have set the property instead. The rejected value is not used again.
  if (context.auth !== before) return context.auth;
  return offersSignIn(context) ? (await loadSignIn()).requestSignIn(context, offer) : undefined;
}
