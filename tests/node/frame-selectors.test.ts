/** Rewrites selectors of a shadow tree for the document of its editing iframe (E2). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customProperties } from '../../frontend/src/editor/view/iframe/inherit';
import { documentSelector } from '../../frontend/src/editor/view/iframe/selectors';

const HOST = '[data-feaas-host]';
const asked: [string, boolean][] = [];
const write = (selector: string, answer = true): string =>
  documentSelector(selector, (inner, around) => {
    asked.push([inner, around]);
    return answer;
  });

test('selectors for elements of the tree stay unchanged', () => {
  for (const selector of [
    '.card > h2:hover',
    ':where(.-theme--dusk) .-feaas',
    '.body .html, #body, [data-x="body :root"], .a-html, x-body, body-part',
    '.a\\:root, "html"',
  ])
    assert.equal(write(selector), selector);
});

test('selectors can not match elements outside of the tree', () => {
  assert.equal(write('body.dark .x, .y'), ':not(*).dark .x, .y');
  assert.equal(write('html > body h2'), ':not(*) > :not(*) h2');
  assert.equal(write(':root'), ':not(*)');
  assert.equal(write(':not(body) p'), ':not(:not(*)) p');
});

test(':host becomes a selector for the element that represents the host', () => {
  assert.equal(write(':host > .x'), `${HOST} > .x`);
  assert.equal(write(':host(.a:not(.b)) p'), `${HOST}:is(${HOST},.a:not(.b)) p`);
  assert.equal(write(':host(.a) p', false), ':not(*) p');
  assert.equal(write(':host-context([dir=rtl]) p'), `${HOST}:is(${HOST},[dir=rtl]) p`);
  assert.deepEqual(asked, [
    ['.a:not(.b)', false],
    ['.a', false],
    ['[dir=rtl]', true],
  ]);
});

test('custom properties are found in all parts of a style', () => {
  assert.deepEqual(
    [...customProperties('a { --one: var(--two, var(--drei-é)); color: rgb(0 0 0 / var(--_x)) }')],
    ['--one', '--two', '--drei-é', '--_x'],
  );
});
