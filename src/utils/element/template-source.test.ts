/** The source of the template of a component, and which response counts (E4-E6, E8, S4). */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { CachedResource } from '../delivery/resource';
import { lazyModules } from '../scheduling/lazy-modules';
import * as deferred from '../deferred';
import { TEMPLATE_ATTRIBUTE } from '../template/mounted';
import { TemplateSource, type TemplateProps } from './template-source';

Object.assign(globalThis, {
  MutationObserver: class {
    observe(): void {}
  },
});

beforeEach(() => {
  lazyModules.deferred = deferred;
});

const FETCH = { shouldFetch: true, hasRendered: false };
const CARD: TemplateProps = { cdn: '/cdn', library: 'lib', component: 'card' };

interface Request {
  urls: readonly string[];
  isClosed: boolean;
  /** An empty result or an error means that there is no template. */
  answer(result: string | Error): void;
}

function fixture(attributes: Record<string, string> = {}, children = '', readyState = 'complete') {
  const log: string[] = [];
  const requests: Request[] = [];
  const element = {
    className: '',
    ownerDocument: { readyState },
    isConnected: true,
    nextSibling: null,
    children: [],
    parentElement: null,
    parentNode: null,
    firstChild: children ? {} : null,
    closest: () => null,
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
      onRecover: () => log.push('recover'),
      onModuleNeeded: () => void log.push('module'),
    },
    (requested, listener) => {
      const urls = requested.map(({ url }) => url);
      const request: Request = {
        urls,
        isClosed: false,
        answer(result) {
          if (request.isClosed) return;
          if (result instanceof Error) listener(undefined, result);
          else listener({ url: urls[0]!, text: result, headers: new Headers() } as CachedResource);
        },
      };
      requests.push(request);
      return () => (request.isClosed = true);
    },
  );
  return { source, log, requests, attributes, element };
}

test('a source is requested once, and its template is used when it has arrived', () => {
  const { source, log, requests } = fixture();
  assert.equal(source.update(CARD, FETCH), true);
  assert.equal(source.update(CARD, FETCH), false);
  assert.deepEqual([source.isLoading, source.current, log], [true, undefined, ['request']]);
  assert.deepEqual(requests[0]!.urls, ['/cdn/components/lib/card/responsive/published.html']);
  requests[0]!.answer('<p>');
  assert.deepEqual([source.isLoading, source.current, log], [false, '<p>', ['request', 'load', 'change']]);
});

test('S4: with an instance the fork is requested first', () => {
  const { source, requests } = fixture();
  source.update({ ...CARD, instance: 'page' }, FETCH);
  assert.deepEqual(requests[0]!.urls, [
    '/cdn/components/lib/card/page/published.html',
    '/cdn/components/lib/card/responsive/published.html',
  ]);
});

test('E5: with fetching disabled nothing is requested until the source changes', () => {
  const { source, requests, log } = fixture();
  source.update(CARD, { shouldFetch: false, hasRendered: false });
  assert.deepEqual([requests.length, log], [0, ['idle']]);
  source.update({ ...CARD, component: 'other' }, { shouldFetch: false, hasRendered: false });
  assert.equal(requests.length, 1);
});

test('E8: another source cancels the previous request, whose response is ignored', () => {
  const { source, requests } = fixture();
  source.update(CARD, FETCH);
  source.update({ ...CARD, component: 'other' }, FETCH);
  assert.equal(requests[0]!.isClosed, true);
  requests[1]!.answer('<b>');
  requests[0]!.answer('<p>');
  assert.equal(source.current, '<b>');
});

test('E8: a removed element has no subscription, while it loads and afterwards; when it is back, it requests again', () => {
  const { source, requests, log } = fixture();
  source.update(CARD, FETCH);
  source.cancel();
  requests[0]!.answer('<p>');
  assert.deepEqual([requests[0]!.isClosed, log], [true, ['request']]);
  source.update(CARD, FETCH);
  requests[1]!.answer('<p>');
  assert.equal(requests[1]!.isClosed, false);
  source.cancel();
  assert.equal(requests[1]!.isClosed, true);
});

test('E7: a source that fails to load is an error, unless the element has its own template', () => {
  const failing = fixture();
  failing.source.update(CARD, FETCH);
  failing.requests[0]!.answer(new Error('Fetch failed'));
  assert.deepEqual(failing.log, ['request', 'fatal Fetch failed']);

  const own = fixture();
  own.source.update({ ...CARD, template: '<b>' }, FETCH);
  own.requests[0]!.answer(new Error('Fetch failed'));
  assert.deepEqual(own.log, ['request', 'error Fetch failed', 'change']);
  assert.deepEqual([own.source.current, own.source.sourceError?.message], ['<b>', 'Fetch failed']);
});

