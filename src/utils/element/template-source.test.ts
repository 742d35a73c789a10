/** Where the template of a component comes from, and which answer counts (E4-E6, E8, S4). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CachedResource } from '../delivery/resource';
import type { Subscription } from '../delivery/component-template';
import { TEMPLATE_ATTRIBUTE, TemplateSource, type TemplateProps } from './template-source';

const FETCH = { shouldFetch: true, hasRendered: false };
const CARD: TemplateProps = { cdn: '/cdn', library: 'lib', component: 'card' };

interface Request {
  urls: readonly string[];
  subscription: Subscription;
  answer(result: string | Error): Promise<void>;
}

function fixture(attributes: Record<string, string> = {}, children = '') {
  const log: string[] = [];
  const requests: Request[] = [];
  const element = {
    className: '',
    parentElement: null,
    parentNode: null,
    firstChild: children ? {} : null,
    hasAttribute: (name: string) => name in attributes,
    getAttribute: (name: string) => attributes[name] ?? null,
    setAttribute: (name: string, value: string) => void (attributes[name] = value),
    cloneNode: () => ({ querySelectorAll: () => [], innerHTML: children }),
  } as unknown as Element;
  const source = new TemplateSource(
    element,
    {
      onRequest: () => log.push('request'),
      onIdle: () => log.push('idle'),
      onLoad: () => log.push('load'),
      onChange: () => log.push('change'),
      onError: (error, isFatal) => log.push(`${isFatal ? 'fatal' : 'error'} ${error.message}`),
      onModuleLoaded: () => log.push('module'),
    },
    (urls, subscription) =>
      new Promise((resolve, reject) =>
        requests.push({
          urls,
          subscription,
          async answer(result) {
            if (result instanceof Error) reject(result);
            else resolve({ url: urls[0]!, text: result, headers: new Headers() } as CachedResource);
            await new Promise((done) => setImmediate(done));
          },
        }),
      ),
  );
  return { source, log, requests, attributes };
}

test('a source is requested once, and its template shows when it has arrived', async () => {
  const { source, log, requests } = fixture();
  assert.equal(source.update(CARD, FETCH), true);
  assert.equal(source.update(CARD, FETCH), false);
  assert.deepEqual([source.isLoading, source.current, log], [true, undefined, ['request']]);
  assert.deepEqual(requests[0]!.urls, ['/cdn/components/lib/card/responsive/published.html']);
  await requests[0]!.answer('<p>');
  assert.deepEqual([source.isLoading, source.current, log], [false, '<p>', ['request', 'load', 'change']]);
});

test('S4: with an instance the fork is asked for first', () => {
  const { source, requests } = fixture();
  source.update({ ...CARD, instance: 'page' }, FETCH);
  assert.deepEqual(requests[0]!.urls, [
    '/cdn/components/lib/card/page/published.html',
    '/cdn/components/lib/card/responsive/published.html',
  ]);
});

test('E5: what is not to be fetched is not requested, until the source changes', () => {
  const { source, requests, log } = fixture();
  source.update(CARD, { shouldFetch: false, hasRendered: false });
  assert.deepEqual([requests.length, log], [0, ['idle']]);
  source.update({ ...CARD, component: 'other' }, { shouldFetch: false, hasRendered: false });
  assert.equal(requests.length, 1);
});

test('E8: another source ends the request of the one before, whose answer is ignored', async () => {
  const { source, requests } = fixture();
  source.update(CARD, FETCH);
  source.update({ ...CARD, component: 'other' }, FETCH);
  assert.equal(requests[0]!.subscription.isClosed, true);
  await requests[1]!.answer('<b>');
  await requests[0]!.answer('<p>');
  assert.equal(source.current, '<b>');
});

test('E8: an element that left the page subscribes to nothing, while it loads and afterwards; back again it asks again', async () => {
  const { source, requests, log } = fixture();
  source.update(CARD, FETCH);
  source.cancel();
  await requests[0]!.answer('<p>');
  assert.deepEqual([requests[0]!.subscription.isClosed, log], [true, ['request']]);
  source.update(CARD, FETCH);
  await requests[1]!.answer('<p>');
  assert.equal(requests[1]!.subscription.isClosed, false);
  source.cancel();
  assert.equal(requests[1]!.subscription.isClosed, true);
});

test('E7: a source that can not be had is an error, unless there is a template of its own', async () => {
  const failing = fixture();
  failing.source.update(CARD, FETCH);
  await failing.requests[0]!.answer(new Error('Fetch failed'));
  assert.deepEqual(failing.log, ['request', 'fatal Fetch failed']);

  const own = fixture();
  own.source.update({ ...CARD, template: '<b>' }, FETCH);
  await own.requests[0]!.answer(new Error('Fetch failed'));
  assert.deepEqual(own.log, ['request', 'error Fetch failed', 'change']);
  assert.deepEqual([own.source.current, own.source.sourceError?.message], ['<b>', 'Fetch failed']);
});

test('E6: a template attribute that changes shows; removed, the fetched one does', async () => {
  const { source, requests } = fixture();
  source.update(CARD, FETCH);
  await requests[0]!.answer('<p>');
  const rendered = { shouldFetch: true, hasRendered: true };
  assert.equal(source.update({ ...CARD, template: '<b>' }, rendered), true);
  assert.equal(source.current, '<b>');
  source.update({ ...CARD, template: null as never }, rendered);
  assert.equal(source.current, '<p>');
});

test('what is shown stays when its check fails, with the reason', async () => {
  const { source, requests } = fixture();
  source.update(CARD, FETCH);
  await requests[0]!.answer('<p>');
  source.reload();
  await requests[1]!.answer(new Error('Fetch failed'));
  assert.deepEqual([source.current, source.error?.message], ['<p>', 'Fetch failed']);
});

test('E6: without a source the children are the template, as they are', () => {
  const { source } = fixture({}, '<p>hi</p>');
  source.update({}, FETCH);
  assert.deepEqual([source.current, source.isShownAsIs, source.isOfChildren], ['<p>hi</p>', true, true]);
});

test('D16: what was rendered of children is no template where a copy is found', () => {
  const first = fixture({}, '<p data-path="a">Guest</p>');
  first.source.update({}, FETCH);
  first.source.markOutput();
  assert.equal(first.attributes[TEMPLATE_ATTRIBUTE], '<p data-path="a">Guest</p>');
  const copy = fixture(first.attributes, '<p data-path="a">Anna</p>');
  copy.source.update({}, FETCH);
  assert.deepEqual([copy.source.current, copy.source.isShownAsIs], ['<p data-path="a">Guest</p>', false]);
});

test('D16: nothing is marked on an element whose template is fetched', async () => {
  const { source, requests, attributes } = fixture();
  source.update(CARD, FETCH);
  await requests[0]!.answer('<p>');
  source.markOutput();
  assert.deepEqual(attributes, {});
});
