/** Signing keys of sessions: several are accepted, the first one signs, and an operator rotates them. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { createAuthenticator } from '../src/auth/authenticate.js';
import { type SessionClaims, signSession } from '../src/auth/session.js';
import type { TokenStore } from '../src/auth/token-store.js';
import { createPreviewLinkRepository } from '../src/content/preview-links/preview-link-repository.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { tokenStore } from '../src/auth/token-repository.js';
import { spawnCli, runCliInProcess, makeTemporaryFolder } from './support/cli.js';
import { testStores, DATABASE_KINDS } from './support/databases.js';

const HOUR = 3_600_000;
/** A time by which a host has read the keys again. */
const REFRESHED = 31_000;

for (const kind of DATABASE_KINDS) {
  describe(`signing keys on ${kind}`, () => {
    const time = { now: Date.UTC(2025, 1, 1) };
    const closers: (() => Promise<void>)[] = [];
    const recorded: unknown[][] = [];
    after(async () => {
      for (const close of closers) await close();
    });

    /** Two hosts on one new database. */
    async function hosts(
      prepare: (insert: (name: string, value: string) => Promise<unknown>) => Promise<unknown> = async () => {},
    ) {
      const { settings } = await testStores(kind).newStore();
      const databases = [await openDatabase(settings)];
      // The embedded database has a single process.
      databases.push(kind === 'postgres' ? await openDatabase(settings) : databases[0]!);
      closers.push(async () => {
        for (const database of new Set(databases)) await database.close();
      });
      await prepare((name, value) =>
        databases[0]!.write((transaction) => transaction.insertInto('secrets').values({ name, value }).execute()),
      );
      return databases.map((database) =>
        tokenStore(
          database,
          () => time.now,
          async (_, { action, subject, details }) => {
            recorded.push([action, subject, details]);
          },
        ),
      ) as [TokenStore, TokenStore];
    }
    const sign = async (tokens: TokenStore, more: Partial<SessionClaims> = {}): Promise<string> => {
      const claims: SessionClaims = { library: 'demo', role: 'editor', name: 'Ann', expiresAt: time.now + HOUR };
      return signSession(await tokens.signingKey(), { ...claims, ...more }, time.now);
    };
    const isAccepted = (tokens: TokenStore, session: string): Promise<boolean> =>
      createAuthenticator(
        tokens,
        () => time.now,
      )(`Bearer ${session}`).then(
        () => true,
        () => false,
      );

    test('all hosts have the same key from the beginning, created once', async () => {
      const [a, b] = await hosts();
      const keys = await Promise.all([a.signingKey(), b.signingKey(), a.signingKey(), b.signingKey()]);
      assert.deepEqual(new Set(keys.map(({ id }) => id)).size, 1);
      assert.equal(keys[0]!.secret.byteLength, 32);
      assert.deepEqual(await a.signingKeyStates(), [
        { id: keys[0]!.id, createdAt: time.now, acceptedUntil: undefined },
      ]);
    });

    test('the key of an earlier version remains the signing key', async () => {
      const secret = randomBytes(32);
      const [a] = await hosts((insert) => insert('signing key', secret.toString('base64url')));
      assert.deepEqual(Buffer.from((await a.signingKey()).secret), secret);
    });

    test('after a rotation a new key signs at once, and every host accepts both keys until the old sessions expire', async () => {
      const [a, b] = await hosts();
      const [first, earlier] = [await a.signingKey(), await sign(b)];
      time.now += HOUR / 2;
      const late = await sign(a);
      const states = await a.rotateSigningKey({ revoke: false });
      assert.equal(states.length, 2);
      assert.deepEqual(states[1], {
        ...{ id: first.id, createdAt: first.createdAt },
        acceptedUntil: time.now + HOUR + 30_000,
      });
      const fresh = await sign(a);
      assert.notEqual((await a.signingKey()).id, first.id);
      time.now += 1_000;
      for (const session of [earlier, late, fresh])
        for (const [name, host] of Object.entries({ a, b })) assert.ok(await isAccepted(host, session), name);
      // Another host signs with the new key after it has read it.
      time.now += REFRESHED;
      assert.equal((await b.signingKey()).id, (await a.signingKey()).id);
      time.now += HOUR - 2 * REFRESHED;
      assert.deepEqual([await isAccepted(a, earlier), await isAccepted(b, late)], [false, true]);
      time.now += 2 * REFRESHED;
      assert.equal((await a.signingKeyStates()).length, 1, 'nothing that it signed holds any more');
    });

    test('a rotation with revoke ends every session, on other hosts within half a minute', async () => {
      const [a, b] = await hosts((insert) => insert('signing key', randomBytes(32).toString('base64url')));
      const session = await sign(b);
      assert.ok((await isAccepted(a, session)) && (await isAccepted(b, session)));
      assert.equal((await a.rotateSigningKey({ revoke: true })).length, 1);
      const { id } = await a.signingKey();
      assert.deepEqual(recorded.at(-1), ['rotateKeys', id, { revoke: true }], 'for the audit log');
      assert.equal(await isAccepted(a, session), false);
      time.now += REFRESHED;
      assert.equal(await isAccepted(b, session), false);
      assert.ok(await isAccepted(b, await sign(a)));
    });

    test('a key that preview links need is retained for them, and its sessions are invalid', async () => {
      const { settings } = await testStores(kind).newStore();
      const database = await openDatabase(settings);
      closers.push(() => database.close());
      const clock = (): number => time.now;
      const tokens = tokenStore(database, clock, async () => {});
      const links = createPreviewLinkRepository(database, clock, tokens);
      await database.write((transaction) =>
        transaction
          .insertInto('libraries')
          .values({ id: 'demo', name: 'Demo', description: '', settings: '{}', created_at: 0, deleted_at: null })
          .execute(),
      );
      await database.write((transaction) =>
        transaction
          .insertInto('documents')
          .values({
            ...{ library: 'demo', component: 'hero', version: 'responsive', fork_origin: null, page: '', revision: 1 },
            ...{ staged: null, published: null, deleted_at: null, created_at: 0, modified_at: 0, removed: 0 },
          })
          .execute(),
      );
      const versions = [{ component: 'hero', version: 'responsive' }];
      const { token } = await links.createPreviewLink({ library: 'demo', versions, days: 2 });
      const [first] = await tokens.acceptedKeys();
      const idsOf = (keys: readonly { readonly id: string }[]): string[] => keys.map(({ id }) => id);
      for (let times = 0; times < 3; times++) {
        await tokens.rotateSigningKey({ revoke: false });
        time.now += 2 * HOUR;
      }
      // Signed with the stolen earlier key, for the current time.
      const expiresAt = time.now + HOUR / 2;
      const forged = await signSession(first!, { role: 'admin', name: 'Eve', expiresAt }, time.now);
      assert.equal(await isAccepted(tokens, forged), false);
      await tokens.rotateSigningKey({ revoke: false });
      assert.equal(await isAccepted(tokens, forged), false, 'nor after another rotation');
      assert.deepEqual(idsOf(await tokens.signingKeyStates()).includes(first!.id), false);
      assert.ok(await links.previewLinkOf(token));
      // The keys in between have no valid signatures.
      assert.equal((await tokens.allKeys()).length, 3);
      time.now += 48 * HOUR;
      await tokens.rotateSigningKey({ revoke: false });
      assert.equal(idsOf(await tokens.allKeys()).includes(first!.id), false, 'after the link the key is gone');
    });

    test('two concurrent rotations lose no key', async () => {
      const [a, b] = await hosts();
      const before = await sign(a);
      await Promise.all([a.rotateSigningKey({ revoke: false }), b.rotateSigningKey({ revoke: false })]);
      const states = await a.signingKeyStates();
      assert.equal(states.length, 3);
      time.now += REFRESHED;
      const sessions = [before, await sign(a), await sign(b)];
      for (const session of sessions) assert.ok((await isAccepted(a, session)) && (await isAccepted(b, session)));
    });

    test('an unknown key id does not make a host read the keys repeatedly', async () => {
      const [a] = await hosts();
      const known = await a.acceptedKeys();
      assert.equal(await a.acceptedKeys('nobody').then((keys) => keys.length), 1);
      for (let count = 0; count < 100; count++) assert.equal((await a.acceptedKeys('nobody'))[0], known[0]);
    });
  });
}

