import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameworkSignalOf } from './framework-signal';

const signal = Object.assign(new Error('a prerender ends'), { digest: 'HANGING_PROMISE' });

test('a signal is found in an error and in its causes', () => {
  assert.equal(frameworkSignalOf(signal), signal);
  assert.equal(frameworkSignalOf(new Error('around', { cause: new Error('it', { cause: signal }) })), signal);
  assert.equal(frameworkSignalOf(new Error('other', { cause: 'text' })), undefined);
  assert.equal(frameworkSignalOf(Object.assign(new Error('number'), { digest: 1 })), undefined);
});

test('errors with cyclic causes have no signal', () => {
  const one = new Error('one');
  const other = new Error('other', { cause: one });
  one.cause = other;
  assert.equal(frameworkSignalOf(one), undefined);
});
