/** The reducer of a resource: each event in each state in which it can occur. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FetchFailedError, InvalidResponseError } from '../../global/errors';
import { reduce as reduceFirstVisit } from './reduce';
import { reduceRevalidation as reduce } from './reduce-revalidation';
import type { ResourceEvent } from './resource-event';
import {
  createResource,
  isDeletedError,
  isSettled,
  type CachedResource,
  type Metadata,
  type Resource,
} from './resource';
import { FORK, TEMPLATE, type ResourceType } from './resource-request';

const URL = 'https://cdn.test/components/lib/a/responsive/published.html';
const response = (text: string): CachedResource => ({ url: URL, text, headers: new Headers() });
const metadata = (over: Partial<Metadata> = {}): Metadata => ({
  url: URL,
  etag: null,
  lastModified: null,
  fetchedAt: 1,
  checkedAt: 1,
  usedAt: 1,
  deletedAt: null,
  fork: false,
  size: 3,
  hash: 'one',
  library: 'lib',
  ...over,
});
const down = new FetchFailedError({ url: URL, status: 503 });
const gone = new InvalidResponseError({ url: URL, status: 200 });

const after = (events: readonly ResourceEvent[], type: ResourceType = TEMPLATE): Resource =>
  events.reduce(reduce, createResource(URL, type));

const REQUESTED: ResourceEvent = { type: 'requested' };
const FETCHED: ResourceEvent = { type: 'fetched', response: response('one') };
const RESTORED: ResourceEvent = { type: 'restored', metadata: metadata(), response: response('one'), isFresh: false };
const CHECK: ResourceEvent = { type: 'checkStarted' };
const FAILED: ResourceEvent = { type: 'failed', error: down };
const DELETED: ResourceEvent = { type: 'deleted', error: gone };

/** Formats a resource in one line: status, text, phase, error, check, failures. */
const line = ({ status, response: shown, error, check, failures }: Resource): string =>
  [status, shown?.text ?? '-', shown?.phase ?? '-', (shown?.error ?? error)?.message ?? '-', check, failures].join(' ');