test('keys are rotated and listed, through the running host and without it', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const running = spawnCli(t, folder, ['start', '--site', '.', '--port', '0']);
  const url = await running.waitUntilReady();
  const [, secret] = await running.waitForOutput(/^editor token: (\S+)\n/m);
  const ask = async (token: string, query: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    return (await response.json()) as { data?: { createSession?: { token: string }; viewer?: { name: string } } };
  };
  const newSession = async () =>
    (await ask(secret!, 'mutation { createSession(library: "aurora", name: "Ann") { token } }')).data!.createSession!
      .token;
  const isAccepted = async (session: string) =>
    (await ask(session, '{ viewer { name } }')).data?.viewer?.name === 'Ann';
  const first = await newSession();
  const listed = await runCliInProcess(folder, ['keys', 'list']);
  assert.match(listed.out, /^[\w-]{12} {2}made \d{4}-\d\d-\d\d \d\d:\d\d {2}signs\n$/);
  const rotated = await runCliInProcess(folder, ['keys', 'rotate']);
  assert.match(rotated.err, /through the host that runs on/);
  assert.match(
    rotated.out,
    /^[\w-]{12} {2}made .* {2}signs\n[\w-]{12} {2}made .* {2}accepted until \d{4}-\d\d-\d\d \d\d:\d\d\n$/,
  );
  assert.ok(!/[\w-]{30}/.test(rotated.out), 'no secret is printed');
  const audited = await runCliInProcess(folder, ['audit', '--action', 'rotateKeys']);
  assert.match(audited.out, /"action":"rotateKeys",/);
  const second = await newSession();
  assert.deepEqual([await isAccepted(first), await isAccepted(second)], [true, true]);
  const header = (session: string) =>
    JSON.parse(Buffer.from(session.split('.')[0]!, 'base64url').toString()).kid as string;
  assert.deepEqual(
    [header(second), header(first)],
    [...rotated.out.matchAll(/^\S+/gm)].map(([id]) => id),
  );
  const revoked = await runCliInProcess(folder, ['keys', 'rotate', '--revoke']);
  assert.equal(revoked.out.trim().split('\n').length, 1);
  assert.deepEqual([await isAccepted(first), await isAccepted(second)], [false, false]);
  running.process.kill('SIGTERM');
  await running.exited;
  assert.equal((await runCliInProcess(folder, ['keys', 'list'])).out, revoked.out);
  for (const [args, message] of [
    [['keys', 'rotat'], /'keys' takes list, rotate, not 'rotat'; the nearest is 'rotate'\./],
    [['keys', 'list', '--revoke'], /--revoke works with 'keys rotate' only\./],
  ] as const) {
    const { code, err } = await runCliInProcess(folder, args);
    assert.equal(code, 1);
    assert.match(err, message);
  }
});
