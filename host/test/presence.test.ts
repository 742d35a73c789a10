/** Presence in memory: timeouts, limits, and messages of other processes. */
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, test } from 'node:test';
import { createPubSub, type PubSub } from '../src/db/pub-sub.js';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { RateLimitedError } from '../src/lib/domain-error.js';
import type { Announcement, Presences } from '../src/content/presence/presence.js';
import type { Change } from '../src/content/model.js';
import { eventsOf } from '../src/graphql/resolvers/library-events.js';
import { messageOf, readMessage } from '../src/content/presence/presence-message.js';
import { createPresences, type PresencesOptions } from '../src/content/presence/presence-registry.js';
import { testStores } from './support/databases.js';
import { createManualTime, type ManualTime } from './support/manual-time.js';

const HERO = { library: 'demo', component: 'hero', version: 'responsive' };
const ANN = { id: 'token-ann', name: 'Ann' };
const BOB = { id: 'token-bob', name: 'Bob' };

const announcement = (more: Partial<Announcement> = {}): Announcement => ({
  ...{ address: HERO, editor: 'a', actor: ANN, token: (more.actor ?? ANN).id, seconds: 40 },
  ...more,
});
const person = (id: string) => ({ id, name: id });
const names = (presences: Presences, address = HERO): string[] =>
  presences.of(address).editors.map(({ name, id }) => `${name} ${id}`);

/** A test that waits in vain fails at this limit instead of delaying the others. */
const LIMIT = { timeout: 30_000 };

/** Watchers are notified in several event loop turns. */
async function waitForNotifications(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await nextTurn();
}

function started(more: Partial<PresencesOptions> = {}): {
  presences: Presences;
  time: ManualTime;
  news: PubSub;
  told: string[];
} {
  const time = createManualTime();
  const news = createPubSub();
  const presences = createPresences({
    publish: news.publish,
    subscribe: news.subscribe,
    clock: time.clock,
    schedule: time.schedule,
    ...more,
  });
  const told: string[] = [];
  presences.watch('demo', (address) => void told.push(names(presences, address).join(', ')));
  return { presences, time, news, told };
}

test('joins, renewals and leaves are notified in order, each once', async () => {
  const { presences, time, told } = started();
  presences.publishMessage(announcement());
  time.advance(1000);
  await waitForNotifications();
  presences.publishMessage(announcement({ actor: BOB }));
  await waitForNotifications();
  presences.publishMessage(announcement({ editor: 'b' }));
  presences.publishMessage(announcement());
  await waitForNotifications();
  presences.withdraw(announcement({ actor: BOB }));
  presences.withdraw(announcement({ actor: BOB }));
  await waitForNotifications();
  assert.deepEqual(told, ['Ann a', 'Ann a, Bob a', 'Ann a, Bob a, Ann b', 'Ann a, Ann b']);
  const [first, second] = presences.of(HERO).editors;
  assert.equal(first!.since, second!.since - 1000);
  assert.equal(first!.user, second!.user, 'one user in two tabs');
  assert.ok(!JSON.stringify(presences.of(HERO)).includes(ANN.id));
  assert.deepEqual(presences.inLibrary('demo'), [HERO]);
  assert.deepEqual(presences.inLibrary('other'), []);
});

test('a user without heartbeats is removed after the timeout, whatever longer timeout others have', async () => {
  const { presences, time, told } = started();
  presences.publishMessage(announcement({ actor: BOB, seconds: 300 }));
  presences.publishMessage(announcement());
  time.advance(39_999);
  presences.publishMessage(announcement({ editor: 'b' }));
  assert.deepEqual(names(presences), ['Bob a', 'Ann a', 'Ann b']);
  time.advance(1);
  assert.deepEqual(names(presences), ['Bob a', 'Ann b']);
  await waitForNotifications();
  assert.equal(told.at(-1), 'Bob a, Ann b');
  time.advance(300_000);
  await waitForNotifications();
  assert.deepEqual([names(presences), presences.inLibrary('demo'), told.at(-1)], [[], [], '']);
  presences.publishMessage(announcement());
  assert.deepEqual(names(presences), ['Ann a'], 'and may come again');
});

test('a changed name is notified', async () => {
  const { presences, told } = started();
  presences.publishMessage(announcement());
  await waitForNotifications();
  presences.publishMessage(announcement({ actor: { ...ANN, name: 'Anna' } }));
  await waitForNotifications();
  assert.deepEqual(told, ['Ann a', 'Anna a']);
});

