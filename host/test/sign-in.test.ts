/** Sign-in with OpenID Connect, at a real identity provider, on both databases; and attacks on it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { rolesOf } from '../src/auth/role-rules.js';
import { DEFAULT_RATES } from '../src/config/rate-limits.js';
import { parseRoleRule } from '../src/config/sign-in-settings.js';
import { createSignInStore } from '../src/auth/sign-in-store.js';
import { addAuditEntry } from '../src/content/audit/audit-repository.js';
import { removeOld } from '../src/content/cleanup/cleanup-job.js';
import { createSealer } from '../src/auth/sealer.js';
import { createPresences } from '../src/content/presence/presence-registry.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { createContentService } from '../src/publishing/create-content-service.js';
import { createEditorHandlers } from '../src/server/editor-handlers.js';
import { createHost } from '../src/server/host.js';
import { createSignIn } from '../src/server/sign-in.js';
import { createFolderBlobs } from '../src/storage/folder/folder-blobs.js';
import { errorLog } from './support/complete-host.js';
import { testStores, DATABASE_KINDS } from './support/databases.js';
import { freePort } from './support/free-port.js';
import { type Json, SEED_PRINCIPAL, seedContent } from './support/graphql-host.js';
import {
  CLIENT,
  CookieBrowser,
  type IdentityProviderServer,
  startIdentityProvider,
} from './support/identity-provider.js';
import { subscribe } from './support/subscription.js';

const SITE = 'https://site.example';
const REQUEST = 'a-request-of-the-page';
const RULES = [
  'groups=editors:demo:editor',
  'groups=viewers:demo:viewer',
  'groups=chiefs:*:publisher',
  'groups=guests:other:viewer',
];
const MINUTE = 60_000;
/** The read limit of an address: more than the other tests use. */
const BURST = 2_000;
const HERO = { library: 'demo', component: 'hero', version: 'responsive' };

