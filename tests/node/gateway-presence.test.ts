/** Presence between browsers: users see who has a version open, heartbeats repeat, and users disappear when they leave. Real host. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createPubSub } from '../../host/src/db/pub-sub';
import { createPresences } from '../../host/src/content/presence/presence-registry';
import { type GraphQLHost, createSession, startGraphQLHost } from '../../host/test/support/graphql-host';
import { createManualTime } from '../../host/test/support/manual-time';
import { type PresentUser, createGateway, type Gateway, type GatewayOptions } from '../../src/utils/gateway';
import { recordFetch, type FetchRecorder } from '../lib/fetch-recorder';
import { fakeBrowser, type Tab } from '../lib/fake-tabs';
import { tcpProxy } from '../lib/tcp-proxy';
import { waitUntil } from '../lib/wait-until';
import { cleanUp } from '../lib/clean-up';

/** Options of a test: it fails after 30 s. */
const LIMIT = { timeout: 30_000 };
const HERO = 'demo/hero/responsive';

interface PresentTab extends FetchRecorder {
  readonly gateway: Gateway;
  readonly tab: Tab;
  /** All received lists of users. */
  readonly told: (readonly PresentUser[])[];
  /** The names in the last received list. */
  others(): string;
  leave(): void;
}

interface Options extends Partial<GatewayOptions> {
  readonly tab?: Tab;
  readonly id?: string;
}

function attend(
  t: TestContext,
  url: string,
  { tab = fakeBrowser().open(), id = HERO, ...options }: Options,
): PresentTab {
  const recorded = recordFetch(options.fetch);
  const gateway = createGateway({
    ...{ url: `${url}/graphql`, library: 'demo', tabs: tab, retryDelay: () => 0, persistedQueries: false },
    ...{ later: () => () => {}, ...options, fetch: recorded.fetch },
  });
  cleanUp(t, () => gateway.close());
  const told: (readonly PresentUser[])[] = [];
  const leave = gateway.versions.attend!(id, (others) => void told.push(others));
  const others = (): string => (told.at(-1) ?? []).map(({ name, own }) => (own ? `${name} (own)` : name)).join(', ');
  return { ...recorded, gateway, tab, told, others, leave };
}

const session = (host: GraphQLHost, name: string): Promise<string> =>
  createSession(host, { library: 'demo', role: 'editor', name });
const requestsOf = ({ requests }: PresentTab, name: string) =>
  requests.filter(({ body }) => body?.operationName === name);
/** The lifetime in seconds of each presence announcement. */
const announcedSeconds = (who: PresentTab): number[] =>
  requestsOf(who, 'AnnouncePresence').map(({ body }) => body.variables.seconds);

test('two browsers see each other, and a second tab as the same user; a closed one disappears', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const browser = fakeBrowser();
  const auth = await session(host, 'Ann');
  const ann = attend(t, host.url, { auth, tab: browser.open() });
  const bob = attend(t, host.url, { auth: await session(host, 'Bob') });
  await waitUntil(() => ann.others() === 'Bob' && bob.others() === 'Ann');
  const second = attend(t, host.url, { auth, tab: browser.open() });
  await waitUntil(() => ann.others() === 'Bob, Ann (own)' && second.others() === 'Ann (own), Bob');
  await waitUntil(() => bob.others() === 'Ann, Ann');
  assert.match(bob.told.at(-1)![0]!.since, /^\d{4}-\d\d-\d\dT.*Z$/);
  assert.deepEqual(
    [ann.openSubscriptions.size, second.openSubscriptions.size, bob.openSubscriptions.size],
    [1, 0, 1],
    'one connection per browser',
  );
  bob.leave();
  await waitUntil(() => ann.others() === 'Ann (own)' && second.others() === 'Ann (own)');
  second.gateway.close();
  await waitUntil(() => ann.others() === '');
  const { length } = ann.told;
  ann.leave();
  ann.leave();
  assert.equal(requestsOf(ann, 'WithdrawPresence').length, 1);
  assert.equal(ann.told.length, length, 'nothing is heard after leaving');
});