const TABLE: readonly (readonly [what: string, events: readonly ResourceEvent[], line: string, type?: ResourceType])[] =
  [
    ['nothing happened', [], 'idle - - - none 0'],
    ['the cache is asked', [{ type: 'restoring' }], 'restoring - - - none 0'],
    ['the host is asked', [REQUESTED], 'loading - - - none 0'],
    ['the host is asked where something is here', [RESTORED, REQUESTED], 'ready one - - due 0'],
    ['everybody left while it loaded', [REQUESTED, { type: 'cancelled' }], 'idle - - - none 0'],
    ['everybody left when it was here', [REQUESTED, FETCHED, { type: 'cancelled' }], 'ready one initial - done 0'],
    // S6, §4: initial, check, updated
    ['a first response', [REQUESTED, FETCHED], 'ready one initial - done 0'],
    [
      'S6: one that an HTTP cache gave',
      [REQUESTED, FETCHED, { type: 'described', metadata: metadata(), isDue: true }],
      'ready one initial - due 0',
    ],
    [
      'one that the server gave',
      [REQUESTED, FETCHED, { type: 'described', metadata: metadata(), isDue: false }],
      'ready one initial - done 0',
    ],
    ['S6: a cached one is to be checked', [{ type: 'restoring' }, RESTORED], 'ready one - - due 0'],
    [
      'within the freshness window it is not',
      [{ type: 'restored', metadata: metadata(), response: response('one'), isFresh: true }],
      'ready one - - none 0',
    ],
    ['its check runs', [RESTORED, CHECK], 'ready one check - running 0'],
    ['its check was dropped', [RESTORED, CHECK, { type: 'checkDropped' }], 'ready one check - due 0'],
    ['nothing changed', [RESTORED, CHECK, { type: 'notModified', checkedAt: 2 }], 'ready one check - done 0'],
    ['it changed', [RESTORED, CHECK, { type: 'fetched', response: response('two') }], 'ready two updated - done 0'],
    ['it came again, the same', [RESTORED, CHECK, FETCHED], 'ready one check - done 0'],
    // Stale content is better than none.
    ['the host is down on a repeat visit', [RESTORED, CHECK, FAILED], 'ready one check Fetch failed done 1'],
    ['and still is', [RESTORED, CHECK, FAILED, CHECK, FAILED], 'ready one check Fetch failed done 2'],
    [
      'it is back, nothing changed',
      [RESTORED, CHECK, FAILED, CHECK, { type: 'notModified', checkedAt: 2 }],
      'ready one check - done 0',
    ],
    ['it is back with the same text', [RESTORED, CHECK, FAILED, CHECK, FETCHED], 'ready one updated - done 0'],
    [
      'it is back with something new',
      [RESTORED, CHECK, FAILED, CHECK, { type: 'fetched', response: response('two') }],
      'ready two updated - done 0',
    ],
    ['the host is down on a first visit', [REQUESTED, FAILED], 'failed - - Fetch failed done 1'],
    ['and back', [REQUESTED, FAILED, CHECK, FETCHED], 'ready one updated - done 0'],
    ['somebody asks again by himself', [REQUESTED, FAILED, REQUESTED], 'loading - - Fetch failed done 1'],
    // S4, S5
    [
      'S5: an original that was deleted stays where it shows',
      [RESTORED, CHECK, DELETED],
      'deleted one check Response is not valid done 0',
    ],
    ['a deleted original that nobody shows', [REQUESTED, DELETED], 'deleted - - Response is not valid done 0'],
    [
      'S4: a fork that was deleted makes way',
      [RESTORED, CHECK, DELETED],
      'deleted - - Response is not valid done 0',
      FORK,
    ],
    [
      'S4: a fork that the cache knows not to be there',
      [{ type: 'restored', metadata: metadata({ deletedAt: '404' }), isFresh: false }],
      'deleted - - Fetch failed due 0',
      FORK,
    ],
    [
      'a fork that was made',
      [{ type: 'restored', metadata: metadata({ deletedAt: '404' }), isFresh: false }, CHECK, FETCHED],
      'ready one updated - done 0',
      FORK,
    ],
    [
      'an original that the cache knows to be deleted is requested',
      [{ type: 'restored', metadata: metadata({ deletedAt: 'x' }), isFresh: true }],
      'idle - - - none 0',
    ],
    // E12
    [
      'E12: content of a server is to be checked',
      [{ type: 'rendered', metadata: metadata(), isFresh: false }],
      'idle - - - due 0',
    ],
    ['E12: unless it is fresh', [{ type: 'rendered', metadata: metadata(), isFresh: true }], 'idle - - - none 0'],
    [
      'E12: nothing changed since',
      [{ type: 'rendered', metadata: metadata(), isFresh: false }, CHECK, { type: 'notModified', checkedAt: 2 }],
      'idle - - - done 0',
    ],
    [
      'E12: it changed since',
      [{ type: 'rendered', metadata: metadata(), isFresh: false }, CHECK, FETCHED],
      'ready one updated - done 0',
    ],
    [
      'E12: what is known already stays',
      [RESTORED, { type: 'rendered', metadata: metadata({ hash: '' }), isFresh: true }],
      'ready one - - due 0',
    ],
    // Other tabs
    [
      'another tab has a new text',
      [RESTORED, { type: 'changedInOtherTab', metadata: metadata({ hash: 'two' }), response: response('two') }],
      'ready two updated - done 0',
    ],
    [
      'another tab found it deleted',
      [RESTORED, { type: 'changedInOtherTab', metadata: metadata({ deletedAt: 'x' }) }],
      'deleted one check Response is not valid done 0',
    ],
    [
      'another tab reached the host again',
      [RESTORED, CHECK, FAILED, { type: 'changedInOtherTab', metadata: metadata() }],
      'ready one check - done 0',
    ],
    // Page events
    [
      'back out of the back-forward cache',
      [RESTORED, CHECK, { type: 'notModified', checkedAt: 2 }, { type: 'checkDue' }],
      'ready one check - due 0',
    ],
    ['while its check runs', [RESTORED, CHECK, { type: 'checkDue' }], 'ready one check - running 0'],
    ['everything is forgotten', [RESTORED, CHECK, { type: 'cleared' }], 'idle - - - none 0'],
  ];