for (const kind of DATABASE_KINDS) {
  describe(`sign-in on ${kind}`, () => {
    const time = { ahead: 0 };
    const clock = (): number => Date.now() + time.ahead;
    const closers: (() => Promise<void>)[] = [];
    let provider: IdentityProviderServer;
    let content: ReturnType<typeof createContentService>;
    let origins: string[];
    const callbackOf = (): string => `${origins[0]}/auth/callback`;

    /** Hosts on one database; browsers use the URL of the first. */
    before(async () => {
      const { settings, folder } = await testStores(kind).newStore();
      const database = await openDatabase(settings);
      const blobs = createFolderBlobs(join(folder, 'blobs'));
      const contentService = createContentService({ database, blobs, log: errorLog });
      await seedContent(contentService);
      content = contentService;
      const ports = [await freePort(), await freePort()];
      origins = ports.map((port) => `http://127.0.0.1:${port}`);
      provider = await startIdentityProvider(callbackOf());
      for (const port of ports) {
        const signIn = createSignIn(
          {
            ...{ issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret },
            scopes: 'openid profile email groups offline_access',
            rules: RULES.map((rule) => parseRoleRule(rule)!),
            ...{ publicOrigin: origins[0]!, editorOrigins: [SITE] },
          },
          { database, keys: contentService, clock, log: { ...errorLog, warn: () => {} }, trustedProxies: 0 },
        );
        const presences = createPresences(database);
        const closing = new AbortController();
        const raw = createEditorHandlers({
          ...{
            contentService,
            tokens: contentService,
            blobs,
            presences,
            log: errorLog,
            mediaHosts: [],
            trustedProxies: 1,
          },
          ...{ development: false, closing: closing.signal, signIn, clock },
          rates: { ...DEFAULT_RATES, address: { ...DEFAULT_RATES.address, reads: { perSecond: 0.01, burst: BURST } } },
        });
        const host = createHost({ site: folder, port, log: errorLog, raw: raw.handlers });
        await host.listen();
        closers.unshift(async () => {
          closing.abort();
          await host.close();
          presences.close();
        });
      }
      closers.push(() => contentService.close(), provider.stop);
      provider.accounts.set('ann', { name: 'Ann Example', groups: ['editors'] });
      provider.accounts.set('vic', { name: 'Vic', groups: ['viewers'] });
      provider.accounts.set('pat', { name: 'Pat', groups: ['others'] });
    });
    after(async () => {
      for (const close of closers) await close();
    });

    const begin = (browser: CookieBrowser, login: string, query = ''): Promise<string> =>
      browser.signIn(`${origins[0]}/auth/login${query}`, login, callbackOf());
    /** Signs in at the first host and returns to the second: no state is in memory. */
    async function signIn(login: string, query = ''): Promise<{ browser: CookieBrowser; response: Response }> {
      const browser = new CookieBrowser();
      const callback = await begin(browser, login, query);
      const other = callback.replace(origins[0]!, origins[1]!);
      browser.cookies.set(origins[1]!, browser.cookies.get(origins[0]!)!);
      return { browser, response: await browser.fetch(other) };
    }
    const session = (browser: CookieBrowser, origin = origins[0]!): Promise<Response> =>
      browser.fetch(`${origins[0]}/auth/session`, { method: 'POST', headers: { origin } });
    const graphql = async (token: string, query: string, origin: string | undefined = origins[0]): Promise<Json> => {
      const response = await fetch(`${origins[1]}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          ...(origin ? { origin } : {}),
        },
        body: JSON.stringify({ query }),
      });
      return { status: response.status, ...((await response.json()) as object) };
    };
    const save = (expected: number): string =>
      `mutation { saveVersion(id: "demo/hero/responsive", view: "<p>new</p>", expectedRevision: ${expected}) { revision } }`;
    const VIEWER = '{ viewer { name role(library: "demo") other: role(library: "other") } }';
    const popup = async (login: string): Promise<Json> => {
      const { response } = await signIn(login, `?origin=${SITE}&request=${REQUEST}`);
      const text = await response.text();
      assert.equal(response.status, 200, text);
      return JSON.parse(/id="message">(.*?)<\/script>/.exec(text)![1]!);
    };

    test('an editor signs in, works under the real name, and signs out, which ends the session at once', async () => {
      const { browser, response } = await signIn('ann', '?returnTo=/libraries.html');
      assert.equal(response.status, 303);
      assert.equal(response.headers.get('location'), `${origins[0]}/libraries.html`);
      const { token, name } = (await (await session(browser)).json()) as Json;
      assert.equal(name, 'Ann Example');
      const answer = await graphql(token, VIEWER);
      assert.deepEqual(
        answer.data?.viewer,
        { name: 'Ann Example', role: 'EDITOR', other: null },
        JSON.stringify(answer),
      );
      const saved = await graphql(token, save(2));
      assert.equal(saved.data?.saveVersion?.revision, 3, JSON.stringify(saved));
      const { items } = await content.history(HERO, { first: 1 });
      assert.equal(items[0]!.author, 'Ann Example', 'the history names her');
      const out = await browser.fetch(`${origins[0]}/auth/logout`, {
        method: 'POST',
        headers: { origin: origins[0]! },
      });
      assert.equal(out.status, 303);
      assert.match(out.headers.get('location')!, /\/session\/end\?.*id_token_hint=/);
      assert.equal((await graphql(token, VIEWER)).status, 401);
      assert.equal((await session(browser)).status, 401);
      const entries = (await content.auditPage({ first: 50 })).items.filter(({ action }) => /sign/i.test(action));
      assert.deepEqual(
        entries.map(({ action, actorName, address, details }) => [action, actorName, address, details]),
        [
          ['signOut', 'Ann Example', '127.0.0.1', { origin: origins[0] }],
          ['signIn', 'Ann Example', '127.0.0.1', { origin: origins[0] }],
        ],
      );
      assert.match(entries[0]!.actor, /^user:/);
      assert.equal(`user:${entries[0]!.subject}`, entries[0]!.actor);
    });

    test('pages of the host check for a signed-in user before they request a token', async () => {
      const status = async (browser: CookieBrowser): Promise<unknown> =>
        (await browser.fetch(`${origins[0]}/auth/status`)).json();
      assert.deepEqual(await status(new CookieBrowser()), { signIn: 'offered' });
      const { browser } = await signIn('ann');
      assert.deepEqual(await status(browser), { signIn: 'active' });
      const { expiresIn, expiresAt } = (await (await session(browser)).json()) as Json;
      assert.ok(expiresIn > 290 && expiresIn <= 300, String(expiresIn));
      assert.ok(Math.abs(expiresAt - clock() - expiresIn * 1000) < 10_000);
    });

    test('a user without a role is rejected, and a viewer cannot write', async () => {
      const { browser, response } = await signIn('pat');
      assert.equal(response.status, 403);
      assert.match(await response.text(), /You have no role/);
      assert.equal((await session(browser)).status, 401);
      const [refused] = (await content.auditPage({ first: 1 })).items;
      assert.deepEqual(
        [refused!.action, refused!.actorName, refused!.details['subject']],
        ['refuseSignIn', 'Pat', 'pat'],
      );
      const viewer = await signIn('vic');
      const { token } = (await (await session(viewer.browser)).json()) as Json;
      const answer = await graphql(token, save(2));
      assert.equal(answer.errors?.[0]?.extensions?.code, 'FORBIDDEN', JSON.stringify(answer));
    });

    test('a popup window passes its session to the page of one origin, and only that page may use and renew it', async () => {
      const { origin, message } = await popup('ann');
      assert.equal(origin, SITE);
      assert.equal(message.request, REQUEST);
      assert.equal((await graphql(message.token, VIEWER, SITE)).data.viewer.name, 'Ann Example');
      for (const other of ['https://evil.example', origins[0], ''])
        assert.equal((await graphql(message.token, VIEWER, other)).status, 401, `origin ${other}`);
      const renew = (from: string): Promise<Response> =>
        fetch(`${origins[1]}/auth/renew`, {
          method: 'POST',
          headers: { origin: from, authorization: `Bearer ${message.renewal}` },
        });
      assert.equal((await renew('https://evil.example')).status, 403);
      assert.equal((await renew(origins[0]!)).status, 401, 'another allowed origin');
      const renewed = await renew(SITE);
      assert.equal(renewed.headers.get('access-control-allow-origin'), SITE);
      assert.equal((await graphql(((await renewed.json()) as Json).token, VIEWER, SITE)).status, 200);
    });

    test('a foreign page gets no popup session', async () => {
      const response = await fetch(`${origins[0]}/auth/login?origin=https://evil.example&request=${REQUEST}`, {
        redirect: 'manual',
      });
      assert.equal(response.status, 403);
    });

    test('the redirect after the sign-in stays on the host (open redirect)', async () => {
      for (const path of [
        'https://evil.example',
        '//evil.example',
        '/\\evil.example',
        '/.//evil.example',
        '/%0d%0a',
        'x',
      ]) {
        const { response } = await signIn('ann', `?returnTo=${encodeURIComponent(path)}`);
        assert.equal(new URL(response.headers.get('location')!).origin, origins[0], path);
        assert.doesNotMatch(response.headers.get('location')!.slice(origins[0]!.length), /^\/[/\\]/);
      }
    });

    test('a forged state, another browser, a replay, a foreign issuer and an expired flow are rejected', async () => {
      const browser = new CookieBrowser();
      const forged = new URL(await begin(browser, 'ann'));
      forged.searchParams.set('state', 'forged');
      assert.equal((await browser.fetch(forged.href)).status, 400);

      const stranger = new CookieBrowser();
      const callback = await begin(browser, 'ann');
      assert.equal((await stranger.fetch(callback)).status, 400, 'login CSRF');

      const jar = new Map(browser.cookies.get(origins[0]!));
      assert.equal((await browser.fetch(callback)).status, 303);
      assert.equal((await browser.fetch(callback)).status, 400, 'without the cookie');
      browser.cookies.set(origins[0]!, jar);
      assert.equal((await browser.fetch(callback)).status, 403, 'with a copy of the cookie');

      const mixed = new URL(await begin(browser, 'ann'));
      mixed.searchParams.set('iss', 'https://evil.example');
      assert.equal((await browser.fetch(mixed.href)).status, 403);

      const late = await begin(browser, 'ann');
      time.ahead += 11 * MINUTE;
      assert.equal((await browser.fetch(late)).status, 400);
      time.ahead = 0;
    });

    test('another site can neither get a session with the cookie nor sign out', async () => {
      const { browser } = await signIn('ann');
      for (const from of ['https://evil.example', 'null', SITE]) {
        assert.equal((await session(browser, from)).status, 403, from);
        const headers = { origin: from };
        assert.equal((await browser.fetch(`${origins[0]}/auth/logout`, { method: 'POST', headers })).status, 403);
      }
      assert.equal((await session(browser)).status, 200);
    });

    test('somebody who loses the group, or the account, loses access within minutes', async () => {
      provider.accounts.set('bob', { name: 'Bob', groups: ['chiefs'] });
      const { browser } = await signIn('bob');
      const { token } = (await (await session(browser)).json()) as Json;
      assert.equal((await graphql(token, VIEWER)).data.viewer.other, 'PUBLISHER');
      provider.accounts.set('bob', { name: 'Bob Renamed', groups: ['viewers'] });
      time.ahead = 5 * MINUTE;
      const renewed = (await (await session(browser)).json()) as Json;
      assert.equal(renewed.name, 'Bob Renamed');
      assert.deepEqual((await graphql(renewed.token, VIEWER)).data.viewer, {
        ...{ name: 'Bob Renamed', role: 'VIEWER', other: null },
      });
      provider.accounts.delete('bob');
      // The session, created four and a half minutes before, would still be valid.
      time.ahead = 9.5 * MINUTE;
      assert.equal((await session(browser)).status, 401);
      assert.equal((await graphql(renewed.token, VIEWER)).status, 401);
      const [ended] = (await content.auditPage({ first: 1 })).items;
      assert.deepEqual(
        [ended!.action, ended!.details['reason']],
        ['signOut', 'The identity provider no longer gives a role.'],
      );
      time.ahead = 0;
    });

    test(
      'a subscription ends once its user has lost the role in the library, even if the session is still valid',
      { timeout: 30_000 },
      async (t) => {
        provider.accounts.set('sue', { name: 'Sue', groups: ['viewers', 'guests'] });
        const { browser } = await signIn('sue');
        const { token } = (await (await session(browser)).json()) as Json;
        const open = await subscribe(t, { url: origins[1]! }, token);
        const stage = async (): Promise<unknown> => {
          const [hero] = await content.versions([HERO]);
          return content.step('stage', HERO, { actor: SEED_PRINCIPAL, expected: hero!.revision });
        };
        await stage();
        await open.waitFor(/"action":"STAGE"/);
        provider.accounts.set('sue', { name: 'Sue', groups: ['guests'] });
        time.ahead = 4.5 * MINUTE;
        assert.equal((await session(browser)).status, 200, 'she has a role in another library');
        await stage();
        await open.ended;
        assert.equal(open.events().length, 1);
        assert.equal((await graphql(token, VIEWER)).data.viewer.role, null, 'the session holds');
        time.ahead = 0;
      },
    );

    test('an address with too many requests is rejected', async () => {
      const headers = { origin: SITE, authorization: 'Bearer wrong', 'x-forwarded-for': '203.0.113.9' };
      const renew = (): Promise<Response> => fetch(`${origins[0]}/auth/renew`, { method: 'POST', headers });
      // Each request counts as ten, because it may be a guess.
      for (let count = 0; count < BURST / 10; count++) assert.equal((await renew()).status, 401);
      const refused = await renew();
      assert.equal(refused.status, 429);
      assert.match(refused.headers.get('retry-after')!, /^\d+$/);
      assert.equal(refused.headers.get('access-control-allow-origin'), SITE, 'the page can read why');
      assert.equal((await fetch(`${origins[0]}/auth/login`, { redirect: 'manual', headers })).status, 429);
    });

    test('while the provider does not respond, the host reports it, and signed-in users can work for a quarter of an hour', async () => {
      const { browser } = await signIn('ann');
      await provider.stop();
      time.ahead = 5 * MINUTE;
      assert.equal((await session(browser)).status, 200);
      time.ahead = 20 * MINUTE;
      assert.equal((await session(browser)).status, 503);
      time.ahead = 0;
    });
  });
}

