/**
 * Sign-in through an identity provider. The state between redirects is in an encrypted cookie, not in the host's
 * memory. The host's own pages have a cookie that only `/auth/…` reads, and only for requests of these pages. It gives
 * sessions of minutes, which the pages keep in memory. Pages of other origins need no cookie: they get a renewal token
 * from a popup window.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressOf, type TrustedProxies } from '../../auth/client-address.js';
import { bearerOf } from '../../auth/bearer.js';
import {
  type Checks,
  type IdentityProvider,
  ProviderUnavailableError,
  reasonOf,
  SignInRefusedError,
} from '../../auth/identity-provider.js';
import type { Sealer } from '../../auth/sealer.js';
import { NoRoleError, type PageSession, type SignInService } from '../../auth/sign-in-service.js';
import type { Clock } from '../../lib/clock.js';
import { dropUnreadBody } from '../../lib/drop-body.js';
import type { Log } from '../../lib/log.js';
import type { RawHandler } from '../../lib/node-handler.js';

/** Counts a request of an address. Returns 0, or the seconds to wait. */
export type ChargeAddress = (request: IncomingMessage, cost?: number) => Promise<number>;

export interface SignInRoutesOptions {
  readonly service: SignInService;
  readonly provider: IdentityProvider;
  readonly sealer: Sealer;
  /** Origin of the host in browsers. */
  readonly publicOrigin: string;
  /** Other origins whose pages may sign in with a popup window. */
  readonly editorOrigins: readonly string[];
  readonly chargeAddress: ChargeAddress;
  readonly clock: Clock;
  readonly log: Log;
  readonly trustedProxies: TrustedProxies;
}

export const CALLBACK_PATH = '/auth/callback';
const STATUS_PATH = '/auth/status';

/** The status of a host without sign-in, which its pages request on every host. */
export const signInStatusNone: RawHandler = async (request, response, { pathname }) => {
  if (pathname !== STATUS_PATH || request.method !== 'GET') return false;
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  sendJson(response, 200, { signIn: 'none' });
  return true;
};

/** The state of a sign-in, stored in the browser. */
interface Flow extends Checks {
  /** Page of the host to show after the sign-in. */
  readonly returnTo: string;
  /** Origin of the page that opened a popup window, and its name of the request. */
  readonly popup?: { readonly origin: string; readonly request: string };
  readonly expiresAt: number;
}

const FLOW_SECONDS = 600;
const FLOW = 'sign-in flow';
/** A valid name of a request: long enough to be random, without characters that need escaping. */
const REQUEST_ID = /^[\w-]{16,64}$/;
const MAX_RETURN_LENGTH = 1000;
/** Cost of a rejected request; others cost 1. */
const REFUSED_COST = 10;

type RouteHandler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;

