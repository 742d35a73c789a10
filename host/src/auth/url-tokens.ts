import type { RawHandler } from '../http/raw.js';

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
const SECRET = /^(feaas_[\w-]{30,}|fs1\.[\w-]+\.[\w-]+)$/;

/** Name of the query parameter that holds a token, or looks like it does. */
export function tokenParameter(parameters: URLSearchParams): string | undefined {
  for (const [name, value] of parameters) {
    if (NAMES.has(name.toLowerCase()) || /^bearer\s/i.test(value) || SECRET.test(value)) return name;
  }
  return undefined;
}

/** Answers 400 to a URL with a token in it, for every path alike. The token itself is not repeated. */
export const refuseUrlTokens: RawHandler = async (_request, response, url) => {
  const name = url.search === '' ? undefined : tokenParameter(url.searchParams);
  if (name === undefined) return false;
  const message = 'A token does not belong in a URL: send it as "Authorization: Bearer …", and revoke this one.';
  const body = JSON.stringify({ errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] });
  response.writeHead(400, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
  });
  response.end(body);
  return true;
};