test('users of other versions are not reported', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const ann = attend(t, host.url, { auth: await session(host, 'Ann') });
  const bob = attend(t, host.url, { auth: await session(host, 'Bob'), id: 'demo/hero/page-7' });
  const cleo = attend(t, host.url, { auth: await session(host, 'Cleo') });
  await waitUntil(() => ann.others() === 'Cleo' && cleo.others() === 'Ann');
  assert.deepEqual(bob.told, []);
});

test(
  'presence is announced at each heartbeat, with a longer lifetime in hidden pages, and when a page becomes visible',
  LIMIT,
  async (t) => {
    const host = await startGraphQLHost(t);
    const waits: { milliseconds: number; work: () => void; isOff: boolean }[] = [];
    const later = (milliseconds: number, work: () => void) => {
      const wait = { milliseconds, work, isOff: false };
      waits.push(wait);
      return () => void (wait.isOff = true);
    };
    const ann = attend(t, host.url, { auth: host.secrets.editor, later });
    await waitUntil(() => waits.length === 1);
    waits[0]!.work();
    await waitUntil(() => waits.length === 2);
    ann.tab.hide();
    waits[1]!.work();
    await waitUntil(() => waits.length === 3);
    ann.tab.show();
    await waitUntil(() => waits.length === 4);
    assert.deepEqual(announcedSeconds(ann), [40, 40, 120, 40]);
    assert.deepEqual(new Set(waits.map(({ milliseconds }) => milliseconds)), new Set([15_000]));
    ann.leave();
    assert.equal(waits.at(-1)!.isOff, true, 'nothing is said any more');
    const quick = attend(t, host.url, { auth: host.secrets.editor, heartbeat: 1 });
    const slow = attend(t, host.url, { auth: host.secrets.editor, heartbeat: 600 });
    await waitUntil(() => announcedSeconds(quick).length === 1 && announcedSeconds(slow).length === 1);
    assert.deepEqual([announcedSeconds(quick), announcedSeconds(slow)], [[5], [300]], 'within what the host takes');
  },
);

test('a crashed browser disappears when its announcement expires', LIMIT, async (t) => {
  const time = createManualTime(Date.now());
  const news = createPubSub();
  const presences = createPresences({
    publish: news.publish,
    subscribe: news.subscribe,
    clock: time.clock,
    schedule: time.schedule,
  });
  const host = await startGraphQLHost(t, { presences });
  const waiting: (() => void)[] = [];
  const ann = attend(t, host.url, {
    auth: host.secrets.editor,
    later: (_, work) => (waiting.push(work), () => {}),
  });
  const bob = attend(t, host.url, { auth: host.secrets.publisher });
  await waitUntil(() => ann.others() === 'the publisher' && bob.others() === 'the editor' && waiting.length === 1);
  time.advance(15_000);
  waiting[0]!();
  await waitUntil(() => waiting.length === 2);
  assert.equal(ann.others(), 'the publisher');
  time.advance(25_000);
  await waitUntil(() => ann.others() === '');
});

test('a page announces that it leaves when it unloads, and announces itself when it is back', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const kept: unknown[] = [];
  const fetching: typeof fetch = (input, init) => {
    if (String(init?.body).includes('WithdrawPresence')) kept.push(init?.keepalive);
    return fetch(input, init);
  };
  const ann = attend(t, host.url, { auth: host.secrets.editor });
  const bob = attend(t, host.url, { auth: host.secrets.publisher, fetch: fetching });
  await waitUntil(() => ann.others() === 'the publisher');
  bob.tab.leave();
  assert.deepEqual(kept, [true], 'in the same turn, and kept alive');
  await waitUntil(() => ann.others() === '');
  bob.tab.show();
  await waitUntil(() => ann.others() === 'the publisher');
});

test('a response that is older than an event is ignored', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const held: { gate?: Promise<void> } = {};
  const slow: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!held.gate || !String(init?.body).includes('AnnouncePresence')) return response;
    const text = await response.text();
    await held.gate;
    return new Response(text, response);
  };
  const beats: (() => void)[] = [];
  const ann = attend(t, host.url, {
    ...{ auth: host.secrets.editor, fetch: slow },
    later: (_, work) => (beats.push(work), () => {}),
  });
  await waitUntil(() => beats.length === 1 && ann.openSubscriptions.size === 1);
  let open = (): void => {};
  held.gate = new Promise((resolve) => (open = resolve));
  beats[0]!();
  await waitUntil(() => announcedSeconds(ann).length === 2);
  await host.execute('{ viewer { name } }');
  attend(t, host.url, { auth: host.secrets.publisher });
  await waitUntil(() => ann.others() === 'the publisher');
  open();
  await waitUntil(() => beats.length === 2);
  assert.equal(ann.others(), 'the publisher');
});

