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
  let hopeless = false;
  /** The token was obtained by asking, and is not accepted yet. */
  let unproven = false;
  /** The user has pressed a button since the last request for a token. */
  let isByHand = false;
  let asking: { readonly trigger: AuthTrigger; readonly done: Promise<void> } | undefined;

  const change = (to: string | undefined): void => {
    token = to;
    hopeless = false;
    for (const listener of [...listeners]) listener();
  };

  const requestToken = async (reason: UnauthenticatedError, trigger: AuthTrigger): Promise<void> => {
    const refused = token;
    // A request in the background opens no window: if it returns no token, the next operation asks again.
    const isFinal = trigger !== 'background';
    try {
      const found = tokenOf(await requestAuth?.(reason, trigger));
      // The page may have set another token meanwhile.
      if (token !== refused) return;
      if (found === undefined || found === refused) hopeless = isFinal;
      else {
        change(found);
        unproven = true;
      }
    } catch (error) {
      hopeless = isFinal && token === refused;
      warn('auth: asking for a new token failed. Correct the answer to `feaasAuth`.', error);
    }
  };

  const triggerOf = (isBackground: boolean): AuthTrigger => {
    if (isBackground) return 'background';
    if (!isByHand) return 'operation';
    isByHand = false;
    return 'button';
  };

  /** Resolves with whether there is another token than the rejected one. */
  const renewed = async (
    used: string | undefined,
    reason: UnauthenticatedError,
    isBackground: boolean,
  ): Promise<boolean> => {
    if (token !== used || !requestAuth || hopeless || unproven) return token !== used;
    const running = asking;
    if (running) {
      await running.done;
      // After a request in the background, an operation that the user waits for asks again itself.
      if (running.trigger === 'background' && !isBackground) return renewed(used, reason, isBackground);
    } else {
      const trigger = triggerOf(isBackground);
      asking = { trigger, done: requestToken(reason, trigger).finally(() => (asking = undefined)) };
      await asking.done;
    }
    return token !== used;
  };

  const link = new ApolloLink((operation, forward) => {
    return new Observable((observer) => {
      let running: Subscription | undefined;
      let repeated = false;
      const send = (): void => {
        const used = token;
        const sentByHand = isByHand;
        operation.setContext(({ headers }) => {
          const sent = { ...(headers as Record<string, string> | undefined) };
          delete sent['authorization'];
          return { headers: used === undefined ? sent : { ...sent, authorization: `Bearer ${used}` } };
        });
        running = forward(operation).subscribe({
          next(result) {
            if (used === token) unproven = false;
            // The operation of the button succeeded without a new token.
            if (sentByHand) isByHand = false;
            observer.next(result);
          },
          error(error: unknown) {
            if (repeated || !(error instanceof UnauthenticatedError)) return observer.error(error);
            repeated = true;
            void renewed(used, error, !!operation.getContext()['isBackground']).then((again) => {
              if (observer.closed) return;
              if (again) send();
              else observer.error(error);
            });
          },
          complete: () => observer.complete(),
        });
      };
      send();
      return () => running?.unsubscribe();
    });
  });

  return {
    link,
    set(auth) {
      const to = tokenOf(auth);
      unproven = false;
      if (to === token) hopeless = false;
      else change(to);
    },
    askAgain() {
      hopeless = unproven = false;
      isByHand = true;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
