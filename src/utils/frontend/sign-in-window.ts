/** The window of the host in which a user signs in, and the one message that it sends back. */
import { warnOnce } from '../../global/logger';
import { randomId } from '../../global/random-id';

/** The session that the host gives to a page. */
export interface SignInSession {
  readonly token: string;
  /** Name of the user, as histories show it. */
  readonly name: string;
  /** Seconds for which the token is valid. It is a duration, since clocks of editors may be wrong. */
  readonly expiresIn: number;
  /** Secret for requesting new tokens; only the message of the window contains it. */
  readonly renewal: string | undefined;
}

export interface SignInWindow {
  /** Resolves with the session; undefined if the window was closed before. */
  readonly session: Promise<SignInSession | undefined>;
  /** Brings the window to the front. */
  focus(): void;
}

/** Type of the message. */
const TYPE = 'feaas-sign-in';
const FEATURES = 'popup,width=500,height=700';
/** Milliseconds between two checks whether the window is still open: browsers send no event for that. */
const CLOSED_INTERVAL = 500;

const isSecret = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]{1,4096}$/.test(value);

/** Returns a session that the host sent; undefined for anything else. */
export function readSession(value: unknown): SignInSession | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { token, name, expiresIn, renewal } = value as Readonly<Record<string, unknown>>;
  if (!isSecret(token) || typeof name !== 'string' || !(typeof expiresIn === 'number' && expiresIn > 0))
    return undefined;
  return { token, name, expiresIn, renewal: isSecret(renewal) ? renewal : undefined };
}

/**
 * Opens the window. Call it while the browser allows that: after a click.
 * @param host origin of the host
 * @returns undefined if the browser blocked it
 */
export function openSignInWindow(host: string): SignInWindow | undefined {
  const request = randomId();
  const query = new URLSearchParams({ origin: location.origin, request });
  // The window sends its message to the page that opened it, so `noopener` is not possible.
  const opened = window.open(`${host}/auth/login?${query}`, '_blank', FEATURES);
  if (!opened) return undefined;
  const session = new Promise<SignInSession | undefined>((resolve) => {
    const stop = new AbortController();
    const settle = (found: SignInSession | undefined): void => {
      stop.abort();
      clearInterval(timer);
      resolve(found);
    };
    let wasClosed = false;
    const timer = setInterval(() => {
      // The window closes itself right after its message, which may arrive a moment later.
      if (wasClosed) settle(undefined);
      wasClosed = opened.closed;
    }, CLOSED_INTERVAL);
    addEventListener(
      'message',
      ({ data, origin, source }: MessageEvent<unknown>) => {
        const message = data as { readonly type?: unknown; readonly request?: unknown } | null;
        if (typeof message !== 'object' || message?.type !== TYPE) return;
        // Any window can send a message. Only one from this window, from a page of the host, for this request is accepted (M1).
        if (origin !== host || source !== opened || message.request !== request) {
          warnOnce(
            `Ignored a message '${TYPE}' from ${origin}. Only the sign-in window of ${host} may. Set \`sign-in\` to the origin of your host.`,
          );
          return;
        }
        const found = readSession(message);
        if (found?.renewal === undefined)
          warnOnce(`The sign-in window of ${host} sent no valid session. Update the host.`);
        else settle(found);
      },
      { signal: stop.signal },
    );
  });
  return { session, focus: () => opened.focus() };
}
