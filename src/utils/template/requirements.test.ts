/** The modules that a template needs, detected from its text (D3, D5): only filters and descendants need a path library. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requirementsOf } from './requirements';

test('a template with names, indexes, wildcards, slices and quoted names needs no module', () => {
  for (const path of ['a.b', 'a.*.b', 'a[0]', 'a[-1]', 'l[0:9]', "user['first name']", 'ctx.a.$.b', '$.a', '_'])
    assert.deepEqual(requirementsOf(`<p data-path="${path}">x</p>`), [], path);
});

test('filters, descendants and expressions need their modules, in any attribute and with any quotes', () => {
  for (const [path, ...libraries] of [
    ['a[?(@.x > 1)]', 'javascriptPaths'],
    ['a[?(@.x &gt; 1 &amp;&amp; @.y)]', 'javascriptPaths'],
    ['a[?@.x == 1].b', 'rfc9535Paths'],
    ['a..b', 'rfc9535Paths'],
    ['$..b', 'rfc9535Paths'],
    ['a[(@.length-1)]', 'javascriptPaths', 'rfc9535Paths'],
    ['a.b~', 'javascriptPaths', 'rfc9535Paths'],
    ['a.b^', 'javascriptPaths', 'rfc9535Paths'],
    ['a.`parent', 'javascriptPaths', 'rfc9535Paths'],
  ] as const)
    for (const quote of ['"', "'"])
      for (const name of [
        'data-path',
        'data-path-scope',
        'data-path-href',
        'data-path-attributes',
        'data-path-aria-label',
      ])
        assert.deepEqual(
          requirementsOf(`<i><b ${name}=${quote}${path}${quote}></b></i>`),
          ['advancedPaths', ...libraries],
          path,
        );
  assert.deepEqual(requirementsOf('<p data-path=a..b>x</p>'), ['advancedPaths', 'rfc9535Paths']);
  assert.deepEqual(requirementsOf('<p data-path="a[?(@.x)]"><b data-path="..c">x</b></p>'), [
    'advancedPaths',
    'javascriptPaths',
    'rfc9535Paths',
  ]);
});

test('texts and other attributes are not read as paths', () => {
  assert.deepEqual(requirementsOf('<p title="a..b" class="x?(y)">What? (See a..b)</p>'), []);
});

test('nested components with bindings need the host bindings (E10)', () => {
  const nested = (attributes: string): string[] =>
    requirementsOf(`<p data-path="a"><feaas-component ${attributes} library="l"></feaas-component></p>`);
  for (const attributes of ['data-path="a.b"', 'class="-x" data-path-src="a"', 'component="c"\ndata-path-class="d"'])
    assert.deepEqual(nested(attributes), ['hostBindings'], attributes);
  assert.deepEqual(nested('component="c"'), []);
  assert.deepEqual(nested('data-path="a..b"'), ['advancedPaths', 'rfc9535Paths', 'hostBindings']);
});
