/** Data for components of the compatibility package, which sets it as properties in the page (D13). */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const { getMergedComponentProperties } = createRequire(import.meta.url)('feaas-kit-compat') as {
  getMergedComponentProperties(props: object): { attributes: object; properties: object };
};

test('D13: fields of data can not become code, HTML or styles; properties of the page can', () => {
  const hostile = {
    ...{ onclick: 'x', onClick: 'x', ' onload': ['x'], style: 'x', className: 'x', slot: 'x', 'data-external-id': 'x' },
    ...{ dangerouslySetInnerHTML: { __html: 'x' }, innerHTML: 'x', srcDoc: 'x', key: 'x', ref: 'x' },
    ...{ href: 'java\nscript:alert(1)', src: ['\u0001JavaScript:alert(1)'], formAction: '\u200bjavascript:alert(1)' },
  };
  const fine = { title: 'T', href: '/a', onSale: true, onboarding: { steps: 1 }, list: [1, 'a'], link: { href: '/b' } };
  const datasources = { shop: { ...hostile, ...fine } };
  const find = (props: object): { attributes: object; properties: object } =>
    getMergedComponentProperties({ componentName: 'nobody', ...props });
  const { attributes, properties } = find({ datasources });
  assert.deepEqual(properties, { ...fine, datasources });
  assert.equal((attributes as { 'data-external-id': string })['data-external-id'], 'nobody');
  for (const name of Object.keys(hostile))
    if (!/^(?:href|data-external-id)$/.test(name)) assert.ok(!(name in attributes), name);
  const unsafe = find({ datasources: { shop: { href: hostile.href } } });
  assert.ok(!('href' in unsafe.properties) && !('href' in unsafe.attributes));
  const onClick = (): void => {};
  assert.equal((find({ onClick, style: { color: 'red' } }).properties as { onClick: unknown }).onClick, onClick);
});