for (const kind of DATABASE_KINDS)
  test(`expired sign-ins, and users a year after their last one, are removed on ${kind}`, async () => {
    const { settings } = await testStores(kind).newStore();
    const database = await openDatabase(settings);
    const time = { now: Date.UTC(2026, 0, 1) };
    const store = createSignInStore(database, () => time.now, createSealer('a secret'), addAuditEntry);
    const identity = {
      issuer: 'https://login.example',
      claims: { name: 'Ann' },
      refreshToken: 'r',
      idToken: undefined,
    };
    await store.add({ ...identity, subject: 'ann' }, {}, SITE, '203.0.113.1');
    const count = async (): Promise<unknown> => {
      await removeOld(database, time.now);
      const ids = (table: 'users' | 'sign_ins') => database.read.selectFrom(table).select('id').execute();
      return { users: (await ids('users')).length, signIns: (await ids('sign_ins')).length };
    };
    time.now += 11 * 60 * MINUTE;
    assert.deepEqual(await count(), { users: 1, signIns: 1 });
    time.now += 60 * MINUTE;
    assert.deepEqual(await count(), { users: 1, signIns: 0 });
    await store.add({ ...identity, subject: 'bob' }, {}, SITE, '203.0.113.1');
    time.now += 365 * 24 * 60 * MINUTE - 12 * 60 * MINUTE;
    assert.deepEqual(await count(), { users: 1, signIns: 0 });
    await database.close();
  });

