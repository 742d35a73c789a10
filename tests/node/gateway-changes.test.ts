/** One subscription per browser: which tab holds it, what the other tabs receive, and that no change is lost when it ends. Real host. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { type GraphQLHost, SEED_PRINCIPAL, startGraphQLHost } from '../../host/test/support/graphql-host';
import { type Change, createGateway, type Gateway, type GatewayOptions } from '../../src/utils/gateway';
import { httpResponse, tcpServer } from '../lib/tcp-server';
import { recordFetch, type FetchRecorder } from '../lib/fetch-recorder';
import { fakeBrowser, type Tab } from '../lib/fake-tabs';
import { tcpProxy } from '../lib/tcp-proxy';
import { waitUntil } from '../lib/wait-until';
import { cleanUp } from '../lib/clean-up';

/** Options of a test: it fails after 30 s. */
const LIMIT = { timeout: 30_000 };
const HERO = { library: 'demo', component: 'hero', version: 'responsive' };

interface ChangeListener extends FetchRecorder {
  readonly tab: Tab;
  readonly gateway: Gateway;
  readonly changes: Change[];
  readonly errors: Error[];
  missed: number;
  /** Received revisions. */
  heard(): number[];
  leave(): void;
}

function listen(t: TestContext, url: string, tab: Tab, options: Partial<GatewayOptions> = {}): ChangeListener {
  const recorded = recordFetch();
  const gateway = createGateway({
    ...{ url: `${url}/graphql`, library: 'demo', fetch: recorded.fetch, tabs: tab, retryDelay: () => 0 },
    ...options,
  });
  cleanUp(t, () => gateway.close());
  const listening = { ...recorded, tab, gateway, changes: [] as Change[], errors: [] as Error[], missed: 0 };
  const leave = gateway.versions.subscribe('demo', {
    change: (change) => void listening.changes.push(change),
    missed: () => void listening.missed++,
    error: (error) => void listening.errors.push(error),
  });
  return Object.assign(listening, { leave, heard: () => listening.changes.map(({ revision }) => revision) });
}

/** Opens two tabs of one browser that receive changes. */
async function twoTabs(t: TestContext, host: GraphQLHost): Promise<[ChangeListener, ChangeListener]> {
  const browser = fakeBrowser();
  const auth = host.secrets.viewer;
  const [first, second] = [1, 2].map(() => listen(t, host.url, browser.open(), { auth })) as [
    ChangeListener,
    ChangeListener,
  ];
  await waitUntil(() => first.missed === 1 && second.missed === 1);
  return [first, second];
}

async function save({ contentService }: GraphQLHost): Promise<number> {
  const [version] = await contentService.versions([HERO]);
  const { revision } = await contentService.save(HERO, `<p>${Math.random()}</p>`, {
    ...{ actor: SEED_PRINCIPAL, expected: version!.revision },
  });
  return revision;
}

const open = (...all: ChangeListener[]): number =>
  all.reduce((sum, { openSubscriptions }) => sum + openSubscriptions.size, 0);
/** All subscription requests so far. */
const subscriptionRequests = ({ requests }: ChangeListener): unknown[] =>
  requests.flatMap(({ body }) => (body?.operationName === 'LibraryChanged' ? [body.variables.after] : []));

test('three tabs share one connection, and each receives each change once, in order', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const browser = fakeBrowser();
  const auth = host.secrets.viewer;
  const tabs = [1, 2, 3].map(() => listen(t, host.url, browser.open(), { auth }));
  await waitUntil(() => tabs.every(({ missed }) => missed === 1));
  for (let count = 0; count < 5; count++) await save(host);
  await waitUntil(() => tabs.every(({ changes }) => changes.length === 5));
  for (const { heard } of tabs) assert.deepEqual(heard(), [3, 4, 5, 6, 7]);
  assert.deepEqual([open(...tabs), tabs.flatMap(subscriptionRequests)], [1, [null]]);
});

test('two subscribers of a page share the connection, and the last one closes it', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const one = listen(t, host.url, fakeBrowser().open(), { auth: host.secrets.viewer });
  const second: number[] = [];
  const leave = one.gateway.versions.subscribe('demo', { change: ({ revision }) => void second.push(revision) });
  await waitUntil(() => one.missed === 1);
  await save(host);
  await waitUntil(() => second.length === 1 && one.changes.length === 1);
  one.leave();
  assert.equal(open(one), 1);
  await save(host);
  await waitUntil(() => second.length === 2);
  assert.deepEqual(one.heard(), [3]);
  leave();
  await waitUntil(() => open(one) === 0);
  assert.equal(subscriptionRequests(one).length, 1);
});