export function createSignInRoutes(options: SignInRoutesOptions): RawHandler {
  const { service, provider, sealer, publicOrigin, editorOrigins, chargeAddress, clock, log, trustedProxies } = options;
  const isSecure = publicOrigin.startsWith('https:');
  // With this prefix, other hosts of the domain cannot set the cookie.
  const prefix = isSecure ? '__Host-' : '';
  const flowCookie = `${prefix}feaas-flow`;
  const signInCookie = `${prefix}feaas-sign-in`;
  const formatCookie = (name: string, value: string, seconds?: number): string =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}${seconds === undefined ? '' : `; Max-Age=${seconds}`}`;

  const login: RouteHandler = async (_, response, url) => {
    const popup = popupOf(url.searchParams, [publicOrigin, ...editorOrigins]);
    if (popup === 'refused')
      return sendPage(response, 403, 'This page may not sign people in. Add its origin to FEAAS_EDITOR_ORIGINS.');
    const { url: address, checks } = await provider.begin();
    const returnTo = pathOf(url.searchParams.get('returnTo'), publicOrigin);
    const expiresAt = clock() + FLOW_SECONDS * 1000;
    const flow: Flow = { ...checks, returnTo, expiresAt, ...(popup ? { popup } : {}) };
    response.setHeader('set-cookie', formatCookie(flowCookie, sealer.seal(FLOW, flow), FLOW_SECONDS));
    redirect(response, 302, address.href);
  };

  const callback: RouteHandler = async (request, response, url) => {
    const flow = sealer.open(FLOW, cookieOf(request, flowCookie) ?? '') as Flow | undefined;
    // Deleted in any case, because it may be used only once.
    response.setHeader('set-cookie', formatCookie(flowCookie, '', 0));
    if (!flow || flow.expiresAt <= clock() || url.searchParams.get('state') !== flow.state)
      return sendPage(response, 400, 'This sign-in has expired, or another one began in this browser. Sign in again.');
    const { popup, returnTo } = flow;
    const origin = popup?.origin ?? publicOrigin;
    const address = new URL(`${publicOrigin}${CALLBACK_PATH}${url.search}`);
    const { secret, name, userId } = await service.complete(address, flow, origin, addressOf(request, trustedProxies));
    log.info(`${name} (user:${userId}) signed in.`);
    if (!popup) {
      response.setHeader('set-cookie', [formatCookie(flowCookie, '', 0), formatCookie(signInCookie, secret)]);
      return redirect(response, 303, publicOrigin + returnTo);
    }
    const pageSession = await service.session(secret, origin);
    if (!pageSession) return sendPage(response, 403, 'This sign-in is over. Sign in again.');
    sendPopupEnd(response, popup.origin, {
      type: 'feaas-sign-in',
      request: popup.request,
      ...pageSession,
      renewal: secret,
    });
  };

  /** Creates a session for a page of the host, from its cookie. */
  const session: RouteHandler = async (request, response) => {
    if (request.headers.origin !== publicOrigin)
      return sendJson(response, 403, { error: `Only pages of ${publicOrigin} may use this address.` });
    const secret = cookieOf(request, signInCookie);
    sendSession(response, secret === undefined ? undefined : await service.session(secret, publicOrigin));
  };

  /** Creates a session for a page of another origin, from the renewal token of its popup window. */
  const renew: RouteHandler = async (request, response) => {
    const origin = editorOriginOf(request);
    if (origin === undefined) return sendJson(response, 403, { error: 'This origin is not in FEAAS_EDITOR_ORIGINS.' });
    const secret = bearerOf(request.headers.authorization);
    sendSession(response, secret === undefined ? undefined : await service.session(secret, origin));
  };

  const signOut: RouteHandler = async (request, response) => {
    const origin = editorOriginOf(request);
    if (origin === undefined) return sendJson(response, 403, { error: 'This origin is not in FEAAS_EDITOR_ORIGINS.' });
    const secret = bearerOf(request.headers.authorization);
    if (secret !== undefined) await service.end(secret, origin, addressOf(request, trustedProxies));
    sendJson(response, 200, {});
  };

  /** Posted by a form of the host's pages. A form of another site has another origin. */
  const logout: RouteHandler = async (request, response) => {
    if (request.headers.origin !== publicOrigin)
      return sendPage(response, 403, `Only pages of ${publicOrigin} may sign people out.`);
    const secret = cookieOf(request, signInCookie);
    const endedSignIn =
      secret === undefined ? undefined : await service.end(secret, publicOrigin, addressOf(request, trustedProxies));
    response.setHeader('set-cookie', formatCookie(signInCookie, '', 0));
    if (endedSignIn) log.info(`${endedSignIn.name} (user:${endedSignIn.userId}) signed out.`);
    // The sign-out from the host succeeds even if the provider does not respond.
    const providerUrl =
      endedSignIn && (await provider.endSessionUrl(endedSignIn.idToken, `${publicOrigin}/`).catch(() => undefined));
    redirect(response, 303, providerUrl?.href ?? `${publicOrigin}/`);
  };

  /** Whether a person is signed in on the host's own pages. They request a session only then. */
  const status: RouteHandler = async (request, response) => {
    const secret = cookieOf(request, signInCookie);
    const isActive = secret !== undefined && (await service.isActive(secret, publicOrigin));
    sendJson(response, 200, { signIn: isActive ? 'active' : 'offered' });
  };

  const sendSession = (response: ServerResponse, pageSession: PageSession | undefined): void =>
    pageSession
      ? sendJson(response, 200, pageSession)
      : sendJson(response, 401, { error: 'Nobody is signed in. Sign in again.' });

  /** The origin of a page that may get sessions. Its pages may read the response. */
  const editorOriginOf = ({ headers }: IncomingMessage): string | undefined =>
    [publicOrigin, ...editorOrigins].find((each) => each === headers.origin);

  const routes: Readonly<Record<string, { readonly method: 'GET' | 'POST'; readonly answer: RouteHandler }>> = {
    '/auth/login': { method: 'GET', answer: login },
    [CALLBACK_PATH]: { method: 'GET', answer: callback },
    [STATUS_PATH]: { method: 'GET', answer: status },
    '/auth/session': { method: 'POST', answer: session },
    '/auth/logout': { method: 'POST', answer: logout },
    '/auth/renew': { method: 'POST', answer: renew },
    '/auth/sign-out': { method: 'POST', answer: signOut },
  };

  return async (request, response, url) => {
    const route = Object.hasOwn(routes, url.pathname) ? routes[url.pathname] : undefined;
    if (!route) return false;
    dropUnreadBody(request);
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    const allowedOrigin = CROSS_ORIGIN.has(url.pathname) ? editorOriginOf(request) : undefined;
    if (CROSS_ORIGIN.has(url.pathname)) response.setHeader('vary', 'Origin');
    if (allowedOrigin !== undefined) response.setHeader('access-control-allow-origin', allowedOrigin);
    if (request.method === 'OPTIONS' && allowedOrigin !== undefined) {
      response.setHeader('access-control-allow-methods', 'POST');
      response.setHeader('access-control-allow-headers', 'authorization');
      response.writeHead(204).end();
      return true;
    }
    if (request.method !== route.method) {
      response.setHeader('allow', route.method);
      sendJson(response, 405, { error: `Use ${route.method}.` });
      return true;
    }
    const fail = (status: number, message: string): void =>
      route.method === 'GET' ? sendPage(response, status, message) : sendJson(response, status, { error: message });
    try {
      // Counted, because each request reads the database or calls the provider.
      const wait = await chargeAddress(request);
      if (wait > 0) {
        response.setHeader('retry-after', String(wait));
        fail(429, `Too many sign-ins from this address. Wait ${wait} s, then try again.`);
        return true;
      }
      await route.answer(request, response, url);
      // Failures cost more, to slow down guessing of secrets and states.
      if (response.statusCode >= 400) await chargeAddress(request, REFUSED_COST - 1);
    } catch (error) {
      if (error instanceof ProviderUnavailableError) {
        log.warn(`Sign-in failed: ${error.message} Check the cause: ${reasonOf(error)}`);
        response.setHeader('retry-after', '10');
        fail(503, 'The identity provider does not answer. Try again in a minute.');
      } else if (error instanceof SignInRefusedError) {
        log.warn(`Sign-in failed: ${error.message} Check the cause: ${reasonOf(error)}`);
        fail(403, 'The sign-in was refused. Sign in again, or ask the operator to read the log of the host.');
      } else if (error instanceof NoRoleError) {
        log.warn(error.message);
        fail(403, 'You have no role in any library here. Ask the operator for access.');
      } else throw error;
    }
    return true;
  };
}

/** Paths that pages of other origins may request. */
const CROSS_ORIGIN: ReadonlySet<string> = new Set(['/auth/renew', '/auth/sign-out']);

const HEADERS = Object.freeze({
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
});

function popupOf(parameters: URLSearchParams, origins: readonly string[]): Flow['popup'] | 'refused' {
  const origin = parameters.get('origin');
  if (origin === null) return undefined;
  const request = parameters.get('request') ?? '';
  return origins.includes(origin) && REQUEST_ID.test(request) ? { origin, request } : 'refused';
}

/** A path of the host. Anything else becomes the start page. */
function pathOf(path: string | null, publicOrigin: string): string {
  if (path === null || path.length > MAX_RETURN_LENGTH || !/^\/(?![/\\])[\x21-\x7e]*$/.test(path)) return '/';
  const url = URL.canParse(path, publicOrigin) ? new URL(path, publicOrigin) : undefined;
  return url?.origin === publicOrigin && !/^\/[/\\]/.test(url.pathname) ? url.pathname + url.search + url.hash : '/';
}

function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const found = headers.cookie?.split(/; */).find((each) => each.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

function redirect(response: ServerResponse, status: 302 | 303, location: string): void {
  response.writeHead(status, { location }).end();
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function sendHtml(response: ServerResponse, status: number, body: string, script = ''): void {
  const hash = createHash('sha256').update(script).digest('base64');
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; ${script && `script-src 'sha256-${hash}'; `}frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    })
    .end(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>Sign in</title></head><body>${body}${script && `<script>${script}</script>`}</body></html>`,
    );
}

const sendPage = (response: ServerResponse, status: number, message: string): void =>
  sendHtml(response, status, `<h1>Sign in</h1><p>${escapeHtml(message)}</p>`);

/** Only pages of this origin receive the message, regardless of which page opened the window. */
const POPUP_END = `const { origin, message } = JSON.parse(document.getElementById('message').textContent);
if (window.opener) { window.opener.postMessage(message, origin); window.close(); }
else document.getElementById('failed').hidden = false;`;

function sendPopupEnd(response: ServerResponse, origin: string, message: object): void {
  const data = JSON.stringify({ origin, message }).replaceAll('<', '\\u003c');
  const text =
    'The page that opened this window is out of reach. Its header Cross-Origin-Opener-Policy must be same-origin-allow-popups or unsafe-none.';
  sendHtml(
    response,
    200,
    `<p id="failed" hidden>${text}</p><script type="application/json" id="message">${data}</script>`,
    POPUP_END,
  );
}
