/** Asks who edits: first the page, by the `feaasAuth` event of a context; then a sign-in window, for contexts with `sign-in`. */
import { send } from '../element/send';
import type { Auth } from '../gateway';
import { importWithRetry } from '../scheduling/retry-import';
import { type AuthContext, offersSignIn, type SignInOffer } from './auth-context';

/** Detail of `feaasAuth`. */
export interface AuthRequest {
  /** Why the backend refused; a MissingAuthError before it was asked. */
  readonly reason: Error;
  /** Answers with another auth value, now or later; null for none. To be called while the event is sent. */
  respondWith(auth: Auth | null | Promise<Auth | null>): void;
}

/** Loads what signs in by a window. A window has to open soon after the click, so it is loaded before that. */
export const loadSignIn = (): Promise<typeof import('./sign-in')> => importWithRetry(() => import('./sign-in'));

/**
 * Resolves with the answer, which is set as the context's `auth` too; null when nobody signs in, undefined when nothing answers.
 * @throws SignInError if the host of the sign-in does not answer.
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
  // A listener may have set the property instead. The refused value is not tried again.
  if (context.auth !== before) return context.auth;
  return offersSignIn(context) ? (await loadSignIn()).requestSignIn(context, offer) : undefined;
}
