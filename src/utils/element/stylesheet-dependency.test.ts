/** The stylesheet that a component waits for (D17, E2, S2). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setLogger } from '../../global/logger';
import { STYLESHEET, type ResourceRequest } from '../delivery/resource-request';
import { StylesheetDependency } from './stylesheet-dependency';

const ROOT = {} as ShadowRoot;
const request = (url: string): ResourceRequest => ({ url, type: STYLESHEET });

function fixture(loaded: string[] = []) {
  const log: string[] = [];
  const listeners: ((error?: Error) => void)[] = [];
  const stylesheet = new StylesheetDependency(() => log.push('ready'), {
    isLoaded: (url) => loaded.includes(url),
    subscribe: ({ url }, root, listener) => {
      const what = `${url}${root ? ' isolated' : ''}`;
      log.push(`load ${what}`);
      listeners.push(listener);
      return (isReplaced) => void log.push(`${isReplaced ? 'replace' : 'leave'} ${what}`);
    },
  });
  return { stylesheet, log, settle: (index: number, error?: Error): void => listeners[index]!(error) };
}

/** A fixture with an applied stylesheet and rendered content. */
function shownFixture() {
  const { stylesheet, log, settle } = fixture();
  stylesheet.update(request('a.css'), null);
  settle(0);
  stylesheet.onShown();
  log.length = 0;
  return { stylesheet, settle, since: (): string[] => log.splice(0) };
}

test('without a stylesheet there is nothing to wait for', () => {
  assert.equal(fixture().stylesheet.isReady, true);
});

test('S2: a stylesheet that the page has is ready at once', () => {
  const { stylesheet, log } = fixture(['a.css']);
  stylesheet.update(request('a.css'), null);
  assert.deepEqual([stylesheet.isReady, log], [true, ['load a.css']]);
});

test('D17: a stylesheet is ready when it is loaded, and is loaded once', () => {
  const { stylesheet, log, settle } = fixture();
  stylesheet.update(request('a.css'), null);
  stylesheet.update(request('a.css'), null);
  assert.equal(stylesheet.isReady, false);
  settle(0);
  assert.deepEqual([stylesheet.isReady, log], [true, ['load a.css', 'ready']]);
});

test('D17: a stylesheet that fails to load does not delay the content, and is reported in the console', () => {
  const errors: string[] = [];
  const before = setLogger({ warn() {}, error: (message) => errors.push(message) });
  const { stylesheet, settle } = fixture();
  stylesheet.update(request('a.css'), null);
  settle(0, new Error('Fetch failed'));
  setLogger(before);
  assert.equal(stylesheet.isReady, true);
  assert.match(errors[0]!, /stylesheet a\.css did not load \(Fetch failed\)/);
});

test('E8: only the last stylesheet counts, and the previous one is released', () => {
  const { stylesheet, log, settle } = fixture();
  stylesheet.update(request('a.css'), null);
  stylesheet.update(request('b.css'), null);
  assert.deepEqual([stylesheet.isReady, log], [false, ['load a.css', 'load b.css', 'replace a.css']]);
  settle(1);
  assert.equal(stylesheet.isReady, true);
});

test('S2: an applied stylesheet is replaced when the next one is ready and its content is rendered', () => {
  const { stylesheet, since, settle } = shownFixture();
  stylesheet.update(request('b.css'), null);
  stylesheet.onShown();
  // A response for the previous stylesheet.
  settle(0);
  assert.deepEqual(since(), ['load b.css']);
  settle(1);
  assert.deepEqual(since(), ['ready']);
  stylesheet.onShown();
  assert.deepEqual(since(), ['replace a.css']);
  // A stylesheet that was ready but not used is removed at once. Rendered content keeps its stylesheet.
  stylesheet.update(request('c.css'), null);
  settle(2);
  stylesheet.update(request('d.css'), null);
  settle(2);
  assert.deepEqual(since(), ['load c.css', 'ready', 'load d.css', 'replace c.css']);
  stylesheet.release();
  assert.deepEqual(since(), ['leave d.css', 'leave b.css']);
});

test('S2: a stylesheet that fails to load replaces none until it is loaded', () => {
  const before = setLogger({ warn() {}, error() {} });
  const { stylesheet, since, settle } = shownFixture();
  stylesheet.update(request('b.css'), null);
  settle(1, new Error('status 503'));
  stylesheet.onShown();
  assert.deepEqual([stylesheet.isReady, since()], [true, ['load b.css', 'ready']]);
  settle(1);
  assert.deepEqual(since(), ['replace a.css']);
  // A stylesheet that was never applied is not kept until the next one is ready.
  stylesheet.update(request('c.css'), null);
  settle(2, new Error('status 503'));
  stylesheet.onShown();
  stylesheet.update(request('d.css'), null);
  assert.deepEqual(since(), ['load c.css', 'ready', 'load d.css', 'replace c.css']);
  settle(3);
  stylesheet.onShown();
  assert.deepEqual(since(), ['ready', 'replace b.css']);
  setLogger(before);
});

test('E2: changes of the same stylesheet in the page do not affect a shadow root', () => {
  const { stylesheet, log, settle } = fixture();
  stylesheet.update(request('a.css'), null);
  settle(0);
  stylesheet.onShown();
  stylesheet.update(request('a.css'), ROOT);
  settle(0);
  assert.equal(stylesheet.isReady, false);
  settle(1);
  assert.equal(stylesheet.isReady, true);
  stylesheet.onShown();
  assert.deepEqual(log, ['load a.css', 'ready', 'load a.css isolated', 'ready', 'replace a.css']);
});

test('E8: a removed element releases its stylesheet; when it is back, it requests it again', () => {
  const { stylesheet, log } = fixture();
  stylesheet.update(request('a.css'), null);
  stylesheet.release();
  assert.deepEqual(log, ['load a.css', 'leave a.css']);
  stylesheet.update(request('a.css'), null);
  assert.deepEqual(log.slice(2), ['load a.css']);
});

test('changed rules or a later failure do not affect rendered content', () => {
  const { stylesheet, log, settle } = fixture();
  stylesheet.update(request('a.css'), null);
  settle(0);
  settle(0);
  settle(0, new Error('Fetch failed'));
  assert.deepEqual(log, ['load a.css', 'ready']);
});

test('E2: an isolated component loads it into the shadow root, although the page has it; and later for the page', () => {
  const { stylesheet, log, settle } = fixture(['a.css']);
  stylesheet.update(request('a.css'), ROOT);
  assert.equal(stylesheet.isReady, false);
  settle(0);
  assert.equal(stylesheet.isReady, true);
  stylesheet.update(request('a.css'), null);
  assert.equal(stylesheet.isReady, true);
  stylesheet.onShown();
  assert.deepEqual(log, ['load a.css isolated', 'ready', 'load a.css', 'replace a.css isolated']);
});
