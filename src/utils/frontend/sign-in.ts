/**
 * Signs editors in by a window of the host, for contexts with `sign-in`. Tokens are in the memory of the page only. Requests to the
 * host have no cookie, so browsers that block cookies of other sites change nothing. Loaded when somebody edits.
 */
import { logError } from '../../global/logger';
import type { Auth } from '../gateway';
import { backendOf } from './addresses';
import { type AuthContext, signInValueOf, type SignInOffer } from './auth-context';
import { SignInError } from './errors';
import { offerSignIn } from './sign-in-dialog';
import { openSignInWindow, readSession, type SignInSession, type SignInWindow } from './sign-in-window';

/** What takes a browser or time; replaceable. */
export interface SignInDependencies {
  readonly fetch: typeof fetch;
  /** Milliseconds since any moment. */
  readonly now: () => number;
  /** Calls once, milliseconds later. The function that is returned ends that. */
  readonly later: (call: () => void, milliseconds: number) => () => void;
  readonly openWindow: (host: string) => SignInWindow | undefined;
  readonly offer: typeof offerSignIn;
  /** Whether a click allows a window to open. */
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
  // A browser that does not tell blocks the window by itself, and the dialog comes after that.
  isUserActive: () => navigator.userActivation?.isActive ?? true,
};

/** Seconds before the end of a token at which the next one is requested. */
const RENEW_BEFORE = 60;
/** The least seconds between two such requests, and the seconds until one that failed is repeated. */
const RENEW_INTERVAL = 10;
/** Milliseconds in which the host answers. */
const TIMEOUT = 10_000;

interface Session {
  /** The same object for all contexts, by which they are known to have it. */
  readonly auth: Auth;
  readonly renewal: string;
  /** By `now`. */
  readonly expiresAt: number;
}

/** The sign-in at one host. The contexts of a page share it, and so do those that come later. */
export class SignIn {
  #session: Session | undefined;
  #hasSignedOut = false;
  /** What each context was given. */
  readonly #contexts = new Map<AuthContext, Auth>();
  #opening: Promise<Session | undefined> | undefined;
  #opened: SignInWindow | undefined;
  #renewing: Promise<void> | undefined;
  /** Undefined while nobody waits: no context is there. */
  #endTimer: (() => void) | undefined;

  constructor(
    /** Origin of the host. */
    private readonly host: string,
    private readonly ports: SignInDependencies = DEFAULT_DEPENDENCIES,
  ) {}

  /**
   * Another auth value than the context has: a renewed one, or by a window if `offer` allows.
   * @returns null if nobody signs in.
   * @throws SignInError if the host does not answer.
   */
  async request(context: AuthContext, offer: SignInOffer): Promise<Auth | null> {
    const known = this.#session;
    if (known && (context.auth === known.auth || known.expiresAt <= this.ports.now())) {
      await this.#renew(known);
      if (this.#session === known) throw new SignInError(this.host);
    }
    const session = this.#session ?? (this.#mayOffer(offer) ? await this.#signIn(context, offer) : undefined);
    if (!session) return null;
    this.#give(context, session);
    if (!this.#endTimer) this.#renewIn(RENEW_INTERVAL);
    return session.auth;
  }

  /** Somebody changed the `auth` of a context. Null signs out, in all contexts; another value belongs to the page. */
  authChanged(context: AuthContext): void {
    const given = this.#contexts.get(context);
    if (given === undefined || context.auth === given) return;
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

  /** A session begins, or goes on with another token. */
  #start({ token, name, expiresIn }: SignInSession, renewal: string): Session {
    const expiresAt = this.ports.now() + expiresIn * 1000;
    const session = { auth: { token, name }, renewal, expiresAt };
    this.#session = session;
    this.#hasSignedOut = false;
    for (const context of [...this.#contexts.keys()]) this.#give(context, session);
    this.#renewIn(Math.max(expiresIn - RENEW_BEFORE, expiresIn / 2, RENEW_INTERVAL));
    return session;
  }

  #give(context: AuthContext, { auth }: Session): void {
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

  /** Requests another token. Afterwards the session is another one, or none if it is over, or the same if the host does not answer. */
  #renew(session: Session): Promise<void> {
    return (this.#renewing ??= this.#requestRenewal(session).finally(() => (this.#renewing = undefined)));
  }

  async #requestRenewal(session: Session): Promise<void> {
    const response = await this.#post('/auth/renew', session).catch(() => undefined);
    const found = response?.ok ? readSession(await response.json().catch(() => undefined)) : undefined;
    // Somebody signed out meanwhile.
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
    const given = [...this.#contexts];
    this.#contexts.clear();
    for (const [context, auth] of given) if (context.auth === auth) context.auth = null;
  }

  #post(path: string, { renewal }: Session): Promise<Response> {
    return this.ports.fetch(this.host + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${renewal}` },
      ...{ credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' },
      // A page that is left signs out all the same.
      keepalive: true,
      signal: AbortSignal.timeout(TIMEOUT),
    });
  }
}

/** Origin of the host that signs people in: what `sign-in` names, else that of the backend. @throws TypeError for no URL */
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

/** As `SignIn.authChanged`, at whatever host the context signed in. */
export function signInAuthChanged(context: AuthContext): void {
  for (const signIn of signIns.values()) signIn.authChanged(context);
}
