/** Authentication: the Authorization header of every request, and a new token when the backend rejects the old one. */
import { ApolloLink } from '@apollo/client/link';
import { Observable, type Subscription } from 'rxjs';
import { UnauthenticatedError } from '../errors';
import { tokenOf, type Auth, type AuthTrigger, type GatewayOptions } from '../options';

export interface Authentication {
  readonly link: ApolloLink;
  /** Sets another user, or a new token of the same one. @throws TypeError */
  set(auth: Auth | null): void;
  /** Allows to ask the page for a token again after it had none. */
  askAgain(): void;
  /** Calls the listener when the token has changed; returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

interface AuthenticationOptions {
  readonly auth: Auth | null | undefined;
  readonly requestAuth: GatewayOptions['requestAuth'];
  readonly warn: (message: string, cause: unknown) => void;
}

export function authentication({ auth, requestAuth, warn }: AuthenticationOptions): Authentication {
  const listeners = new Set<() => void>();
  let token = tokenOf(auth);
  /** The page has no other token: asking again would only repeat the rejection. */
  let hasNoOtherToken = false;
  /** The token was obtained by asking, and is not accepted yet. */
  let isUnconfirmed = false;
  /** The user has pressed a button since the last request for a token. */
  let isFromButton = false;
  let pendingRequest: { readonly trigger: AuthTrigger; readonly done: Promise<void> } | undefined;

  const setToken = (newToken: string | undefined): void => {
    token = newToken;
    hasNoOtherToken = false;
    for (const listener of [...listeners]) listener();
  };

  const requestToken = async (reason: UnauthenticatedError, trigger: AuthTrigger): Promise<void> => {
    const rejected = token;
    // A request in the background opens no window: if it returns no token, the next operation asks again.
    const isFinal = trigger !== 'background';
    try {
      const newToken = tokenOf(await requestAuth?.(reason, trigger));
      // The page may have set another token meanwhile.
      if (token !== rejected) return;
      if (newToken === undefined || newToken === rejected) hasNoOtherToken = isFinal;
      else {
        setToken(newToken);
        isUnconfirmed = true;
      }
    } catch (error) {
      hasNoOtherToken = isFinal && token === rejected;
      warn('auth: asking for a new token failed. Correct the answer to `feaasAuth`.', error);
    }
  };

  const triggerOf = (isBackground: boolean): AuthTrigger => {
    if (isBackground) return 'background';
    if (!isFromButton) return 'operation';
    isFromButton = false;
    return 'button';
  };

  /** Resolves with whether there is another token than the rejected one. */
  const renewToken = async (
    usedToken: string | undefined,
    reason: UnauthenticatedError,
    isBackground: boolean,
  ): Promise<boolean> => {
    if (token !== usedToken || !requestAuth || hasNoOtherToken || isUnconfirmed) return token !== usedToken;
    const pending = pendingRequest;
    if (pending) {
      await pending.done;
      // After a request in the background, an operation that the user waits for asks again itself.
      if (pending.trigger === 'background' && !isBackground) return renewToken(usedToken, reason, isBackground);
    } else {
      const trigger = triggerOf(isBackground);
      pendingRequest = { trigger, done: requestToken(reason, trigger).finally(() => (pendingRequest = undefined)) };
      await pendingRequest.done;
    }
    return token !== usedToken;
  };

  const link = new ApolloLink((operation, forward) => {
    return new Observable((observer) => {
      let subscription: Subscription | undefined;
      let isRetried = false;
      const send = (): void => {
        const usedToken = token;
        const wasFromButton = isFromButton;
        operation.setContext(({ headers }) => {
          const newHeaders = { ...(headers as Record<string, string> | undefined) };
          delete newHeaders['authorization'];
          return {
            headers: usedToken === undefined ? newHeaders : { ...newHeaders, authorization: `Bearer ${usedToken}` },
          };
        });
        subscription = forward(operation).subscribe({
          next(result) {
            if (usedToken === token) isUnconfirmed = false;
            // The operation of the button succeeded without a new token.
            if (wasFromButton) isFromButton = false;
            observer.next(result);
          },
          error(error: unknown) {
            if (isRetried || !(error instanceof UnauthenticatedError)) return observer.error(error);
            isRetried = true;
            void renewToken(usedToken, error, !!operation.getContext()['isBackground']).then((hasNewToken) => {
              if (observer.closed) return;
              if (hasNewToken) send();
              else observer.error(error);
            });
          },
          complete: () => observer.complete(),
        });
      };
      send();
      return () => subscription?.unsubscribe();
    });
  });

  return {
    link,
    set(auth) {
      const newToken = tokenOf(auth);
      isUnconfirmed = false;
      if (newToken === token) hasNoOtherToken = false;
      else setToken(newToken);
    },
    askAgain() {
      hasNoOtherToken = isUnconfirmed = false;
      isFromButton = true;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
