/** The window of the host in which somebody signs in, and the one message that it sends back. */
import { warnOnce } from '../../global/logger';
import { randomId } from '../../global/random-id';

/** What the host gives a page to work with. */
export interface SignInSession {
  readonly token: string;
  /** Name of the person, as histories show it. */
  readonly name: string;
  /** Seconds for which the token is valid. Clocks of editors may be wrong, so it is no time. */
  readonly expiresIn: number;
  /** Gives new tokens; the message of the window has it alone. */
  readonly renewal: string | undefined;
}

export interface SignInWindow {
  /** The session; undefined if the window was closed before. */
  readonly session: Promise<SignInSession | undefined>;
  /** Brings it to the front, for whoever lost sight of it. */
  focus(): void;
}

/** Type of the message. */
const TYPE = 'feaas-sign-in';
const FEATURES = 'popup,width=500,height=700';
/** Milliseconds between two looks at whether it is still open: browsers send no event for that. */
const CLOSED_INTERVAL = 500;

const isSecret = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]{1,4096}$/.test(value);

/** A session as the host sends it; undefined for anything else. */
export function readSession(value: unknown): SignInSession | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { token, name, expiresIn, renewal } = value as Readonly<Record<string, unknown>>;
  if (!isSecret(token) || typeof name !== 'string' || !(typeof expiresIn === 'number' && expiresIn > 0))
    return undefined;
  return { token, name, expiresIn, renewal: isSecret(renewal) ? renewal : undefined };
}

/**
 * Opens the window. To be called while the browser allows it: after a click.
 * @param host origin of the host
 * @returns undefined if the browser blocked it.
 */
export function openSignInWindow(host: string): SignInWindow | undefined {
  const request = randomId();
  const query = new URLSearchParams({ origin: location.origin, request });
  // The window sends its message to the page that opened it, so it has to know that page: no `noopener`.
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
      // It closes itself right after its message, which may arrive a moment later.
      if (wasClosed) settle(undefined);
      wasClosed = opened.closed;
    }, CLOSED_INTERVAL);
    addEventListener(
      'message',
      ({ data, origin, source }: MessageEvent<unknown>) => {
        const message = data as { readonly type?: unknown; readonly request?: unknown } | null;
        if (typeof message !== 'object' || message?.type !== TYPE) return;
        // Anybody can send a message. This one is from our window, from a page of the host, and answers our request (M1).
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
