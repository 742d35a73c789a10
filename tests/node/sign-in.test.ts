/** Sign-in with a window: how tokens are renewed, shared and revoked. The journey `context-sign-in` tests the window itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuthContext, SignInOffer } from '../../src/utils/frontend/auth-context';
import { SignInError } from '../../src/utils/frontend/errors';
import { SignIn, type SignInDependencies } from '../../src/utils/frontend/sign-in';
import { readSession, type SignInSession } from '../../src/utils/frontend/sign-in-window';

const HOST = 'https://content.example';
const SESSION: SignInSession = { token: 'one', name: 'Ann', expiresIn: 300, renewal: 'renewal' };

/** Waits until pending tasks have run. */
const flushTasks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const contextOf = (): AuthContext => ({ auth: null, isConnected: true }) as unknown as AuthContext;
const tokenOf = ({ auth }: AuthContext): string | undefined => (auth as { token: string } | null)?.token;

interface SignInFixture {
  readonly signIn: SignIn;
  /** Requested paths of the host, with the secret. */
  readonly asked: string[];
  /** Opened windows and dialogs. */
  readonly opened: string[];
  /** Pending timers, in seconds. */
  readonly timers: () => number[];
  /** Runs the only timer and all its consequences. */
  pass(): Promise<void>;
  /** The next response of the host: a token, a status, or no response. */
  answer: string | number | undefined;
  /** The result of the next window. */
  session: SignInSession | undefined;
  /** Whether the browser allows a window, and the dialog is accepted. */
  isActive: boolean;
  isAccepted: boolean;
}

function createSignInFixture(): SignInFixture {
  let now = 0;
  const timers = new Map<() => void, number>();
  const at: Omit<SignInFixture, 'signIn'> = {
    ...{ asked: [], opened: [], answer: undefined, session: SESSION, isActive: true, isAccepted: true },
    timers: () => [...timers.values()].map((until) => (until - now) / 1000),
    async pass() {
      const [[call, until] = []] = [...timers];
      assert.equal(timers.size, 1);
      timers.clear();
      now = until!;
      call!();
      await flushTasks();
    },
  };
  const ports: SignInDependencies = {
    async fetch(input, init) {
      const secret = new Headers(init?.headers).get('authorization')!.replace('Bearer ', '');
      assert.equal(init?.credentials, 'omit');
      at.asked.push(`${String(input).replace(HOST, '')} ${secret}`);
      if (at.answer === undefined) throw new TypeError('no connection');
      if (typeof at.answer === 'number') return new Response('{}', { status: at.answer });
      return Response.json({ token: at.answer, name: 'Ann', expiresIn: 300 });
    },
    now: () => now,
    later(call, milliseconds) {
      timers.set(call, now + milliseconds);
      return () => void timers.delete(call);
    },
    openWindow(host) {
      at.opened.push(`window of ${host}`);
      return { session: Promise.resolve(at.session), focus() {} };
    },
    async offer(_, host, open) {
      at.opened.push(`dialog of ${host}`);
      return at.isAccepted ? open() : undefined;
    },
    isUserActive: () => at.isActive,
  };
  return Object.assign(at, { signIn: new SignIn(HOST, ports) });
}

test('a click opens the window at once; without a click, and for background requests, a dialog offers it', async () => {
  const opens = async (offer: SignInOffer, isActive: boolean): Promise<string[]> => {
    const at = createSignInFixture();
    at.isActive = isActive;
    await at.signIn.request(contextOf(), offer);
    return at.opened.map((each) => each.replace(` of ${HOST}`, ''));
  };
  assert.deepEqual(await opens('window', true), ['window']);
  assert.deepEqual(await opens('window', false), ['dialog', 'window']);
  assert.deepEqual(await opens('dialog', true), ['dialog', 'window']);
  assert.deepEqual(await opens('after-click', true), ['dialog', 'window']);
  assert.deepEqual(await opens('after-click', false), []);
  assert.deepEqual(await opens('none', true), []);
});

test('closing the window or the dialog cancels the sign-in, which can be retried', async () => {
  const at = createSignInFixture();
  const context = contextOf();
  at.session = undefined;
  assert.equal(await at.signIn.request(context, 'window'), null);
  at.isAccepted = false;
  assert.equal(await at.signIn.request(context, 'dialog'), null);
  assert.deepEqual([context.auth, at.timers()], [null, []]);
  at.session = SESSION;
  await at.signIn.request(context, 'window');
  assert.deepEqual(context.auth, { token: 'one', name: 'Ann' });
});

test('contexts of a page share one window and one sign-in', async () => {
  const at = createSignInFixture();
  const [one, two, late] = [contextOf(), contextOf(), contextOf()];
  await Promise.all([at.signIn.request(one, 'window'), at.signIn.request(two, 'window')]);
  await at.signIn.request(late, 'none');
  assert.deepEqual(at.opened, [`window of ${HOST}`]);
  assert.deepEqual([one, two, late].map(tokenOf), ['one', 'one', 'one']);
  assert.deepEqual(at.asked, []);
});

