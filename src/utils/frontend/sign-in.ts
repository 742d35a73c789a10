/**
 * Signs editors in by a window of the host, for contexts with `sign-in`. Tokens are only in the memory of the page.
 * Requests to the host have no cookies, so browsers that block third-party cookies make no difference. Loaded when a
 * user edits.
 */
import { logError } from '../../global/logger';
import type { Auth } from '../gateway';
import { backendOf } from './addresses';
import { type AuthContext, signInValueOf, type SignInOffer } from './auth-context';
import { SignInError } from './errors';
import { offerSignIn } from './sign-in-dialog';
import { openSignInWindow, readSession, type SignInSession, type SignInWindow } from './sign-in-window';

/** Dependencies on the browser and on time; replaceable. */
export interface SignInDependencies {
  readonly fetch: typeof fetch;
  /** Milliseconds since any fixed moment. */
  readonly now: () => number;
  /** Calls once, after some milliseconds. Returns a function that cancels the call. */
  readonly later: (call: () => void, milliseconds: number) => () => void;
  readonly openWindow: (host: string) => SignInWindow | undefined;
  readonly offer: typeof offerSignIn;
  /** Whether a recent click allows a window to open. */
  readonly isUserActive: () => boolean;
}

const DEFAULT_DEPENDENCIES: SignInDependencies = {
  fetch: (...request) => fetch(...request),
  now: () => performance.now(),
  later(call, milliseconds) {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
  openWindow: openSignInWindow,
  offer: offerSignIn,
  // A browser without this property blocks the window itself, and the dialog follows.
  isUserActive: () => navigator.userActivation?.isActive ?? true,
};

/** Seconds before the expiry of a token at which the next one is requested. */
const RENEW_BEFORE = 60;
/** Minimum seconds between two such requests, and seconds until a failed one is repeated. */
const RENEW_INTERVAL = 10;
/** Timeout of a request to the host, in milliseconds. */
const TIMEOUT = 10_000;

interface Session {
  /** The same object for all contexts, which identifies those with this session. */
  readonly auth: Auth;
  readonly renewal: string;
  /** Time according to `now`. */
  readonly expiresAt: number;
}

/** The sign-in at one host. All contexts of a page share it, including later ones. */
export class SignIn {
  #session: Session | undefined;
  #hasSignedOut = false;
  /** The auth value that each context was given. */
  readonly #contexts = new Map<AuthContext, Auth>();
  #opening: Promise<Session | undefined> | undefined;
  #opened: SignInWindow | undefined;
  #renewing: Promise<void> | undefined;
  /** Cancels the timer of the renewal; undefined while none runs, since there is no context. */
  #endTimer: (() => void) | undefined;

  constructor(
    /** Origin of the host. */
    private readonly host: string,
    private readonly ports: SignInDependencies = DEFAULT_DEPENDENCIES,
  ) {}

  /**
   * Returns another auth value than the context has: a renewed one, or one from a window if `offer` allows that.
   * @returns null if nobody signs in
   * @throws SignInError if the host does not respond
   */
  async request(context: AuthContext, offer: SignInOffer): Promise<Auth | null> {
    const current = this.#session;
    if (current && (context.auth === current.auth || current.expiresAt <= this.ports.now())) {
      await this.#renew(current);
      if (this.#session === current) throw new SignInError(this.host);
    }
    const session = this.#session ?? (this.#mayOffer(offer) ? await this.#signIn(context, offer) : undefined);
    if (!session) return null;
    this.#setAuth(context, session);
    if (!this.#endTimer) this.#renewIn(RENEW_INTERVAL);
    return session.auth;
  }

  /** The `auth` of a context has changed. Null signs out, in all contexts; another value belongs to the page. */
  authChanged(context: AuthContext): void {
    const previousAuth = this.#contexts.get(context);
    if (previousAuth === undefined || context.auth === previousAuth) return;
    this.#contexts.delete(context);
    if (context.auth === null && this.#session) void this.#signOut(this.#session);
  }

  #mayOffer(offer: SignInOffer): boolean {
    if (offer === 'after-click') return this.ports.isUserActive() && !this.#hasSignedOut;
    return offer !== 'none';
  }

  async #signIn(context: AuthContext, offer: SignInOffer): Promise<Session | undefined> {
    this.#opened?.focus();
    return (this.#opening ??= this.#open(context, offer).finally(() => (this.#opening = this.#opened = undefined)));
  }

  async #open(context: AuthContext, offer: SignInOffer): Promise<Session | undefined> {
    const { openWindow, isUserActive } = this.ports;
    const open = (): SignInWindow | undefined => (this.#opened = openWindow(this.host));
    const opened =
      (offer === 'window' && isUserActive() ? open() : undefined) ?? (await this.ports.offer(context, this.host, open));
    const found = await opened?.session;
    return found && this.#start(found, found.renewal!);
  }

  /** Begins a session, or continues it with another token. */
  #start({ token, name, expiresIn }: SignInSession, renewal: string): Session {
    const expiresAt = this.ports.now() + expiresIn * 1000;
    const session = { auth: { token, name }, renewal, expiresAt };
    this.#session = session;
    this.#hasSignedOut = false;
    for (const context of [...this.#contexts.keys()]) this.#setAuth(context, session);
    this.#renewIn(Math.max(expiresIn - RENEW_BEFORE, expiresIn / 2, RENEW_INTERVAL));
    return session;
  }

  #setAuth(context: AuthContext, { auth }: Session): void {
    this.#contexts.set(context, auth);
    context.auth = auth;
  }

  #renewIn(seconds: number): void {
    this.#endTimer?.();
    this.#endTimer = this.ports.later(() => {
      this.#endTimer = undefined;
      for (const context of this.#contexts.keys()) if (!context.isConnected) this.#contexts.delete(context);
      const session = this.#session;
      if (!session || this.#contexts.size === 0) return;
      void this.#renew(session).then(() => {
        if (this.#session === session) this.#renewIn(RENEW_INTERVAL);
      });
    }, seconds * 1000);
  }

  /** Requests another token. Afterwards the session is another one, none if it is over, or the same if the host does not respond. */
  #renew(session: Session): Promise<void> {
    return (this.#renewing ??= this.#requestRenewal(session).finally(() => (this.#renewing = undefined)));
  }

  async #requestRenewal(session: Session): Promise<void> {
    const response = await this.#post('/auth/renew', session).catch(() => undefined);
    const found = response?.ok ? readSession(await response.json().catch(() => undefined)) : undefined;
    // The user may have signed out meanwhile.
    if (this.#session !== session) return;
    if (found) this.#start(found, session.renewal);
    else if (response?.status === 401 || response?.status === 403) this.#end();
  }

  async #signOut(session: Session): Promise<void> {
    this.#hasSignedOut = true;
    this.#end();
    const response = await this.#post('/auth/sign-out', session).catch(() => undefined);
    if (!response?.ok)
      logError(
        `<feaas-context>: signed out of this page, but ${this.host} does not answer. Try again on a page of the host.`,
        response?.status,
      );
  }

  #end(): void {
    this.#endTimer?.();
    this.#endTimer = this.#session = undefined;
    const contexts = [...this.#contexts];
    this.#contexts.clear();
    for (const [context, auth] of contexts) if (context.auth === auth) context.auth = null;
  }

  #post(path: string, { renewal }: Session): Promise<Response> {
    return this.ports.fetch(this.host + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${renewal}` },
      ...{ credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' },
      // The request outlives a page that is left.
      keepalive: true,
      signal: AbortSignal.timeout(TIMEOUT),
    });
  }
}

/** Returns the origin of the sign-in host: that of `sign-in`, or else of the backend. @throws TypeError for an invalid URL */
function signInHostOf(context: AuthContext): string {
  const value = signInValueOf(context);
  const url = typeof value === 'string' && value !== '' && value !== 'true' ? value : backendOf(context);
  return new URL(url, document.baseURI).origin;
}

const signIns = new Map<string, SignIn>();

function signInOf(context: AuthContext): SignIn {
  const host = signInHostOf(context);
  const found = signIns.get(host) ?? new SignIn(host);
  signIns.set(host, found);
  return found;
}

/** As `SignIn.request`, at the context's host. */
export const requestSignIn = (context: AuthContext, offer: SignInOffer): Promise<Auth | null> =>
  signInOf(context).request(context, offer);

/** As `SignIn.authChanged`, at every host where the context may have signed in. */
export function signInAuthChanged(context: AuthContext): void {
  for (const signIn of signIns.values()) signIn.authChanged(context);
}