for (const [what, events, expected, type] of TABLE)
  test(`${what}: ${expected}`, () => assert.equal(line(after(events, type)), expected));

/** Events that only the cache, checks and other tabs dispatch. */
const REVALIDATION: readonly ResourceEvent['type'][] = [
  'restored',
  'rendered',
  'described',
  'checkStarted',
  'checkDropped',
  'notModified',
  'changedInOtherTab',
  'checkDue',
];

for (const [what, events, expected, type] of TABLE.filter(
  ([, each]) => !each.some((event) => REVALIDATION.includes(event.type)),
))
  // prettier-ignore
  test(`on a first visit, ${what}: ${expected}`, () =>
    assert.equal(line(events.reduce(reduceFirstVisit, createResource(URL, type ?? TEMPLATE))), expected));

test('events of the cache and of checks are ignored before their module is loaded', () => {
  const resource = createResource(URL, TEMPLATE);
  assert.equal(reduceFirstVisit(resource, RESTORED), resource);
  assert.equal(reduceFirstVisit(resource, CHECK), resource);
});

test('subscribers are counted, never below zero, and stay after a clear', () => {
  const subscribed = after([{ type: 'subscribed' }, { type: 'subscribed' }, { type: 'unsubscribed' }]);
  assert.equal(subscribed.subscribers, 1);
  assert.equal(reduce(subscribed, { type: 'cleared' }).subscribers, 1);
  assert.equal(after([{ type: 'unsubscribed' }]).subscribers, 0);
});

test('a resource is never mutated', () => {
  for (const [, events, , type] of TABLE) {
    let resource = createResource(URL, type ?? TEMPLATE);
    for (const event of events) {
      const before = Object.freeze({
        ...resource,
        ...(resource.response && { response: Object.freeze(resource.response) }),
      });
      resource = reduce(before, event);
    }
  }
});

test('the metadata follows the responses of the host', () => {
  assert.equal(after([RESTORED, CHECK, { type: 'notModified', checkedAt: 9 }]).metadata!.checkedAt, 9);
  // A new body has no metadata yet, so that no check compares it with the validators of the old one.
  assert.equal(after([RESTORED, CHECK, { type: 'fetched', response: response('two') }]).metadata, undefined);
});

test('repeated failures keep the first error, so that no attempt causes a render', () => {
  const first = after([RESTORED, CHECK, FAILED]);
  const second = reduce(first, { type: 'failed', error: new FetchFailedError({ url: URL, status: 500 }) });
  assert.equal(second.response, first.response);
});

test('a response or a fork that is known to be missing needs no request', () => {
  assert.equal(isSettled(after([RESTORED])), true);
  assert.equal(isSettled(after([REQUESTED, DELETED], FORK)), true);
  assert.equal(isSettled(after([REQUESTED, DELETED])), false);
  assert.equal(isSettled(after([REQUESTED, FAILED])), false);
});

test('S4, S5: what counts as deleted', () => {
  const valid = (headers: Record<string, string>): Error =>
    new InvalidResponseError({ url: URL, status: 200, cause: new Response('', { headers }) });
  const status = (code: number): Error => new FetchFailedError({ url: URL, status: code });
  for (const vendor of ['ms', 'amz', 'goog'])
    assert.equal(isDeletedError(valid({ [`x-${vendor}-meta-versiondeletedat`]: '2026' }), TEMPLATE), true, vendor);
  assert.equal(isDeletedError(valid({ 'content-type': 'application/json' }), TEMPLATE), false);
  for (const code of [404, 410]) {
    assert.equal(isDeletedError(status(code), FORK), true);
    assert.equal(isDeletedError(status(code), TEMPLATE), false);
  }
  for (const code of [403, 500, 503]) assert.equal(isDeletedError(status(code), FORK), false);
});