test('the number of users is limited, and present users can always stay', () => {
  const { presences } = started({ limits: { ofUser: 2, atVersion: 2, all: 4 } });
  const other = { ...HERO, version: 'other' };
  presences.publishMessage(announcement());
  presences.publishMessage(announcement({ editor: 'b' }));
  assert.throws(() => presences.publishMessage(announcement({ editor: 'c', address: other })), RateLimitedError);
  presences.publishMessage(announcement({ actor: BOB }));
  assert.throws(() => presences.publishMessage(announcement({ actor: { id: 'c', name: 'Cleo' } })), RateLimitedError);
  presences.publishMessage(announcement({ actor: BOB, address: other }));
  assert.throws(
    () => presences.publishMessage(announcement({ actor: { id: 'c', name: 'Cleo' }, address: other })),
    RateLimitedError,
  );
  presences.publishMessage(announcement());
  presences.withdraw(announcement());
  presences.publishMessage(announcement({ actor: { id: 'c', name: 'Cleo' }, address: other }));
  assert.deepEqual(
    [names(presences), names(presences, other)],
    [
      ['Ann b', 'Bob a'],
      ['Bob a', 'Cleo a'],
    ],
  );
});

const openTabs = (presences: Presences, count: number, more: (index: number) => Partial<Announcement>): number => {
  let open = 0;
  for (let index = 0; index < count; index++) {
    try {
      presences.publishMessage(announcement({ editor: `tab-${index}`, ...more(index) }));
      open++;
    } catch (error) {
      assert.ok(error instanceof RateLimitedError);
    }
  }
  return open;
};

test('one principal cannot fill a version: it may have ten editors, and 99 other users still join', () => {
  const { presences } = started();
  assert.equal(
    openTabs(presences, 100, () => ({ actor: person('viewer') })),
    10,
  );
  const others = openTabs(presences, 200, (index) => ({ actor: person(`honest ${index}`) }));
  assert.equal(others, 99);
  // They may open it in several tabs, too.
  assert.equal(
    openTabs(presences, 5, (index) => ({ actor: person('honest 1'), editor: `more-${index}` })),
    5,
  );
});

test('one token cannot fill a version with its sessions, neither with users nor with editors', () => {
  for (const tabs of [1, 10]) {
    const { presences } = started();
    const mallory = openTabs(presences, 100 * tabs, (index) => ({
      actor: person(`session ${Math.floor(index / tabs)}`),
      token: 'one token',
    }));
    assert.equal(mallory, 50);
    const others = openTabs(presences, 100, (index) => ({ actor: person(`honest ${index % 50}`) }));
    assert.equal(others, 100, 'two tabs for each of 50 others');
  }
});

test('one principal and one token have a total limit', () => {
  const { presences } = started({ limits: { ofToken: 120 } });
  const at = (index: number) => ({ address: { ...HERO, version: `v${Math.floor(index / 10)}` } });
  assert.equal(
    openTabs(presences, 200, (index) => ({ ...at(index), actor: person('a'), token: 't' })),
    100,
  );
  assert.equal(
    openTabs(presences, 200, (index) => ({ ...at(index), actor: person('b'), token: 't' })),
    20,
  );
  assert.equal(
    openTabs(presences, 10, (index) => ({ ...at(index), actor: person('c') })),
    10,
  );
});

test('users that another process admits count toward the limit of this process', () => {
  const { presences, news } = started({ limits: { ofUser: 3, ofToken: 4, atVersion: 3, all: 5 } });
  for (let count = 0; count < 50; count++) {
    const editor = { id: `e${count}`, user: `u${count % 20}`, token: `t${count % 2}`, name: 'Eve' };
    news.publish(messageOf({ address: HERO, ...editor, since: 0, seconds: 40 }));
  }
  assert.equal(names(presences).length, 5);
});

test('users from a host of an earlier version, which names no token, count by themselves', () => {
  const { presences, news } = started();
  news.publish('presence/["demo","hero","responsive","a","u","Eve",0,40]');
  assert.deepEqual(names(presences), ['Eve a']);
});

test('a message is decoded as it was encoded; invalid messages are ignored', () => {
  const message = { address: HERO, id: 'a', user: 'u', token: 't', name: 'Ann "x"\n', since: 7, seconds: 40 };
  assert.deepEqual(readMessage(messageOf(message)), message);
  const longest = { library: '\u0101"'.repeat(75), component: '"\\'.repeat(75), version: '\u{1f600}'.repeat(75) };
  const huge = messageOf({ ...message, address: longest, id: 'a'.repeat(100), name: '\u0001\ud800'.repeat(500) });
  assert.ok(Buffer.byteLength(huge) < 8000, `${Buffer.byteLength(huge)} bytes`);
  const { news, told } = started();
  const strange = [
    '',
    '{',
    '7',
    'null',
    '[]',
    '["demo"]',
    '["a","b","c","d","e","f","7",1]',
    '["a","b","c","d","e","f",1,-1]',
    '["a","b","c","d","e","f",1,1,7]',
  ];
  for (const each of [...strange.map((text) => `presence/${text}`), 'demo', 'blob/x', undefined]) {
    assert.equal(readMessage(each), undefined, each);
    news.publish(each);
  }
  assert.deepEqual(told, []);
});

