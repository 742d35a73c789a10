/** Delivery options: valid numbers, and invalid ones, which are ignored with a warning that names the option. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setLogger } from '../../global/logger';
import { setDeliveryOptions, warnOfOptions } from './configure-delivery';
import { deliveryOption, parseOption, parseOptions } from './delivery-options';

const NUMBERS: readonly (readonly [value: unknown, number: number])[] = [
  [0, 0], [10, 10], [0.5, 0.5], [Infinity, Infinity], ['10', 10], [' 10 ', 10], ['1e3', 1000], ['0', 0], ['Infinity', Infinity],
]; // prettier-ignore
const NO_NUMBERS: readonly unknown[] = ['', ' ', 'soon', '10s', '-1', 'NaN', '-Infinity', -1, NaN, -Infinity, null, undefined, true, [], {}, [5]]; // prettier-ignore

test('a number of at least 0 is valid, also as text', () => {
  for (const [value, number] of NUMBERS) assert.equal(parseOption(value), number, String(value));
  for (const value of NO_NUMBERS) assert.equal(parseOption(value), undefined, JSON.stringify(value));
});

test('in the head, invalid numbers and unknown options are ignored with a warning that names the value', () => {
  const warnings: string[] = [];
  const before = setLogger({ warn: (message) => warnings.push(message), error() {} });
  try {
    assert.deepEqual(parseOptions('freshness=300, timeout=10; maxAge = 5'), { freshness: 300, timeout: 10 });
    assert.deepEqual(parseOptions(''), {});
    for (const [content, options] of [
      ['timeout=', {}],
      ['timeout=soon,freshness=5', { freshness: 5 }],
      ['timout=5', {}],
    ] as const) {
      assert.deepEqual(parseOptions(content), options);
      warnOfOptions(content);
    }
    assert.deepEqual(warnings, [
      `[feaas] <meta name="feaas-delivery">: timeout must be a number from 0 on, not ''. The kit ignores it.`,
      `[feaas] <meta name="feaas-delivery">: timeout must be a number from 0 on, not 'soon'. The kit ignores it.`,
      `[feaas] <meta name="feaas-delivery">: 'timout' is no option: remove it.`,
    ]);
  } finally {
    setLogger(before);
  }
});

test('set by a page, all options apply, or an error names the value and none applies', () => {
  const before = deliveryOption('timeout');
  for (const value of NO_NUMBERS) {
    if (value === undefined) continue;
    const options = { freshness: 7, timeout: value as number };
    assert.throws(() => setDeliveryOptions(options), {
      name: 'RangeError',
      message: `configureDelivery: timeout must be a number from 0 on, not '${String(value)}'.`,
    });
    assert.deepEqual([deliveryOption('freshness'), deliveryOption('timeout')], [0, before]);
  }
  setDeliveryOptions({ timeout: Infinity });
  assert.equal(deliveryOption('timeout'), Infinity);
  setDeliveryOptions({ timeout: before });
});
