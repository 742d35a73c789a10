/** Asks the page who edits: the `feaasAuth` event of a context. */
import { send } from '../element/send';
import type { Auth } from '../gateway';

/** Detail of `feaasAuth`. */
export interface AuthRequest {
  /** Why the backend refused; a MissingAuthError before it was asked. */
  readonly reason: Error;
  /** Answers with another auth value, now or later; null for none. To be called while the event is sent. */
  respondWith(auth: Auth | null | Promise<Auth | null>): void;
}

/** Resolves with the answer, which is set as the context's `auth` too; null when nobody signs in, undefined when nothing answers. */
export async function requestAuth(
  element: HTMLElement,
  props: { auth: Auth | null },
  reason: Error,
): Promise<Auth | null | undefined> {
  const before = props.auth;
  let answer: Auth | null | Promise<Auth | null> | undefined;
  const request: AuthRequest = { reason, respondWith: (auth) => (answer = auth) };
  send(element, 'feaasAuth', request);
  if (answer !== undefined) {
    const auth = await (answer as Auth | null | Promise<Auth | null>);
    if (auth !== null) props.auth = auth;
    return auth;
  }
  // A listener may have set the property instead. The refused value is not tried again.
  return props.auth === before ? undefined : props.auth;
}