test('E6: a changed template attribute is used; after its removal, the fetched template', () => {
  const { source, requests } = fixture();
  source.update(CARD, FETCH);
  requests[0]!.answer('<p>');
  const rendered = { shouldFetch: true, hasRendered: true };
  assert.equal(source.update({ ...CARD, template: '<b>' }, rendered), true);
  assert.equal(source.current, '<b>');
  source.update({ ...CARD, template: null as never }, rendered);
  assert.equal(source.current, '<p>');
});

test('the template stays when its check fails, with the error', () => {
  const { source, requests } = fixture();
  source.update(CARD, FETCH);
  requests[0]!.answer('<p>');
  requests[0]!.answer(new Error('Fetch failed'));
  assert.deepEqual([source.current, source.error?.message], ['<p>', 'Fetch failed']);
});

test('E6: without a source the children are the template, unchanged', () => {
  const { source } = fixture({}, '<p>hi</p>');
  source.update({}, FETCH);
  assert.deepEqual([source.current, source.isShownAsIs, source.isOfChildren], ['<p>hi</p>', true, true]);
});

test('E6, E12: children are read when the parser has finished the element', () => {
  for (const [props, children] of [
    [{}, '<p>'],
    [{}, ''],
    [{ ...CARD, lastModified: 'now' }, '<p>'],
  ] as const) {
    const { source, log, requests, element } = fixture({}, children, 'loading');
    assert.equal(source.update(props, FETCH), undefined);
    assert.deepEqual([source.current, log, requests.length], [undefined, ['module'], 0]);
    Object.assign(element, { nextSibling: {}, firstChild: {} });
    assert.equal(source.update(props, FETCH), !!(props as TemplateProps).component);
    assert.equal(source.current, children);
  }
  // A component without children does not wait for the parser.
  const { source, requests } = fixture({}, '', 'loading');
  source.update(CARD, FETCH);
  assert.equal(requests.length, 1);
});

test('D16: rendered children are not read as the template if a copy of it exists', () => {
  const first = fixture({}, '<p data-path="a">Guest</p>');
  first.source.update({}, FETCH);
  first.source.markOutput();
  assert.equal(first.attributes[TEMPLATE_ATTRIBUTE], '<p data-path="a">Guest</p>');
  const copy = fixture(first.attributes, '<p data-path="a">Anna</p>');
  copy.source.update({}, FETCH);
  assert.deepEqual([copy.source.current, copy.source.isShownAsIs], ['<p data-path="a">Guest</p>', false]);
});

test('D16: an element with a fetched template gets no marker', () => {
  const { source, requests, attributes } = fixture();
  source.update(CARD, FETCH);
  requests[0]!.answer('<p>');
  source.markOutput();
  assert.deepEqual(attributes, {});
});

test('E7: a source that failed and is available now is requested again', () => {
  const { source, log, requests } = fixture();
  source.update(CARD, FETCH);
  requests[0]!.answer(new Error('Fetch failed'));
  requests[0]!.answer('<p>');
  assert.deepEqual([source.current, log.slice(2)], [undefined, ['recover']]);
  assert.equal(source.update(CARD, FETCH), true);
  requests[1]!.answer('<p>');
  assert.equal(source.current, '<p>');
});

test('children and server-rendered content wait for the module that reads them; placeholders of a first visit do not', () => {
  delete lazyModules.deferred;
  const children = fixture({}, '<p>hi</p>');
  assert.equal(children.source.update({}, FETCH), undefined);
  const server = fixture({}, '<p>hi</p>');
  assert.equal(server.source.update({ ...CARD, lastModified: 'Wed, 01 Jan 2025 00:00:00 GMT' }, FETCH), undefined);
  assert.deepEqual([children.log, server.log, server.requests.length], [['module'], ['module'], 0]);
  lazyModules.deferred = deferred;
  children.source.update({}, FETCH);
  assert.equal(children.source.current, '<p>hi</p>');
  delete lazyModules.deferred;
  const placeholder = fixture({}, '<p>soon</p>');
  assert.equal(placeholder.source.update(CARD, FETCH), true);
  assert.equal(placeholder.requests.length, 1);
});