test('leaving during a pending announcement removes the user; hiding sends no announcement', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const held: { gate?: Promise<void> } = {};
  const slow: typeof fetch = async (input, init) => {
    if (String(init?.body).includes('AnnouncePresence')) await held.gate;
    return fetch(input, init);
  };
  const ann = attend(t, host.url, { auth: host.secrets.editor });
  await waitUntil(() => announcedSeconds(ann).length === 1 && ann.openSubscriptions.size === 1);
  let open = (): void => {};
  held.gate = new Promise((resolve) => (open = resolve));
  const bob = attend(t, host.url, { auth: host.secrets.publisher, fetch: slow });
  bob.tab.hide();
  await waitUntil(() => announcedSeconds(bob).length === 1);
  bob.leave();
  open();
  await waitUntil(() => requestsOf(bob, 'WithdrawPresence').length === 2);
  await waitUntil(() => ann.told.length === 2);
  assert.deepEqual([ann.others(), announcedSeconds(bob).length], ['', 1]);
});

test('without a subscription the list updates at each heartbeat, without a warning', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  const deaf: typeof fetch = async (input, init) => {
    if (String(new Headers(init?.headers).get('accept')).includes('subscriptionSpec'))
      throw new TypeError('no streams');
    return fetch(input, init);
  };
  const warnings: string[] = [];
  const log = { warn: (message: string) => void warnings.push(message) };
  let beat = (): void => {};
  const ann = attend(t, host.url, {
    ...{ auth: host.secrets.editor, fetch: deaf, log, retryDelay: () => 1e9 },
    later: (_, work) => ((beat = work), () => {}),
  });
  await waitUntil(() => announcedSeconds(ann).length === 1);
  const bob = attend(t, host.url, { auth: host.secrets.publisher });
  await waitUntil(() => bob.others() === 'the editor');
  assert.equal(ann.others(), '');
  beat();
  await waitUntil(() => ann.others() === 'the publisher');
  assert.deepEqual(warnings, []);
});

test(
  'without a network the list is empty after three heartbeats, and is restored with the network',
  LIMIT,
  async (t) => {
    const host = await startGraphQLHost(t);
    let port = Number(new URL(host.url).port);
    const proxy = await tcpProxy(t, { port: () => port });
    const there = port;
    const beats: (() => void)[] = [];
    const ann = attend(t, proxy.url, {
      ...{ auth: host.secrets.editor, retryDelay: () => 20, timeout: 12 },
      later: (_, work) => (beats.push(work), () => {}),
    });
    const bob = attend(t, host.url, { auth: host.secrets.publisher });
    await waitUntil(() => ann.others() === 'the publisher' && bob.others() === 'the editor' && beats.length === 1);
    port = 1;
    proxy.cut();
    for (let failed = 1; failed <= 3; failed++) {
      assert.equal(ann.others(), 'the publisher', `word ${failed}`);
      beats.at(-1)!();
      await waitUntil(() => beats.length === failed + 1);
    }
    assert.equal(ann.others(), '');
    port = there;
    beats.at(-1)!();
    await waitUntil(() => ann.others() === 'the publisher');
  },
);

test('an unauthorized user sees nobody and sends no more requests until another user signs in', LIMIT, async (t) => {
  const host = await startGraphQLHost(t);
  let waits = 0;
  const ann = attend(t, host.url, { auth: 'feaas_wrong', later: () => (waits++, () => {}) });
  const bob = attend(t, host.url, { auth: host.secrets.publisher });
  await waitUntil(() => announcedSeconds(ann).length === 1 && announcedSeconds(bob).length === 1);
  assert.deepEqual([ann.told, waits], [[], 0]);
  ann.gateway.setAuth(host.secrets.editor);
  await waitUntil(() => ann.others() === 'the publisher' && bob.others() === 'the editor');
  await waitUntil(() => waits === 1);
});
