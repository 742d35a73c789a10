/** A real identity provider, `oidc-provider`, and a client that stores cookies like a browser. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packagesIn } from '../../../scripts/folders.js';

export const CLIENT = { id: 'feaas', secret: 'a secret of the client, long enough' };

export interface IdentityProviderServer {
  readonly issuer: string;
  /** Claims by login name; the tokens of a removed account can no longer be refreshed. */
  readonly accounts: Map<string, Readonly<Record<string, unknown>>>;
  stop(): Promise<void>;
}

/** @param redirectUri the redirect URI of the host */
export async function startIdentityProvider(redirectUri: string): Promise<IdentityProviderServer> {
  const require = createRequire(join(packagesIn('host/test/services'), 'package.json'));
  const { Provider } = (await import(pathToFileURL(require.resolve('oidc-provider')).href)) as {
    Provider: new (issuer: string, configuration: object) => { callback(): RequestListener };
  };
  const people: IdentityProviderServer['accounts'] = new Map();
  let handle: RequestListener = () => {};
  const server: Server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [`${new URL(redirectUri).origin}/`],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'], groups: ['groups'] },
    scopes: ['openid', 'profile', 'email', 'groups', 'offline_access'],
    cookies: { keys: ['keys of the test'] },
    pkce: { required: () => true },
    ttl: { Session: 3600, Grant: 3600, Interaction: 600, IdToken: 600, AccessToken: 600 },
    findAccount: (_: unknown, id: string) =>
      people.has(id) ? { accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) } : undefined,
  });
  handle = provider.callback();
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  };
  return { issuer, accounts: people, stop };
}

/** Stores cookies by origin and follows the redirects of a sign-in, like a browser. */
export class CookieBrowser {
  readonly cookies = new Map<string, Map<string, string>>();

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url);
    const jar = this.cookies.get(origin) ?? new Map<string, string>();
    this.cookies.set(origin, jar);
    const headers = new Headers(init.headers);
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name!);
      else jar.set(name!, value!);
    }
    return response;
  }

  /** Signs in at the provider, and returns the URL of the redirect to the host without opening it. */
  async signIn(start: string, login: string, redirectUri: string): Promise<string> {
    let url = start;
    let init: RequestInit = {};
    for (let step = 0; step < 20; step++) {
      const response = await this.fetch(url, init);
      init = {};
      const location = response.headers.get('location');
      if (location !== null) {
        url = new URL(location, url).href;
        if (url.startsWith(redirectUri)) return url;
        continue;
      }
      const page = await response.text();
      const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
      const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
      if (action === undefined || prompt === undefined) throw new Error(`${response.status} ${url}: ${page}`);
      url = new URL(action, url).href;
      init = { method: 'POST', body: new URLSearchParams({ prompt, login, password: 'any' }) };
    }
    throw new Error('The provider redirects for ever.');
  }
}