test(
  'whoever joins later may have missed something: in the page, and in another tab, before and after a change',
  LIMIT,
  async (t) => {
    const host = await startGraphQLHost(t);
    const browser = fakeBrowser();
    const auth = host.secrets.viewer;
    const one = listen(t, host.url, browser.open(), { auth });
    await waitUntil(() => one.missed === 1);
    for (const isChanged of [false, true]) {
      if (isChanged) {
        await save(host);
        await waitUntil(() => one.changes.length === 1);
      }
      let missed = 0;
      one.gateway.versions.subscribe('demo', { change() {}, missed: () => void missed++ });
      const other = listen(t, host.url, browser.open(), { auth });
      await waitUntil(() => missed > 0 && other.missed > 0);
      assert.equal(open(one, other), 1);
    }
  },
);

test('another tab takes over when the leader closes: no change is lost or repeated', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const browser = fakeBrowser();
  const auth = host.secrets.viewer;
  const first = listen(t, host.url, browser.open(), { auth });
  const second = listen(t, host.url, browser.open(), { auth });
  await waitUntil(() => first.missed === 1 && second.missed === 1);
  await save(host);
  await waitUntil(() => second.changes.length === 1);
  first.gateway.close();
  await save(host);
  await waitUntil(() => second.changes.length === 2);
  await save(host);
  await waitUntil(() => second.changes.length === 3);
  assert.deepEqual(second.heard(), [3, 4, 5]);
  assert.deepEqual([open(first), open(second), subscriptionRequests(second)], [0, 1, [second.changes[0]!.sequence]]);
});

test('the connection is closed in hidden tabs; a visible one resumes after the last change', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const [first, second] = await twoTabs(t, host);
  await save(host);
  await waitUntil(() => second.changes.length === 1);
  first.tab.hide();
  await waitUntil(() => open(second) === 1);
  assert.equal(open(first), 0, 'a tab that is seen leads');
  await save(host);
  await waitUntil(() => first.changes.length === 2);
  second.tab.hide();
  await waitUntil(() => open(first, second) === 0);
  await save(host);
  await save(host);
  assert.deepEqual(
    [first.heard(), second.heard()],
    [
      [3, 4],
      [3, 4],
    ],
  );
  first.tab.show();
  await waitUntil(() => first.changes.length === 4 && second.changes.length === 4);
  assert.deepEqual(first.heard(), [3, 4, 5, 6]);
  assert.deepEqual(second.heard(), [3, 4, 5, 6]);
  second.tab.show();
  await save(host);
  await waitUntil(() => first.changes.length === 5 && second.changes.length === 5);
  assert.deepEqual([open(first), open(second)], [1, 0]);
});

test(
  'what came after is not known since the host was restored: all begin anew, and are told that they may have missed some',
  LIMIT,
  async (t) => {
    const host = await startGraphQLHost(t);
    const [first, second] = await twoTabs(t, host);
    await save(host);
    await waitUntil(() => first.changes.length === 1 && second.changes.length === 1);
    for (const { tab } of [first, second]) tab.hide();
    await waitUntil(() => open(first, second) === 0);
    // Delete the change, like a restored backup of the host.
    await host.database.write(async (transaction) => {
      await transaction.deleteFrom('changes').execute();
      await transaction.updateTable('sequences').set({ last: 0 }).execute();
    });
    for (const { tab } of [first, second]) tab.show();
    await waitUntil(() => first.missed === 2 && second.missed === 2);
    await save(host);
    await waitUntil(() => first.changes.length === 2 && second.changes.length === 2);
    assert.deepEqual([first.errors, second.errors], [[], []]);
  },
);

test('a tab that was suspended receives the missed changes from the leader', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const browser = fakeBrowser();
  const auth = host.secrets.viewer;
  const leader = listen(t, host.url, browser.open(), { auth });
  // A page in the back-forward cache receives nothing.
  let away = false;
  const tab = browser.open();
  const deaf: Tab = {
    ...tab,
    channel: (name, hear) => tab.channel(name, (message) => (away ? undefined : hear(message))),
  };
  const other = listen(t, host.url, deaf, { auth });
  await waitUntil(() => leader.missed === 1 && other.missed === 1);
  await save(host);
  await waitUntil(() => other.changes.length === 1);
  deaf.hide();
  away = true;
  await save(host);
  await save(host);
  await waitUntil(() => leader.changes.length === 3);
  assert.equal(other.changes.length, 1);
  away = false;
  deaf.show();
  await waitUntil(() => other.changes.length === 3);
  assert.deepEqual(other.heard(), [3, 4, 5]);
  assert.deepEqual(leader.heard(), [3, 4, 5]);
  assert.equal(open(leader, other), 1);
});

