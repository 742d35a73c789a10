/** Removal of the fields that the client adds to responses, and generated names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomId } from '../../src/global/random-id';
import { stripTypename } from '../../src/utils/gateway/strip-typename';

test('fields of the client are removed at any depth; everything else and the response stay unchanged', () => {
  const answer = {
    __typename: 'Page',
    items: [{ __typename: 'Item', id: 'a', thumbnail: { __typename: 'T', at: 1 }, no: null }, null],
    ...{ next: undefined, text: '__typename', is: false },
  };
  const before = structuredClone(answer);
  assert.deepEqual(stripTypename<unknown>(answer), {
    items: [{ id: 'a', thumbnail: { at: 1 }, no: null }, null],
    ...{ next: undefined, text: '__typename', is: false },
  });
  assert.deepEqual(answer, before);
});

test('names are 32 hexadecimal digits, and unique', () => {
  const names = Array.from({ length: 1000 }, randomId);
  assert.equal(new Set(names).size, 1000);
  for (const name of names) assert.match(name, /^[0-9a-f]{32}$/);
});