for (const kind of DATABASE_KINDS)
  test(`a sign-in with a refresh token ends when the client secret changes (${kind})`, async () => {
    const { settings } = await testStores(kind).newStore();
    const database = await openDatabase(settings);
    const storeOf = (secret: string) => createSignInStore(database, Date.now, createSealer(secret), addAuditEntry);
    const identity = { issuer: 'https://login.example', subject: 'ann', claims: { name: 'Ann' }, idToken: 'i' };
    for (const [refreshToken, lastsOn] of [
      ['r', false],
      // The session lasts an hour, whatever the provider would respond.
      [undefined, true],
    ] as const) {
      const roles = { demo: 'editor' } as const;
      const { id, secret } = await storeOf('the secret').add({ ...identity, refreshToken }, roles, SITE, '203.0.113.1');
      const found = async (store: ReturnType<typeof storeOf>): Promise<unknown> =>
        Promise.all([store.find(id), store.findBySecret(secret)].map(async (each) => (await each) !== undefined));
      assert.deepEqual(await found(storeOf('the secret')), [true, true]);
      assert.deepEqual(await found(storeOf('another secret')), [lastsOn, lastsOn]);
    }
    await database.close();
  });

test('rules: claim=value:library:role; nested claims, colons in values, and addresses that are not verified', () => {
  assert.deepEqual(parseRoleRule('https://x.example/roles=a:b=c:demo:editor'), {
    ...{ claim: 'https://x.example/roles', value: 'a:b=c', library: 'demo', role: 'editor' },
  });
  for (const text of ['', 'groups', 'groups=a:demo', 'groups=a:demo:owner', '=a:demo:editor'])
    assert.equal(parseRoleRule(text), undefined, text);
  const rules = ['realm_access.roles=a:demo:editor', 'g=x:demo:viewer', 'email=a@b.example:*:admin'].map((text) =>
    parseRoleRule(text)!,
  );
  assert.deepEqual(rolesOf({ realm_access: { roles: ['a'] }, g: 'x' }, rules), { demo: 'editor' });
  assert.deepEqual(rolesOf({ email: 'a@b.example' }, rules), {});
  assert.deepEqual(rolesOf({ email: 'a@b.example', email_verified: true }, rules), { '*': 'admin' });
});

test('sealed data opens only with the same secret and purpose', () => {
  const sealer = createSealer('one secret of a client');
  const sealed = sealer.seal('a', { b: 1 });
  assert.deepEqual(sealer.open('a', sealed), { b: 1 });
  assert.equal(sealer.open('b', sealed), undefined);
  assert.equal(createSealer('another secret of one').open('a', sealed), undefined);
  assert.equal(sealer.open('a', `${sealed.slice(0, -3)}AAA`), undefined);
  assert.equal(sealer.open('a', ''), undefined);
});
