/** Lint checks before saving: what each check finds, and that it finds nothing in valid content. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { setLogger } from '../../src/global/logger';
import { lintDocument, type LintOptions } from '../../src/utils/editing/model/lint/lint';
import { parseDocument } from '../../src/utils/editing/model/parse-document';
import { renderHTMLContent } from '../../src/server';
import { formatEnglish } from '../lib/catalogs';
import { demoTemplates } from '../lib/editing';

// The first render loads the lazy modules of the engine.
before(() => {
  setLogger({ warn: () => {}, error: () => {} });
  renderHTMLContent('<p data-path="a">x</p>', {});
});

/** The diagnostics as text: the key and the affected node. */
const found = (text: string, options?: LintOptions): string[] =>
  lintDocument(parseDocument(text), options).map(({ key, from, to, values }) =>
    [key, text.slice(from, to).slice(0, 12), ...Object.values(values)].join(' '),
  );

const ROWS: readonly (readonly [text: string, findings: string[], options?: LintOptions])[] = [
  ['<img src=a>', ['check.alt.missing <img src=a>']],
  ['<img src=a alt="">', []],
  ['<img src=a data-path-alt="a.b">', []],
  ['<figure data-path-alt="a.b"><img src=a></figure>', []],
  ['<div aria-hidden="true"><img src=a></div>', []],
  ['<input type="IMAGE" src=a>', ['check.alt.missing <input type=']],
  ['<h2>a</h2><h3>b</h3><h2>c</h2><h4>d</h4>', ['check.heading.skip <h4>d</h4> 4 2']],
  ['<h3>a</h3>', ['check.heading.first <h3>a</h3> 3 2']],
  ['<h3>a</h3>', [], { topHeading: 3 }],
  ['<h2> </h2>', ['check.heading.empty <h2> </h2>']],
  ['<h2 data-path="a.b"></h2>', []],
  ['<h2><img src=a alt="x"></h2>', []],
  ['<a href="/x">a</a>', []],
  ['<a href="/x"> &nbsp;<img src=b alt=""></a>', ['check.link.empty <a href="/x"']],
  ['<a href="/x">\u200b</a>', ['check.link.empty <a href="/x"']],
  ['<a href="/x" aria-label="x"><i class=k></i></a>', []],
  ['<a href="#">a</a>', ['check.link.target <a href="#">']],
  ['<a href="javascript:x">a</a>', ['check.link.target <a href="jav']],
  ['<a>a</a>', ['check.link.target <a>a</a>']],
  ['<a id=x></a>', []],
  ['<a href="" data-path-href="a.b">a</a>', []],
  ['<a href="#"><b data-path-href="a.b">a</b></a>', []],
  ['<a href="#x">a</a>', []],
  [
    '<a href="#x">a</a><p id=x>b</p><a href="#y">c</a>',
    ['check.link.fragment <a href="#y" y'],
    { ids: new Set(['z']) },
  ],
  ['<p>a</p><table>foo<tr></tr></table>', ['check.misread <table>foo<t']],
  ['<div><b>x', ['check.misread <div><b>x', 'check.misread <b>x']],
  [
    '<p data-path="a.b">x</p><p data-path="a.c">y</p>',
    ['check.path.nothing <p data-path a.c'],
    { data: { a: { b: 0 } } },
  ],
  ['<p data-path="a[">x</p>', ['check.path.invalid <p data-path a['], { data: {} }],
  ['<p data-path-title="a.b" data-path-placeholder="a">x</p>', ['check.path.nothing <p data-path a.b'], { data: {} }],
  [
    '<i data-path-scope="l.*"><b data-path="l.*.t">x</b><b data-path="l.*.u">y</b></i>',
    ['check.path.nothing <b data-path l.*.u'],
    { data: { l: [{ t: 1 }, {}] } },
  ],
  ['<i data-path-scope="l.*" data-path="l.*.t">x</i>', ['check.path.empty <i data-path l.*'], { data: { l: [] } }],
  ['<i data-path-scope="l.*" data-path="l.*.t">x</i>', ['check.path.nothing <i data-path l.*'], { data: { k: [] } }],
  ['<i data-path-scope="l[?(@.x>1)]" data-path="l.*.x">x</i>', [], { data: { l: [{ x: 2 }] } }],
];
for (const [text, findings, options] of ROWS)
  test(`check: ${text}`, () => assert.deepEqual(found(text, options), findings));

test('the demo library has no findings with its own data, except those of static text', () => {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(new URL(`../../host/library/aurora/data/${name}.json`, import.meta.url), 'utf8'));
  const data = { site: read('site'), products: read('products'), news: read('news') };
  const all = demoTemplates.flatMap((text) => found(text, { data }));
  const templateOnly = /^check\.path\.nothing .* (?:site\.features\.|site\.faq\.note$|products\.empty$)/;
  assert.deepEqual(
    all.filter((each) => !templateOnly.test(each)),
    [],
  );
});

test('a finding is formatted with its values', () => {
  const [first] = lintDocument(parseDocument('<h2>a</h2><h4>b</h4>'));
  assert.equal(formatEnglish(first!), 'This heading is of level 4, though the one before is of level 2.');
});