test('a minute before the token expires, all contexts get the next one; a removed context gets none', async () => {
  const at = createSignInFixture();
  const [one, two] = [contextOf(), contextOf()];
  await at.signIn.request(one, 'window');
  await at.signIn.request(two, 'none');
  assert.deepEqual(at.timers(), [240]);
  at.answer = 'two';
  await at.pass();
  assert.deepEqual(at.asked, ['/auth/renew renewal']);
  assert.deepEqual([one, two].map(tokenOf), ['two', 'two']);
  Object.assign(one, { isConnected: false });
  at.answer = 'three';
  await at.pass();
  assert.deepEqual([one, two].map(tokenOf), ['two', 'three']);
  Object.assign(two, { isConnected: false });
  await at.pass();
  assert.deepEqual([at.asked.length, at.timers()], [2, []], 'nobody is there to renew it for');
  at.answer = 'four';
  const back = contextOf();
  await at.signIn.request(back, 'none');
  assert.equal(tokenOf(back), 'three');
});

test('a token that expired while the computer slept is renewed at the next use, without a window', async () => {
  const at = createSignInFixture();
  const context = contextOf();
  await at.signIn.request(context, 'window');
  at.answer = 'two';
  // The host has rejected the context's token.
  assert.deepEqual(await at.signIn.request(context, 'dialog'), { token: 'two', name: 'Ann' });
  assert.deepEqual([at.opened.length, at.asked], [1, ['/auth/renew renewal']]);
});

test('while the host does not respond, the session stays, and is renewed when it responds', async () => {
  const at = createSignInFixture();
  const context = contextOf();
  await at.signIn.request(context, 'window');
  for (const answer of [undefined, 503, 429]) {
    at.answer = answer;
    await at.pass();
    assert.deepEqual([tokenOf(context), at.timers()], ['one', [10]], `answer ${String(answer)}`);
  }
  await assert.rejects(at.signIn.request(context, 'dialog'), SignInError);
  assert.equal(at.opened.length, 1, 'no window helps');
  at.answer = 'two';
  await at.pass();
  assert.deepEqual([tokenOf(context), at.timers()], ['two', [240]]);
});

for (const status of [401, 403])
  test(`the sign-in is over (${status}): nobody is signed in, and the next use offers a window`, async () => {
    const at = createSignInFixture();
    const [context, other] = [contextOf(), contextOf()];
    await at.signIn.request(context, 'window');
    await at.signIn.request(other, 'none');
    other.auth = 'a token of the page';
    at.signIn.authChanged(other);
    at.answer = status;
    await at.pass();
    assert.deepEqual([context.auth, other.auth, at.timers()], [null, 'a token of the page', []]);
    await at.signIn.request(context, 'dialog');
    assert.deepEqual(at.opened.slice(1), [`dialog of ${HOST}`, `window of ${HOST}`]);
  });

test('auth = null signs all contexts out at the host; other values of the page do not', async () => {
  const at = createSignInFixture();
  const [one, two] = [contextOf(), contextOf()];
  await at.signIn.request(one, 'window');
  await at.signIn.request(two, 'none');
  at.answer = 200;
  two.auth = 'a token of the page';
  at.signIn.authChanged(two);
  two.auth = null;
  at.signIn.authChanged(two);
  assert.deepEqual(at.asked, [], 'that was not of the sign-in');
  one.auth = null;
  at.signIn.authChanged(one);
  await flushTasks();
  assert.deepEqual([at.asked, at.timers()], [['/auth/sign-out renewal'], []]);
  assert.equal(
    await at.signIn.request(one, 'after-click'),
    null,
    'what runs by itself does not ask who has signed out',
  );
  await at.signIn.request(one, 'dialog');
  assert.equal(at.opened.length, 3);
});

test('signing out during a token request stays in effect', async () => {
  const at = createSignInFixture();
  const context = contextOf();
  await at.signIn.request(context, 'window');
  at.answer = 'two';
  const renewed = at.pass();
  context.auth = null;
  at.signIn.authChanged(context);
  await renewed;
  assert.deepEqual([context.auth, at.timers()], [null, []]);
});

test('an incomplete or invalid session is rejected', () => {
  assert.deepEqual(readSession({ ...SESSION, more: 1 }), SESSION);
  for (const change of [{ token: '' }, { token: 'a b' }, { token: 1 }, { name: undefined }, { expiresIn: '300' }])
    assert.equal(readSession({ ...SESSION, ...change }), undefined, JSON.stringify(change));
  for (const value of [null, undefined, 'text', 1, []]) assert.equal(readSession(value), undefined);
  assert.equal(readSession({ ...SESSION, renewal: 5 })!.renewal, undefined);
});