test('many concurrent changes are sent to watchers in batches, one per event loop turn', LIMIT, async () => {
  const { presences } = started();
  let told = 0;
  for (let count = 0; count < 20; count++) presences.watch('demo', () => void told++);
  for (let count = 0; count < 30; count++) {
    const address = { ...HERO, version: `v${count}` };
    presences.publishMessage(announcement({ address, actor: person(`user ${count}`) }));
  }
  let most = told;
  for (let before = told; told < 600; before = told) {
    await nextTurn();
    most = Math.max(most, told - before);
  }
  assert.ok(most <= 4, `${most} were told in one turn`);
});

test('a removed watcher, and a watcher of a closed host, get no notifications', () => {
  const { presences, news } = started();
  let heard = 0;
  presences.watch('demo', () => heard++)();
  presences.publishMessage(announcement());
  const leave = presences.watch('demo', () => heard++);
  presences.close();
  news.publish(messageOf({ address: HERO, id: 'b', user: 'u', token: 't', name: 'Eve', since: 0, seconds: 40 }));
  leave();
  assert.equal(heard, 0);
});

test('a slow reader gets the latest state of each version once, and changes in order, without a growing queue', async () => {
  const { presences } = started();
  const other = { ...HERO, version: 'other' };
  let end = (): void => {};
  async function* changes(): AsyncGenerator<Change> {
    for (const sequence of [1, 2]) {
      const rest = { library: 'demo', subject: 'demo/hero/responsive', revision: 1, at: 0 };
      yield { sequence, kind: 'version', action: 'save', ...rest };
    }
    await new Promise<void>((resolve) => (end = resolve));
  }
  presences.publishMessage(announcement());
  const events = eventsOf('demo', changes(), presences);
  const next = async (): Promise<string> => {
    const { value, done } = await events.next();
    if (done) return 'done';
    return 'editors' in value ? `${value.address.version}: ${value.editors.length}` : `change ${value.sequence}`;
  };
  assert.equal(await next(), 'responsive: 1');
  for (let count = 0; count < 200; count++) {
    presences.publishMessage(announcement({ editor: `e${count % 50}` }));
    presences.publishMessage(announcement({ address: other, editor: `e${count % 7}` }));
    presences.withdraw(announcement({ editor: `e${count % 50}` }));
  }
  await waitForNotifications();
  assert.deepEqual(
    [await next(), await next(), await next(), await next()],
    ['change 1', 'change 2', 'responsive: 1', 'other: 7'],
  );
  const waiting = next();
  presences.withdraw(announcement());
  assert.equal(await waiting, 'responsive: 0');
  const last = next();
  end();
  assert.equal(await last, 'done');
});

describe('presence on postgres', () => {
  test('hosts share presence; a later host gets it with the next heartbeat', { timeout: 30_000 }, async () => {
    const { settings } = await testStores('postgres').newStore();
    const databases = await Promise.all([openDatabase(settings), openDatabase(settings)]);
    const [a, b] = databases.map((database) => createPresences(database)) as [Presences, Presences];
    const next = (who: Presences): Promise<void> =>
      new Promise((resolve) => {
        const leave = who.watch('demo', () => {
          leave();
          resolve();
        });
      });
    const came = next(b);
    a.publishMessage(announcement());
    assert.deepEqual(names(a), ['Ann a'], 'at once where it was said');
    await came;
    assert.deepEqual(b.of(HERO), a.of(HERO));
    const late = await openDatabase(settings);
    const c = createPresences(late);
    const known = next(c);
    b.publishMessage(announcement());
    await known;
    assert.deepEqual(
      c.of(HERO).editors.map(({ name }) => name),
      ['Ann'],
    );
    const gone = Promise.all([next(a), next(b), next(c)]);
    c.withdraw(announcement());
    await gone;
    assert.deepEqual([names(a), names(b), names(c)], [[], [], []]);
    for (const presences of [a, b, c]) presences.close();
    for (const database of [...databases, late]) await database.close();
  });
});
