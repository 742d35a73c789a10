/** Authorization headers: tokens are refreshed without a page reload, and a rejected request asks for a new token once. Real host. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { type GraphQLHost, startGraphQLHost } from '../../host/test/support/graphql-host';
import {
  type Auth,
  type AuthTrigger,
  createGateway,
  type Gateway,
  type GatewayOptions,
  UnauthenticatedError,
} from '../../src/utils/gateway';
import { recordFetch, type FetchRecorder } from '../lib/fetch-recorder';
import { waitUntil } from '../lib/wait-until';
import { cleanUp } from '../lib/clean-up';

/** Options of a test: it fails after 30 s. */
const LIMIT = { timeout: 30_000 };
const HERO = 'demo/hero/responsive';

interface Visit extends FetchRecorder {
  readonly host: GraphQLHost;
  readonly gateway: Gateway;
  readonly warnings: unknown[][];
  /** Reasons of the requests to the page for a token. */
  readonly reasons: UnauthenticatedError[];
  /** The next answers of the page; the last one repeats. */
  answers: (Auth | null | Error | Promise<Auth | null>)[];
  /** The Authorization header of each request. */
  sent(): (string | null)[];
}

async function visit(t: TestContext, options: Partial<GatewayOptions> = {}, asks = true): Promise<Visit> {
  const host = await startGraphQLHost(t);
  const recorded = recordFetch();
  const reasons: UnauthenticatedError[] = [];
  const warnings: unknown[][] = [];
  const state = { answers: [null] } as Pick<Visit, 'answers'>;
  const requestAuth = async (reason: UnauthenticatedError): Promise<Auth | null> => {
    reasons.push(reason);
    const answer = state.answers.length > 1 ? state.answers.shift()! : state.answers[0]!;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const gateway = createGateway({
    ...{ url: `${host.url}/graphql`, library: 'demo', persistedQueries: false, fetch: recorded.fetch },
    ...(asks ? { requestAuth } : {}),
    log: { warn: (...line) => void warnings.push(line) },
    ...options,
  });
  cleanUp(t, () => gateway.close());
  const sent = () => recorded.requests.map(({ headers }) => headers.get('authorization'));
  return Object.assign(state, { ...recorded, host, gateway, reasons, warnings, sent });
}

const history = ({ gateway }: Visit): Promise<unknown> => gateway.versions.history(HERO);

test('auth is a token, an object with a token, or null; it becomes the Authorization header', LIMIT, async (t) => {
  const at = await visit(t);
  const { viewer } = at.host.secrets;
  for (const auth of [viewer, { token: viewer }]) {
    at.gateway.setAuth(auth);
    await history(at);
  }
  at.gateway.setAuth(null);
  await at.gateway.versions.find([HERO]);
  assert.deepEqual(at.sent(), [`Bearer ${viewer}`, `Bearer ${viewer}`, null]);
  assert.equal(at.reasons.length, 0);
  for (const wrong of [{}, { token: 7 }, 'two words', { token: 'line\nbreak' }]) {
    assert.throws(() => at.gateway.setAuth(wrong as never), TypeError, JSON.stringify(wrong));
    assert.throws(() => createGateway({ url: '/x', library: 'demo', auth: wrong as never }), TypeError);
  }
});

test('the next request sends a new token', LIMIT, async (t) => {
  const at = await visit(t, { auth: 'feaas_old' });
  const { viewer, editor } = at.host.secrets;
  for (const auth of [viewer, editor]) {
    at.gateway.setAuth(auth);
    await history(at);
  }
  assert.deepEqual(at.sent(), [`Bearer ${viewer}`, `Bearer ${editor}`]);
});

test('a 401 response asks for a new token once and repeats the request, also a batch or a write', LIMIT, async (t) => {
  for (const batch of [false, true]) {
    const at = await visit(t, { auth: 'feaas_wrong', batch });
    const { publisher } = at.host.secrets;
    at.answers = [publisher];
    await history(at);
    assert.deepEqual(at.sent(), ['Bearer feaas_wrong', `Bearer ${publisher}`]);
    const [reason] = at.reasons;
    assert.ok(reason instanceof UnauthenticatedError);
    assert.deepEqual([reason.status, reason.code], [401, 'UNAUTHENTICATED']);
    at.gateway.setAuth('feaas_wrong_again');
    const saved = await at.gateway.versions.save(HERO, '<p>3</p>', { expectedRevision: 2 });
    assert.deepEqual([saved.revision, at.reasons.length], [3, 2]);
    const keys = at.requests.flatMap(({ body }) => body.variables?.idempotencyKey ?? []);
    assert.deepEqual([keys.length, new Set(keys).size], [2, 1], 'the same write');
  }
});

test('the request for a token tells whether a button was pressed since the last one', LIMIT, async (t) => {
  const triggers: AuthTrigger[] = [];
  const requestAuth = async (_: UnauthenticatedError, trigger: AuthTrigger): Promise<null> => {
    triggers.push(trigger);
    return null;
  };
  const at = await visit(t, { auth: 'feaas_wrong', requestAuth }, false);
  const refused = (): Promise<void> => assert.rejects(history(at), UnauthenticatedError);
  await refused();
  at.gateway.askAgain();
  await refused();
  // The purpose of the button is fulfilled.
  at.gateway.askAgain();
  at.gateway.setAuth(at.host.secrets.viewer);
  await history(at);
  at.gateway.setAuth('feaas_wrong_again');
  await refused();
  assert.deepEqual(triggers, ['operation', 'button', 'operation']);
});

test(
  'what nobody waits for asks in the background: no dialog comes, and the next operation asks again',
  LIMIT,
  async (t) => {
    const asked: { trigger: AuthTrigger; answer: (auth: Auth | null) => void }[] = [];
    const requestAuth = (_: UnauthenticatedError, trigger: AuthTrigger): Promise<Auth | null> =>
      new Promise((resolve) => void asked.push({ trigger, answer: resolve }));
    const at = await visit(t, { auth: 'feaas_wrong', requestAuth }, false);
    const triggers = (): AuthTrigger[] => asked.map(({ trigger }) => trigger);
    const refuse = (): void => asked.forEach(({ answer }) => answer(null));
    // One operation for presence and one for changes.
    cleanUp(
      t,
      at.gateway.versions.attend!(HERO, () => {}),
    );
    await waitUntil(() => asked.length > 0 && at.host.responses.length >= 2);
    for (let more = 0; more < 2; more++) {
      refuse();
      await at.host.execute('{ viewer { name } }');
    }
    assert.deepEqual([...new Set(triggers())], ['background']);
    const before = asked.length;
    cleanUp(
      t,
      at.gateway.versions.attend!(HERO, () => {}),
    );
    await waitUntil(() => asked.length > before);
    // If pressed now, it waits for the pending answer, and then asks again.
    at.gateway.askAgain();
    const refused = at.host.responses.length;
    const saved = at.gateway.versions.save(HERO, '<p>3</p>', { expectedRevision: 2 });
    await waitUntil(() => at.host.responses.length > refused);
    refuse();
    await waitUntil(() => triggers().at(-1) !== 'background');
    assert.equal(triggers().at(-1), 'button');
    asked.at(-1)!.answer(at.host.secrets.publisher);
    assert.equal((await saved).revision, 3);
  },
);

test('concurrent 401 responses ask for a token once', LIMIT, async (t) => {
  const at = await visit(t, { auth: 'feaas_wrong' });
  let answer = (_auth: Auth): void => {};
  at.answers = [new Promise<Auth>((resolve) => (answer = resolve))];
  const all = Promise.all([1, 2, 3, 4, 5].map((first) => at.gateway.versions.history(HERO, { first })));
  // All five requests are rejected. After two more round trips, no request is pending.
  await waitUntil(() => at.host.responses.length >= 5);
  for (let more = 0; more < 2; more++) await at.host.execute('{ viewer { name } }');
  answer(at.host.secrets.viewer);
  assert.deepEqual(
    (await all).map(({ items }) => items.length),
    [1, 2, 2, 2, 2],
  );
  assert.equal(at.reasons.length, 1);
  assert.equal(at.requests.length, 10);
});

test('a token that expires while the page is open is renewed, each time', LIMIT, async (t) => {
  const at = await visit(t);
  const { contentService } = at.host;
  const role = { name: 'short', library: 'demo', role: 'viewer', expiresAt: undefined } as const;
  const tokens = [
    await contentService.createToken(role),
    await contentService.createToken(role),
    await contentService.createToken(role),
  ];
  at.gateway.setAuth(tokens[0]!.secret);
  at.answers = [tokens[1]!.secret, tokens[2]!.secret];
  await history(at);
  for (const { id } of tokens.slice(0, 2)) {
    await contentService.revokeToken(id);
    await history(at);
  }
  assert.equal(at.reasons.length, 2);
});

test('an UNAUTHENTICATED error with status 200 also asks for a token', LIMIT, async (t) => {
  const at = await visit(t);
  at.answers = [at.host.secrets.viewer];
  await history(at);
  assert.deepEqual([at.reasons.length, at.reasons[0]?.status], [1, 200]);
});

for (const [what, answers, warns] of [
  ['no token', [null], 0],
  ['the same token', ['feaas_wrong'], 0],
  ['another wrong token', ['feaas_other'], 0],
  ['a failure', [new Error('the dialog was closed')], 1],
  ['what is no token', ['no token'], 1],
] as const) {
  test(
    `the page answers with ${what}: the refusal is told, and it is asked once until it sets another`,
    LIMIT,
    async (t) => {
      const at = await visit(t, { auth: 'feaas_wrong' });
      at.answers = [...answers];
      for (let round = 0; round < 3; round++) {
        await assert.rejects(history(at), (error) => error instanceof UnauthenticatedError && error.status === 401);
      }
      assert.equal(at.reasons.length, 1);
      assert.equal(at.warnings.length, warns);
      at.gateway.setAuth('feaas_third');
      at.answers = [at.host.secrets.viewer];
      await history(at);
      assert.equal(at.reasons.length, 2);
    },
  );
}

test('a token that the page sets during the request for one is used', LIMIT, async (t) => {
  const at = await visit(t, { auth: 'feaas_wrong' });
  let answer = (_auth: Auth | null): void => {};
  at.answers = [new Promise<Auth | null>((resolve) => (answer = resolve))];
  const read = history(at);
  await waitUntil(() => at.reasons.length !== 0);
  at.gateway.setAuth(at.host.secrets.viewer);
  answer(null);
  await read;
  assert.equal(at.sent().at(-1), `Bearer ${at.host.secrets.viewer}`);
});

test('without a handler that provides tokens, a request fails with UnauthenticatedError', LIMIT, async (t) => {
  const at = await visit(t, { auth: 'feaas_wrong' }, false);
  await assert.rejects(history(at), UnauthenticatedError);
  assert.equal(at.requests.length, 1);
});

test('signing out clears the cache', LIMIT, async (t) => {
  const at = await visit(t);
  at.gateway.setAuth(at.host.secrets.viewer);
  await at.gateway.versions.find([HERO]);
  const kept = (): string => JSON.stringify(at.gateway.client.cache.extract());
  assert.match(kept(), /a draft/);
  at.gateway.setAuth(null);
  assert.doesNotMatch(kept(), /a draft/);
});
