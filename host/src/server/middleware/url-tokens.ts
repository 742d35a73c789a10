import type { RequestContext } from '../http/request-context.js';
import type { TextResponse } from '../http/response.js';
import { type RouteName, routeOf } from '../routes/route-name.js';
import { CORS } from '../../lib/http-policies.js';

/** Query parameters in which clients send tokens. URLs end up in logs, histories and referrers. */
const NAMES: ReadonlySet<string> = new Set([
  'token',
  'access_token',
  'accesstoken',
  'auth_token',
  'id_token',
  'authorization',
  'bearer',
  'api_key',
  'apikey',
]);

/** The form of the host's tokens and sessions, in any parameter. */
const SECRET = /^(feaas_[\w-]{30,}|eyJ[\w-]+\.[\w-]+\.[\w-]+)$/;

/** Name of a query parameter that contains a token, or appears to. */
function tokenParameter(parameters: URLSearchParams): string | undefined {
  for (const [name, value] of parameters) {
    if (NAMES.has(name.toLowerCase()) || /^bearer\s/i.test(value) || SECRET.test(value)) return name;
  }
  return undefined;
}

/** Routes that read an `Authorization` header. On other routes, the query belongs to the page. */
const API_ROUTES: ReadonlySet<RouteName> = new Set([
  ...(['graphql', 'mcp', 'api', 'components', 'styles', 'proxy', 'operation'] as const),
]);

const isApi = (names: readonly string[]): boolean =>
  API_ROUTES.has(routeOf(names)) || (names.length === 2 && names[0] === 'dev' && names[1] === 'session');

/**
 * Responds with 400 to a URL of an API route that contains a token, even where none is needed. The response has GraphQL
 * errors, which clients can read. It does not repeat the token.
 */
export const urlTokens = ({ query, names }: RequestContext): TextResponse | undefined => {
  if (query === '' || !isApi(names) || tokenParameter(new URLSearchParams(query)) === undefined) return undefined;
  return {
    kind: 'text',
    status: 400,
    headers: { ...CORS, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify({ errors: [{ message: MESSAGE, extensions: { code: 'BAD_REQUEST' } }] }),
  };
};

const MESSAGE =
  'A token does not belong in a URL: send it in the Authorization header, as "Bearer …", and revoke this one.';
