/** External components in rendered HTML: they are extracted and rendered again with React nodes inside. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fragment, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { extractExternals, joinExternals } from './external-content';

/** Renders HTML with React, with a component in each external component whose id is `x`. */
function print(html: string): string | undefined {
  const { html: rest, nodes } = extractExternals(html, (attributes) =>
    attributes['data-external-id'] === 'x' ? createElement('b', null, attributes['label'] ?? 'no label') : undefined,
  );
  const joined = joinExternals(rest, nodes);
  return joined && renderToStaticMarkup(createElement(Fragment, null, ...joined));
}

const EXTERNAL =
  '<feaas-external data-external-id="x" label="A &amp; &quot;B&quot;">Fallback <i>here</i></feaas-external>';
const PRINTED =
  '<feaas-external data-external-id="x" label="A &amp; &quot;B&quot;" data-server-rendered="0"><b>A &amp; &quot;B&quot;</b></feaas-external>';

for (const [what, around] of [
  ['alone', '|'],
  ['between elements and texts', '<p>one</p> two |<p>three &lt; four</p> five'],
  [
    'deep in elements with attributes',
    '<section class="a b" style="color:red;--x:url(a;b)" id="s" data-x=""><div hidden="" tabindex="0">|</div></section>',
  ],
  [
    'beside void and raw elements',
    '<p>a<br/>b</p><style>p > b { color: red } </p></style>|<img src="a.png" alt="" loading="lazy"/>',
  ],
  ['after letters that are longer in lower case', 'İİİ<style>b { color: red }</style><p>x</p>|<p>y</p>'],
  ['beside texts of forms', '<textarea rows="2">\n\na &lt; b</textarea>|<textarea>c</textarea>'],
  [
    'beside texts whose first line break counts',
    '<pre>\n\na</pre>|<listing>\n\nb</listing><pre>c\n</pre><div><pre>\n\nd</pre></div><p>\ne</p>',
  ],
  ['beside a script about one', '<script>`<feaas-external data-external-id="x">`</script>|'],
  ['beside other external components', '<feaas-external data-external-id="other"><i>Stays</i></feaas-external>|'],
  ['in a nested component', '<feaas-component class="-feaas" data-checked-at="1"><em>x</em>|</feaas-component>'],
] as const)
  test(`an external component ${what} gets its node, and the HTML around it stays`, () => {
    assert.equal(print(around.replace('|', EXTERNAL)), around.replace('|', PRINTED));
  });

test('attributes with a meaning in React only are omitted, and the others stay', () => {
  assert.equal(
    print(`<p children="x" ref="y" key="z" id="a">one</p><div children="x">${EXTERNAL}</div>`),
    `<p id="a">one</p><div>${PRINTED}</div>`,
  );
});

test('D18: hidden="until-found" is preserved', () => {
  const printed = print(
    `<p hidden="until-found">one</p><div hidden="until-found">${EXTERNAL}</div><p hidden="">two</p>`,
  );
  assert.equal(
    printed?.replaceAll('HIDDEN', 'hidden'), // HTML does not distinguish them
    `<p hidden="until-found">one</p><div hidden="until-found">${PRINTED}</div><p hidden="">two</p>`,
  );
});

test('several external components get their nodes by their attributes', () => {
  const one = '<feaas-external data-external-id="x" label="1">-</feaas-external>';
  const two = '<feaas-external data-external-id="x" label="2">-</feaas-external>';
  assert.equal(
    print(`<ul><li>${one}</li><li>${two}</li></ul>`),
    '<ul><li><feaas-external data-external-id="x" label="1" data-server-rendered="0"><b>1</b></feaas-external></li>' +
      '<li><feaas-external data-external-id="x" label="2" data-server-rendered="1"><b>2</b></feaas-external></li></ul>',
  );
});

test('the fallback content is removed with all nested elements', () => {
  const nested = `<feaas-external data-external-id="x" label="1"><div>${EXTERNAL}</div></feaas-external><p>after</p>`;
  assert.equal(
    print(nested),
    '<feaas-external data-external-id="x" label="1" data-server-rendered="0"><b>1</b></feaas-external><p>after</p>',
  );
});

test('HTML without a registered component stays unchanged', () => {
  assert.equal(print('<p>text</p>'), undefined);
  assert.equal(print('<feaas-external data-external-id="other">Fallback</feaas-external>'), undefined);
});
