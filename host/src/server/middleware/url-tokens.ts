import type { RequestContext } from '../http/request-context.js';
import type { TextResponse } from '../http/response.js';
import { type RouteName, routeOf } from '../routes/route-name.js';
import { CORS } from '../../lib/http-policies.js';

/** Query parameters that clients put tokens in. URLs end up in logs, histories and referrers. */
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

/** What the host's own tokens and sessions look like, whatever the parameter is called. */
const SECRET = /^(feaas_[\w-]{30,}|eyJ[\w-]+\.[\w-]+\.[\w-]+)$/;

/** Name of the query parameter that holds a token, or looks like it does. */
function tokenParameter(parameters: URLSearchParams): string | undefined {
  for (const [name, value] of parameters) {
    if (NAMES.has(name.toLowerCase()) || /^bearer\s/i.test(value) || SECRET.test(value)) return name;
  }
  return undefined;
}

/** Parts of the host that read an `Authorization` header. What a query means elsewhere is the business of the page. */
const API_ROUTES: ReadonlySet<RouteName> = new Set([
  ...(['graphql', 'mcp', 'api', 'components', 'styles', 'proxy', 'operation'] as const),
]);

const isApi = (names: readonly string[]): boolean =>
  API_ROUTES.has(routeOf(names)) || (names.length === 2 && names[0] === 'dev' && names[1] === 'session');

/**
 * Answers 400 to a URL of an API route with a token in it, even where none is needed; as GraphQL errors, which its clients
 * can read. The token itself is not repeated.
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
