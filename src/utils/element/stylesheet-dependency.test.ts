/** The stylesheet that a component waits for (D17, E2, S2). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setLogger } from '../../global/logger';
import { StylesheetDependency } from './stylesheet-dependency';

const ROOT = {} as ShadowRoot;

function fixture(loaded: string[] = []) {
  const log: string[] = [];
  const settle: ((error?: Error) => void)[] = [];
  const stylesheet = new StylesheetDependency(() => log.push('ready'), {
    isLoaded: (url) => loaded.includes(url),
    load: (url, root) => {
      log.push(`load ${url}${root ? ' isolated' : ''}`);
      return new Promise<void>((resolve, reject) => settle.push((error) => (error ? reject(error) : resolve())));
    },
  });
  return {
    stylesheet,
    log,
    async settle(index: number, error?: Error) {
      settle[index]!(error);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('without a stylesheet there is nothing to wait for', () => {
  assert.equal(fixture().stylesheet.isReady, true);
});

test('S2: one that the page has is ready at once', () => {
  const { stylesheet, log } = fixture(['a.css']);
  stylesheet.update('a.css', null);
  assert.deepEqual([stylesheet.isReady, log], [true, []]);
});

test('D17: it is ready once it is loaded, and loaded once', async () => {
  const { stylesheet, log, settle } = fixture();
  stylesheet.update('a.css', null);
  stylesheet.update('a.css', null);
  assert.equal(stylesheet.isReady, false);
  await settle(0);
  assert.deepEqual([stylesheet.isReady, log], [true, ['load a.css', 'ready']]);
});

test('D17: one that can not be had does not keep the content, and the console says so', async () => {
  const errors: string[] = [];
  const before = setLogger({ warn() {}, error: (message) => errors.push(message) });
  const { stylesheet, settle } = fixture();
  stylesheet.update('a.css', null);
  await settle(0, new Error('Fetch failed'));
  setLogger(before);
  assert.equal(stylesheet.isReady, true);
  assert.match(errors[0]!, /stylesheet a\.css did not load \(Fetch failed\)/);
});

test('E8: only the last one counts', async () => {
  const { stylesheet, log, settle } = fixture();
  stylesheet.update('a.css', null);
  stylesheet.update('b.css', null);
  await settle(0);
  assert.deepEqual([stylesheet.isReady, log.includes('ready')], [false, false]);
  await settle(1);
  assert.equal(stylesheet.isReady, true);
});

test('E2: isolated, it is loaded into the shadow root, though the page has it; and again for the page', async () => {
  const { stylesheet, log, settle } = fixture(['a.css']);
  stylesheet.update('a.css', ROOT);
  assert.equal(stylesheet.isReady, false);
  await settle(0);
  assert.equal(stylesheet.isReady, true);
  stylesheet.update('a.css', null);
  assert.deepEqual([stylesheet.isReady, log], [true, ['load a.css isolated', 'ready']]);
});