test('a tab that opened later takes over from the leader without a gap', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const browser = fakeBrowser();
  const auth = host.secrets.viewer;
  const leader = listen(t, host.url, browser.open(), { auth });
  await waitUntil(() => leader.missed === 1);
  await save(host);
  await waitUntil(() => leader.changes.length === 1);
  const late = listen(t, host.url, browser.open(), { auth });
  await new Promise((resolve) => setImmediate(resolve));
  leader.gateway.close();
  await save(host);
  await waitUntil(() => late.changes.length === 1);
  assert.deepEqual([late.heard(), late.missed, subscriptionRequests(late)], [[4], 1, [leader.changes[0]!.sequence]]);
});

test('a lost connection is reopened and resumes after the last change', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const proxy = await tcpProxy(t, { port: () => Number(new URL(host.url).port) });
  const one = listen(t, proxy.url, fakeBrowser().open(), { auth: host.secrets.viewer });
  await waitUntil(() => one.missed === 1);
  await save(host);
  await waitUntil(() => one.changes.length === 1);
  for (let cut = 0; cut < 5; cut++) {
    proxy.cut();
    await save(host);
    await waitUntil(() => one.changes.length === cut + 2);
  }
  assert.deepEqual(one.heard(), [3, 4, 5, 6, 7, 8]);
  assert.deepEqual([one.errors, one.missed], [[], 1]);
});

test('a connection that is lost before the first change reports that changes may be missed', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const proxy = await tcpProxy(t, { port: () => Number(new URL(host.url).port) });
  const one = listen(t, proxy.url, fakeBrowser().open(), { auth: host.secrets.viewer });
  await waitUntil(() => one.missed === 1);
  proxy.cut();
  await waitUntil(() => one.missed === 2);
});

test('a connection without heartbeats counts as lost', LIMIT, async (t) => {
  const head =
    'HTTP/1.1 200 OK\r\ncontent-type: multipart/mixed; boundary="graphql"\r\ntransfer-encoding: chunked\r\n\r\n';
  const part = '\r\n--graphql\r\nContent-Type: application/json\r\n\r\n{}\r\n--graphql';
  const piece = `${part.length.toString(16)}\r\n${part}\r\n`;
  const server = await tcpServer(t, (socket) => socket.write(head + piece));
  const url = server.url.replace('/graphql', '');
  const one = listen(t, url, fakeBrowser().open(), { timeout: 0.1 });
  await waitUntil(() => server.requests.length >= 3);
  assert.deepEqual(one.errors, []);
});

test('an unauthorized tab gets an error and hands over the lead; a new token resumes', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const browser = fakeBrowser();
  const stranger = listen(t, host.url, browser.open(), { auth: 'feaas_wrong' });
  await waitUntil(() => stranger.errors.length === 1);
  assert.equal(stranger.errors[0]?.name, 'UnauthenticatedError');
  assert.equal(subscriptionRequests(stranger).length, 1, 'refused is refused');
  const viewer = listen(t, host.url, browser.open(), { auth: host.secrets.viewer });
  await waitUntil(() => viewer.missed === 1);
  await save(host);
  await waitUntil(() => viewer.changes.length === 1 && stranger.changes.length === 1);
  viewer.gateway.close();
  assert.equal(open(stranger), 0);
  stranger.gateway.setAuth(host.secrets.viewer);
  await save(host);
  await waitUntil(() => stranger.changes.length === 2);
  assert.deepEqual([stranger.heard(), stranger.errors.length], [[3, 4], 1]);
});

test('a subscription with an expired token asks the page for a new one', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const one = listen(t, host.url, fakeBrowser().open(), {
    auth: 'feaas_over',
    requestAuth: async () => host.secrets.viewer,
  });
  await waitUntil(() => one.missed === 1);
  assert.deepEqual(one.errors, []);
});

test('messages of another version of the kit are ignored', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const browser = fakeBrowser();
  const one = listen(t, host.url, browser.open(), { auth: host.secrets.viewer });
  await waitUntil(() => one.missed === 1);
  const channel = browser.open().channel(`feaas-changes ${host.url}/graphql demo`, () => {});
  for (const message of [
    null,
    7,
    {},
    { type: 'change' },
    { type: 'change', change: null },
    { type: 'at' },
    { type: 'x' },
  ]) {
    channel.post(message);
  }
  await save(host);
  await waitUntil(() => one.changes.length === 1);
  assert.deepEqual(one.heard(), [3]);
});

test('a server without subscriptions causes an error, not a retry loop', LIMIT, async (t) => {
  const server = await tcpServer(t, (socket) => socket.write(httpResponse(404, 'no')));
  const one = listen(t, server.url.replace('/graphql', ''), fakeBrowser().open());
  await waitUntil(() => one.errors.length === 1);
  assert.equal(one.errors[0]?.message, 'Response not successful: Received status code 404');
  assert.equal(server.requests.length, 1);
});
