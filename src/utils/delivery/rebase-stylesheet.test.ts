/** Relative URLs in copied stylesheets: URLs, and texts that only look like URLs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCSS, hasImports, rebaseURLs } from './rebase-stylesheet';

const URL = 'https://cdn.test/base/styles/lib/published.css';
const BASE = 'https://cdn.test/base/styles/lib/';

const REBASED: readonly (readonly [what: string, css: string, expected: string])[] = [
  ['a URL without quotes', 'a{background:url(a.png)}', `a{background:url(${BASE}a.png)}`],
  ['with quotes', `a{background:url('a.png')}`, `a{background:url("${BASE}a.png")}`],
  ['white space around it', 'a{background:url(  "a.png"  )}', `a{background:url(  "${BASE}a.png"  )}`],
  ['white space around one without quotes', 'a{background:url( a.png )}', `a{background:url( ${BASE}a.png )}`],
  ['parentheses and spaces in quotes', 'a{background:url("a (1).png")}', `a{background:url("${BASE}a%20(1).png")}`],
  ['the other quote in quotes', `a{background:url("it's.png")}`, `a{background:url("${BASE}it's.png")}`],
  ['escaped parentheses', 'a{background:url(a\\(1\\).png)}', `a{background:url("${BASE}a(1).png")}`],
  ['an escaped quote', 'a{background:url("a\\"b.png")}', `a{background:url("${BASE}a%22b.png")}`],
  ['hexadecimal escapes', 'a{background:url(\\61 \\000062.png)}', `a{background:url(${BASE}ab.png)}`],
  ['an escaped line feed in quotes', 'a{background:url("a\\\nb.png")}', `a{background:url("${BASE}ab.png")}`],
  ['another case', 'a{background:URL(a.png)}', `a{background:URL(${BASE}a.png)}`],
  ['an escape in the name of the function', 'a{background:u\\72l(a.png)}', `a{background:u\\72l(${BASE}a.png)}`],
  ['a folder up', 'a{background:url(../a.png)}', `a{background:url(https://cdn.test/base/styles/a.png)}`],
  ['a path from the root', 'a{background:url(/a.png)}', 'a{background:url(https://cdn.test/a.png)}'],
  ['without a protocol', 'a{background:url(//x.test/a.png)}', 'a{background:url(https://x.test/a.png)}'],
  ['a query', 'a{background:url(?a=1)}', `a{background:url(${BASE}published.css?a=1)}`],
  ['an import with a string', '@import "x.css";', `@import "${BASE}x.css";`],
  ['an import with apostrophes', `@import 'x.css' screen;`, `@import "${BASE}x.css" screen;`],
  ['an import with url()', '@import url(x.css) layer(a);', `@import url(${BASE}x.css) layer(a);`],
  ['an import with a string in url()', '@import url("x.css");', `@import url("${BASE}x.css");`],
  ['a comment before the string', '@import/* "y.css" */"x.css";', `@import/* "y.css" */"${BASE}x.css";`],
  ['another case and an escape', '@IMP\\4fRT "x.css";', `@IMP\\4fRT "${BASE}x.css";`],
  ['fonts', '@font-face{src:url(a.woff2) format("woff2")}', `@font-face{src:url(${BASE}a.woff2) format("woff2")}`],
  [
    'strings of an image set',
    'a{background:image-set("a.png" type("image/png") 1x,url(b.png) 2x)}',
    `a{background:image-set("${BASE}a.png" type("image/png") 1x,url(${BASE}b.png) 2x)}`,
  ],
  ['behind a bad string', 'a{content:"x\n}b{background:url(a.png)}', `a{content:"x\n}b{background:url(${BASE}a.png)}`],
  [
    'behind a number with a unit',
    'a{margin:1e3px;background:url(a.png)}',
    `a{margin:1e3px;background:url(${BASE}a.png)}`,
  ],
  ['several', 'a{background:url(a.png),url(b.png)}', `a{background:url(${BASE}a.png),url(${BASE}b.png)}`],
];

for (const [what, css, expected] of REBASED)
  test(`rebased: ${what}`, () => {
    assert.equal(rebaseURLs(css, URL), expected);
    // Rebasing twice changes nothing.
    assert.equal(rebaseURLs(expected, URL), expected);
  });

const UNCHANGED: readonly (readonly [what: string, css: string])[] = [
  ['nothing', ''],
  ['absolute URLs', 'a{background:url(https://x.test/a.png)}'],
  ['data', 'a{background:url(data:image/png;base64,AA==)}'],
  ['data with quotes', `a{background:url("data:image/svg+xml,<svg xmlns='a'/>")}`],
  ['fragments', 'a{filter:url(#f)}'],
  ['an empty URL', 'a{background:url("")}'],
  ['comments', '/* url(a.png) @import "x.css" */a{}'],
  ['a comment without an end', 'a{}/* url(a.png)'],
  ['text in strings', 'a{content:"url(a.png)"}'],
  ['other strings', 'a{content:"a.png"}@charset "utf-8";[href="a.png"]{}'],
  ['the namespace of an attribute', '@namespace svg "http://www.w3.org/2000/svg";'],
  ['a URL that the browser ignores', 'a{background:url(a b.png)}'],
  ['another with a quote in it', 'a{background:url(a"b.png)}'],
  ['a URL without an end', 'a{background:url("a.png'],
  ['other functions', 'a{background:my-url(a.png);width:calc(1px + (2px))}'],
];

for (const [what, css] of UNCHANGED)
  test(`unchanged: ${what}`, () => {
    assert.equal(rebaseURLs(css, URL), css);
  });

test('imports are found, and nothing else counts as an import', () => {
  for (const css of [
    '@import "x.css";',
    '@import url(x.css);',
    '@import url("https://x.test/x.css") screen;',
    '/**/@import"a";',
  ])
    assert.equal(hasImports(css), true, css);
  for (const css of ['', 'a{background:url(x)}', '/* @import "x"; */', 'a{content:"@import \'x\'"}', '@importer "x";'])
    assert.equal(hasImports(css), false, css);
});

test('escapes are decoded like in browsers', () => {
  assert.equal(decodeCSS('\\26 b\\000026c\\"\\\n\\0 \\d800 \\110000 '), '&b&c"\ufffd\ufffd\ufffd');
});
