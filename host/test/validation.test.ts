import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { checkStylesheet } from '../src/validation/check-stylesheet.js';
import { checkMarkup } from '../src/validation/check-markup.js';

const LIBRARY = new URL('../library/aurora/', import.meta.url);
const EMBEDS = ['https://embeds.example/kit', 'https://other.example:8443/', '/embeds/'];

/** A library that allows no other origins. */
const NO_ORIGINS = { embeds: [], cdns: [], frames: [] };

const problems = (html: string): readonly { path: string; problem: string }[] =>
  checkMarkup(html, { ...NO_ORIGINS, embeds: EMBEDS });

/** View, path of the rejected element or attribute, and a word of the problem. */
const REFUSED: readonly (readonly [view: string, path: string, word: RegExp])[] = [
  // scripts
  ['<script>x</script>', 'script', /a script/],
  ['<p>a</p><svg><script>x</script></svg>', 'svg > script', /a script/],
  ['<math><script>x</script></math>', 'math > script', /a script/],
  ['<svg><handler>x</handler></svg>', 'svg > handler', /a script/],
  ['<template><p><script>x</script></p></template>', 'template > p > script', /a script/],
  ['<noscript><script>x</script></noscript>', 'noscript > script', /a script/],
  ['<feaas:script>x</feaas:script>', 'feaas:script', /a script/],
  // handlers
  ['<p onclick="x">a</p>', 'p@onclick', /event handler/],
  ['<div><p>a</p><p OnPointerRawUpdate=x>b</p></div>', 'div > p:nth-child(2)@onpointerrawupdate', /event handler/],
  ['<svg onload=x></svg>', 'svg@onload', /event handler/],
  ['<svg><a xlink:onclick=x /></svg>', 'svg > a@xlink:onclick', /event handler/],
  ['<noscript><img onerror=x></noscript>', 'noscript > img@onerror', /event handler/],
  ['<a data-path-onclick="a.b">a</a>', 'a@data-path-onclick', /from data/],
  ['<iframe data-path-srcdoc="a.b"></iframe>', 'iframe@data-path-srcdoc', /from data/],
  ['<p data-path-data-embed-src="a.b"></p>', 'p@data-path-data-embed-src', /from data/],
  // addresses
  ['<a href="javascript:x">a</a>', 'a@href', /'javascript:'/],
  ['<a href="  JaVa\tScript\n:x">a</a>', 'a@href', /'javascript:'/],
  ['<a href="&#1;&#x6A;avascript&colon;x">a</a>', 'a@href', /'javascript:'/],
  ['<a href="\u00a0\u2003javascript:x">a</a>', 'a@href', /'javascript:'/],
  ['<a href="vbscript:x">a</a>', 'a@href', /'vbscript:'/],
  ['<a href="data:text/html,x">a</a>', 'a@href', /'data:'/],
  ['<a href="blob:x">a</a>', 'a@href', /'blob:'/],
  ['<a href="view-source:javascript:x">a</a>', 'a@href', /'view-source:'/],
  ['<a href="unheard-of:x">a</a>', 'a@href', /not known to be harmless/],
  ['<area href="javascript:x">', 'area@href', /'javascript:'/],
  ['<svg><a xlink:href="javascript:x"></a></svg>', 'svg > a@xlink:href', /'javascript:'/],
  ['<math><mi href="javascript:x"></mi></math>', 'math > mi@href', /'javascript:'/],
  ['<svg><use href="data:image/svg+xml,x#a"></use></svg>', 'svg > use@href', /'data:'/],
  ['<img src="data:text/html,x">', 'img@src', /'data:'/],
  ['<img srcset="a.jpg 1x, javascript:x 2x">', 'img@srcset', /'javascript:'/],
  ['<video poster="javascript:x"></video>', 'video@poster', /'javascript:'/],
  ['<video src="data:video/mp4,x"></video>', 'video@src', /'data:'/],
  ['<a ping="https://a.example javascript:x" href="#">a</a>', 'a@ping', /'javascript:'/],
  ['<table background="javascript:x"></table>', 'table@background', /'javascript:'/],
  ['<blockquote cite="javascript:x"></blockquote>', 'blockquote@cite', /'javascript:'/],
  ['<button formaction="javascript:x">a</button>', 'button@formaction', /'javascript:'/],
  ['<form action="https://a.example/"></form>', 'form@action', /elsewhere/],
  ['<form action="//a.example/"></form>', 'form@action', /elsewhere/],
  ['<form action="\\\\a.example/"></form>', 'form@action', /elsewhere/],
  ['<form action="mailto:a@b.example"></form>', 'form@action', /elsewhere/],
  ['<form><input type="submit" formaction="https:a.example"></form>', 'form > input@formaction', /elsewhere/],
  // documents
  ['<iframe srcdoc="<p>a</p>"></iframe>', 'iframe@srcdoc', /document of its own/],
  ['<iframe src="about:blank"></iframe>', 'iframe@src', /only http: and https:/],
  ['<iframe src="javascript:x"></iframe>', 'iframe@src', /'javascript:'/],
  ['<object data="data:text/html,x"></object>', 'object@data', /'data:'/],
  ['<embed src="data:text/html,x">', 'embed@src', /'data:'/],
  ['<object><param name="movie" value="javascript:x"></object>', 'object > param@value', /script address/],
  ['<meta http-equiv="refresh" content="0;url=x">', 'meta', /whole page/],
  ['<meta name="referrer" content="unsafe-url">', 'meta', /whole page/],
  ['<base href="/">', 'base', /every address/],
  ['<link rel="stylesheet" href="https://a.example/a.css">', 'link@href', /another origin/],
  ['<link rel="import" href="/a.html">', 'link', /'import'/],
  ['<link rel="preload modulepreload" href="/a.js">', 'link', /'modulepreload'/],
  ['<link href="/a.css">', 'link', /no rel/],
  ['<div><template shadowrootmode="open"><p>a</p></template></div>', 'div > template@shadowrootmode', /shadow root/],
  ['<applet code="a"></applet>', 'applet', /a program/],
  // animations
  ['<svg><a><set attributeName="href" to="x"/></a></svg>', 'svg > a > set@attributeName', /href/],
  ['<svg><animate attributeName="xlink:href" values="a;b"/></svg>', 'svg > animate@attributeName', /href/],
  ['<svg><animate attributeName=" onload " to="x"/></svg>', 'svg > animate@attributeName', /onload/],
  ['<svg><animate attributeName="x" values="1; javascript:x"/></svg>', 'svg > animate@values', /'javascript:'/],
  // styles
  ['<p style="background:url(javascript:x)">a</p>', 'p@style', /script address/],
  ['<p style="width:exp/**/ression(x)">a</p>', 'p@style', /expression/],
  ['<p style="width:e\\78 pression(x)">a</p>', 'p@style', /expression/],
  ['<p style="color:red;behavior:url(x)">a</p>', 'p@style', /behavior/],
  ['<p style="-moz-binding:url(x)">a</p>', 'p@style', /-moz-binding/],
  ['<p style=\'a:"/*";behavior:url(x);b:"*/"\'>a</p>', 'p@style', /behavior/],
  ['<style>@import "https://a.example/a.css";</style>', 'style', /another origin/],
  ['<style>@\\69mport url(//a.example/a.css);</style>', 'style', /another origin/],
  ['<svg><style>@import url(data:text/css,x);</style></svg>', 'svg > style', /another origin/],
  ['<svg><rect fill="url(javascript:x)"/></svg>', 'svg > rect@fill', /script address/],
  // embeds
  ['<p data-embed-src="https://evil.example/kit/a.js"></p>', 'p@data-embed-src', /not covered/],
  ['<p data-embed-src="javascript:x"></p>', 'p@data-embed-src', /http\(s\) address/],
  // the kit's own elements
  ['<feaas-component src="javascript:x"></feaas-component>', 'feaas-component@src', /'javascript:'/],
  ['<feaas-component cdn="data:x"></feaas-component>', 'feaas-component@cdn', /'data:'/],
  ['<feaas-external src="javascript:x"></feaas-external>', 'feaas-external@src', /'javascript:'/],
  ['<feaas-external cdn="https://evil.example"></feaas-external>', 'feaas-external@cdn', /not covered/],
  ['<feaas-context frontend="https://evil.example"></feaas-context>', 'feaas-context@frontend', /not covered/],
  [
    '<feaas-component template="<p><img onerror=x></p>"></feaas-component>',
    'feaas-component@template > p > img@onerror',
    /event handler/,
  ],
  // members of the document
  ['<img name="getElementById">', 'img@name', /hides the document's member/],
  ['<form name="body"></form>', 'form@name', /hides the document's member/],
  // what browsers drop or read otherwise
  ['<div><td>a</td></div>', 'div > td', /drop/],
  ['<body class="a"><p>a</p>', 'body', /drop/],
  ['<select><img src="a.jpg"><option>a</option></select>', 'select > img', /drop/],
  ['<form><div></form><form><p>a</p></form>', '', /changes when/],
  ['<svg></p><style><a id="</style><img src=1>">', 'style', /holds markup/],
  ['<svg><style><a id="</style><img src=1>"></a></style></svg>', 'svg > style > a@id', /read differently/],
  ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img&gt;">', '', /./],
  ['<style><img src="a"></style>', 'style', /holds markup/],
  ['<plaintext>a', 'plaintext', /rest of the page/],
  ['<p>a</p><img src="', '', /ends within a tag/],
  ['<p>a</p><!-- b', '', /ends within a comment/],
];

test('content that can run or load code is rejected with the path of the element or attribute', () => {
  for (const [view, path, word] of REFUSED) {
    const found = problems(view);
    assert.ok(found.length > 0, `passes: ${view}`);
    assert.ok(
      found.some((each) => word.test(each.problem) && (path === '' || each.path === path)),
      `${view}\n${JSON.stringify(found, null, 1)}`,
    );
  }
});

test('such content is also rejected within a template, deep in other elements and in a nested template attribute', () => {
  for (const [view] of REFUSED) {
    // These cases are about the end of the text.
    if (/(?:src="|<!-- b|<plaintext>a)$/.test(view)) continue;
    // Within a template, a form is ended as any other element is.
    const template = view.startsWith('<form><div></form>') ? '<script></script>' : view;
    for (const around of [
      `<template>${template}</template>`,
      `<section><div><ul><li>${view}</li></ul></div></section>`,
    ])
      assert.ok(problems(around).length > 0, `passes: ${around}`);
    const quoted = view.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    assert.ok(problems(`<feaas-component template="${quoted}"></feaas-component>`).length > 0, `passes: ${quoted}`);
  }
});

const HARMLESS: readonly string[] = [
  '',
  'text only, 1 < 2 & 3 > 2',
  '<p title="javascript: the good parts">javascript:x</p>',
  '<a href="https://a.example/?q=javascript:x">a</a><a href="?a=b:c">b</a><a href="mailto:a@b.example">c</a>',
  '<a href="/a" target="_blank" rel="noopener">a</a><a href="tel:+47 77">b</a><a href="web+kit:x">c</a>',
  '<img src="data:image/png;base64,AA" alt="--> not in a comment">'.replace('--> ', ''),
  '<picture><source srcset="a.avif 320w, b.avif 640w" type="image/avif"><img src="a.jpg" width="1" height="1"></picture>',
  '<svg viewBox="0 0 1 1"><defs><linearGradient id="g"></linearGradient></defs><rect fill="url(#g)"/><use href="#g"/></svg>',
  '<svg><animate attributeName="opacity" values="0;1" dur="1s"/></svg>',
  '<form action="/search" method="get"><input name="name"><button formaction="?a">a</button></form>',
  '<iframe src="/page" title="a"></iframe><iframe src="page?a=b"></iframe><iframe data-path-src="a.b"></iframe><iframe></iframe>',
  '<style>.a{background:url("b.png");scroll-behavior:smooth}@import "own.css";/* @import url(https://x) */</style>',
  '<p style="overscroll-behavior:none;background:url(data:image/png;base64,AA)">a</p>',
  '<noscript><img src="a.jpg" alt=""></noscript>',
  '<meta itemprop="price" content="12"><link itemprop="availability" href="https://schema.example/InStock">',
  '<link rel="stylesheet" href="/own.css"><link rel="preload" as="image" href="https://a.example/a.jpg">',
  '<template><p>a</p></template>',
  '<pre>\n\n a</pre><textarea>\nb</textarea><p>a<br>b</p>',
  '<p>a<p>b<ul><li>c<li>d</ul><table><tr><td>e</table>',
  '<p data-embed-src="https://embeds.example/kit/a.js?v=1#x" data-path-aria-label="a.b" data-path-hidden="c"></p>',
  '<feaas-component src="https://feaas.blob.core.windows.net/components/a/b" cdn="/cdn" hostname="localhost:3333"></feaas-component>',
  '<feaas-component template="<p data-path=&quot;a&quot;>b</p>" data="{&quot;a&quot;:1}"></feaas-component>',
  '<feaas-external data-external-id="map" src="https://maps.example/oslo" zoom="3"><p>Oslo</p></feaas-external>',
  '<p>größe 𝒳 \u2028</p><!-- a comment -->',
];

test('harmless content passes', () => {
  for (const view of HARMLESS) assert.deepEqual(problems(view), [], view);
});

test('every template of the demo library passes, and its stylesheet', () => {
  const components = readdirSync(new URL('components/', LIBRARY));
  assert.ok(components.length > 10);
  for (const component of components) {
    const html = readFileSync(new URL(`components/${component}/responsive.html`, LIBRARY), 'utf8');
    assert.deepEqual(checkMarkup(html, NO_ORIGINS), [], component);
  }
  assert.deepEqual(checkStylesheet(readFileSync(new URL('styles.css', LIBRARY), 'utf8')), []);
});

test('a problem has its position', () => {
  const view =
    '<section>\n  <h1>a</h1>\n  <div></div>\n  <div><a class="b"\n     href="java&#10;script:x">c</a></div>\n</section>';
  assert.deepEqual(checkMarkup(view, NO_ORIGINS), [
    {
      path: 'section > div:nth-child(3) > a@href',
      line: 5,
      column: 6,
      problem: "section > div:nth-child(3) > a@href holds an address of the scheme 'javascript:', which can run code.",
    },
  ]);
  const [dropped] = checkMarkup('<p>a</p>\n<div>\n <td>b</td></div>', NO_ORIGINS);
  assert.deepEqual([dropped?.path, dropped?.line, dropped?.column], ['div > td', 3, 2]);
});

test('only scripts below the allowed prefixes are accepted', () => {
  const embed = (address: string, embeds = EMBEDS) =>
    checkMarkup(`<p data-embed-src="${address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></p>`, {
      ...NO_ORIGINS,
      embeds,
    });
  const allowed = [
    'https://embeds.example/kit',
    'https://embeds.example/kit/',
    'https://embeds.example/kit/a/b.js',
    'https://EMBEDS.example:443/kit/a.js?x=/../y',
    'https://embeds.example/x/../kit/a.js',
    'https://other.example:8443/any.js',
    '/embeds/a.js',
  ];
  for (const address of allowed) assert.deepEqual(embed(address), [], address);
  const refused = [
    '',
    'a.js',
    './embeds/a.js',
    '/embeds/../a.js',
    '/embeds-evil/a.js',
    '//embeds.example/kit/a.js',
    'http://embeds.example/kit/a.js',
    'https://embeds.example/kitten/a.js',
    'https://embeds.example/kit/../a.js',
    'https://embeds.example/kit/%2e%2e/a.js',
    'https://embeds.example/kit/.%2E/a.js',
    'https://embeds.example/kit/..%2fa.js',
    'https://embeds.example/kit/..%5ca.js',
    'https://embeds.example/kit/%252e%252e%252fa.js',
    'https://embeds.example/kit/%252e%252e/a.js',
    'https://embeds.example/kit/..;/a.js',
    'https://embeds.example/kit\\..\\a.js',
    'https://embeds.example/KIT/a.js',
    'https://embeds.example:8443/kit/a.js',
    'https://embeds.example.evil.example/kit/a.js',
    'https://embeds.example@evil.example/kit/a.js',
    'https://user@embeds.example/kit/a.js',
    'https://embeds.example./kit/a.js',
    'https://other.example/any.js',
    'https:/embeds.example/kit/a.js',
    'https:embeds.example/kit/a.js',
    ' https://embeds.example/kit/a.js',
    'https://embeds.example/kit/\ta.js',
    'blob:https://embeds.example/kit/a.js',
    'data:text/javascript,x',
  ];
  for (const address of refused) assert.equal(embed(address)[0]?.path, 'p@data-embed-src', address);
  assert.match(embed('https://embeds.example/kit/a.js', [])[0]?.problem ?? '', /no allowed embeds/);
});

test('documents of other origins, objects and embeds are accepted if the library allows their URL', () => {
  const frames = ['https://video.example/embed', '/media/'];
  const found = (html: string, allowed = frames) =>
    checkMarkup(html, { ...NO_ORIGINS, frames: allowed }).map(({ path, problem }) => [path, problem] as const);
  const carriers: readonly (readonly [string, (address: string) => string])[] = [
    ['iframe@src', (address) => `<iframe src="${address}"></iframe>`],
    ['iframe@data-path-placeholder', (at) => `<iframe data-path-src="a.b" data-path-placeholder="${at}"></iframe>`],
    ['object@data', (address) => `<object data="${address}"></object>`],
    ['object@codebase', (address) => `<object codebase="${address}"></object>`],
    ['object > param@value', (address) => `<object><param name="Movie" value="${address}"></object>`],
    ['embed@src', (address) => `<embed src="${address}">`],
    ['svg > use@href', (address) => `<svg><use href="${address}"/></svg>`],
    ['svg > use@xlink:href', (address) => `<svg><use xlink:href="${address}"/></svg>`],
  ];
  for (const [path, view] of carriers) {
    for (const good of ['https://video.example/embed/1?a=b#c', '/media/a.svg']) assert.deepEqual(found(view(good)), []);
    for (const bad of [
      'https://evil.example/',
      'http://video.example/embed/1',
      'https://video.example/embedded',
      'https://video.example.evil.example/embed',
      'https://video.example/embed/../x',
      '\\\\evil.example/',
      'https:/evil.example',
      ' https://evil.example/',
    ]) {
      const [problem] = found(view(bad));
      assert.equal(problem?.[0], path, bad);
      assert.equal(found(view(bad), [])[0]?.[0], path, bad);
    }
    assert.match(found(view('https://evil.example/'))[0]![1], /not covered by the allowed frames of the library/);
    assert.match(found(view('https://evil.example/'), [])[0]![1], /the library has no allowed frames/);
  }
  // The page's own scheme.
  assert.deepEqual(found('<iframe src="//video.example/embed/1"></iframe>'), []);
  assert.equal(found('<iframe src="//evil.example/embed/1"></iframe>').length, 1);
  // Plug-ins run with the rights of the page; iframes are like any page of the origin.
  assert.equal(found('<object data="/other/a.svg"></object>').length, 1);
  assert.equal(found('<embed src="a.svg">').length, 1);
  assert.deepEqual(found('<iframe src="/other/a.html"></iframe>'), []);
  const quoted = '<iframe src=&quot;https://evil.example/&quot;></iframe>';
  assert.ok(found(`<feaas-component template="${quoted}"></feaas-component>`).some(([, why]) => /frames/.test(why)));
  // Always rejected, whatever is allowed.
  for (const tag of ['frame', 'portal', 'fencedframe', 'applet', 'base'])
    assert.ok(found(`<${tag} src="https://video.example/embed/1"></${tag}>`).length > 0, tag);
  assert.equal(found('<meta http-equiv="refresh" content="0;url=https://video.example/embed/1">').length, 1);
});

test('feaas-* elements may load from paths, the default cdn, and the cdns of the library; others are named in the error', () => {
  const cdns = ['https://cdn.example/tenant', 'http://other.example:8080'];
  const found = (attribute: string, address: string, tag = 'feaas-component') =>
    checkMarkup(`<p><${tag} ${attribute}="${address}"></${tag}></p>`, { embeds: EMBEDS, cdns, frames: [] });
  const loading = ['cdn', 'hostname', 'src'];
  const allowed = ['', 'a/b', '/cdn', './cdn', 'cdn.example', 'localhost:3333', 'https://feaas.blob.core.windows.net'];
  const listed = ['https://cdn.example/tenant', '//cdn.example/tenant/components/a/b', 'HTTP://OTHER.example:8080/x'];
  for (const attribute of loading)
    for (const address of [...allowed, ...listed]) assert.deepEqual(found(attribute, address), [], address);
  const refused = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    ' https://evil.example',
    '&#10;https://evil.example',
    'ht&#9;tps://evil.example',
    'https:evil.example',
    'ftp://cdn.example/tenant',
    'http://cdn.example/tenant',
    'https://cdn.example',
    'https://cdn.example/tenants',
    'https://cdn.example/tenant/../other',
    'https://cdn.example/tenant/%2e%2e%2fother',
    'https://cdn.example@evil.example/tenant',
    'https://feaas.blob.core.windows.net.evil.example',
    'https://embeds.example/kit',
  ];
  for (const attribute of loading)
    for (const tag of ['feaas-component', 'feaas-stylesheet', 'FEAAS-Context'])
      for (const address of refused)
        assert.equal(
          found(attribute, address, tag)[0]?.path,
          `p > ${tag.toLowerCase()}@${attribute}`,
          `${tag} ${attribute} ${address}`,
        );
  // Origins of scripts and recipients of tokens must be in `embeds`.
  for (const attribute of ['frontend', 'backend']) {
    assert.deepEqual(found(attribute, '/api', 'feaas-context'), []);
    assert.deepEqual(found(attribute, 'https://embeds.example/kit', 'feaas-context'), []);
    for (const address of [...listed, 'https://feaas.blob.core.windows.net', 'https://evil.example', '//evil.example'])
      assert.equal(found(attribute, address, 'feaas-context')[0]?.path, `p > feaas-context@${attribute}`, address);
  }
  const inTemplate =
    '<feaas-component template="<feaas-component cdn=&quot;https://evil.example&quot;>"></feaas-component>';
  assert.equal(checkMarkup(inTemplate, NO_ORIGINS)[0]?.path, 'feaas-component@template > feaas-component@cdn');
});

test('content over a limit is rejected with the number that was too large', () => {
  const only = (html: string) => checkMarkup(html, NO_ORIGINS).map(({ problem }) => problem);
  const nested = (depth: number) => '<div>'.repeat(depth) + '</div>'.repeat(depth);
  assert.deepEqual(only(nested(256)), []);
  assert.match(only(nested(257))[0] ?? '', /more than 256 levels/);
  assert.deepEqual(only('é'.repeat(250_000)), []);
  assert.match(only(`${'é'.repeat(250_000)}a`)[0] ?? '', /500001 bytes; the most is 500000/);
  assert.match(only('a\0b')[0] ?? '', /NUL/);
  assert.match(only('a\ud800b')[0] ?? '', /surrogate/);
  const repeated = `<p>${Array.from({ length: 200 }, (_, size) => `<font size=${size}>`).join('')}${'<p>x'.repeat(9000)}`;
  assert.match(only(repeated)[0] ?? '', /more than 50000 elements/);
  assert.equal(only('<i onclick></i>'.repeat(20_000)).length, 100);
});

test('content that is crafted to be slow to parse is parsed quickly', () => {
  const views = {
    attributes: `<div${Array.from({ length: 90_000 }, (_, each) => ` ${each.toString(36)}`).join('')}>`,
    deep: '<div>'.repeat(90_000),
    templates: '<template>'.repeat(45_000),
    dropped: '<td>'.repeat(100_000),
    style: `<style>url(${' '.repeat(400_000)}</style>`,
    urls: `<style>${'url( '.repeat(90_000)}</style>`,
    quotes: `<style>${'" '.repeat(200_000)}</style>`,
    sources: `<img srcset="${', '.repeat(200_000)}">`,
    spaces: `<a href="${' \u0001'.repeat(200_000)}">x</a>`,
  };
  for (const [name, view] of Object.entries(views)) {
    const begin = process.cpuUsage().user;
    checkMarkup(view, NO_ORIGINS);
    // Quadratic checks would take from ten seconds to minutes.
    assert.ok(process.cpuUsage().user - begin < 5_000_000, name);
  }
});

test('a stylesheet may contain neither scripts nor imports from elsewhere, and cannot end its element', () => {
  const refused: readonly (readonly [css: string, word: RegExp, line: number, column: number])[] = [
    ['a{}\n  @import url(https://a.example/a.css);', /another origin/, 2, 3],
    ['@import "//a.example/a.css";', /another origin/, 1, 1],
    ["@im\\70ort 'https://a.example/a.css'", /another origin/, 1, 1],
    ['@import/**/url(https://a.example)', /another origin/, 1, 1],
    // A URL as browsers parse it: escapes, continued lines of each kind, and ignored tabs and line breaks.
    ['@import "\\2f\\2f a.example";', /another origin/, 1, 1],
    ['@import "\\\\\\\\a.example";', /another origin/, 1, 1],
    ['@import "/\\9 /a.example";', /another origin/, 1, 1],
    ['@import url(/\\9 /a.example);', /another origin/, 1, 1],
    ["@import 'h\\9ttps://a.example';", /another origin/, 1, 1],
    ...['\r', '\f', '\r\n'].map((end): [string, RegExp, number, number] => [
      `@import "ht\\${end}tps://a.example";`,
      ...([/another origin/, 1, 1] as const),
    ]),
    // Text that only some parsers treat as a string, url() or comment must hide nothing.
    ...[
      ...['#url(x")")', '@url(x")")', '\\20 url(x")")', '<!--url(x")', '/**/url(x")', 'url(\u00a0")'],
      ...['url\\\f(x")")', '"\f'],
    ].map((hidden): [string, RegExp, number, number] => [
      `${hidden}{}@import/**/"//a.example";`,
      ...([/another origin/, 1, hidden.length + 3] as const),
    ]),
    ['a{b:c}</style><script>', /<\/style/, 1, 7],
    ['/* </STYLE */', /<\/style/, 1, 4],
    ['a{background:url( "javascript:x")}', /script address/, 1, 14],
    ['a{background:url(java\\73 cript:x)}', /script address/, 1, 14],
    ['a{width:expression(x)}', /expression/, 1, 9],
    ['a{behavior:url(x)}', /behavior/, 1, 2],
  ];
  for (const [css, word, line, column] of refused) {
    const [problem] = checkStylesheet(css);
    assert.match(problem?.problem ?? 'passes', word, css);
    assert.deepEqual([problem?.line, problem?.column], [line, column], css);
  }
  const harmless = [
    '@import "theme.css"; @import url("/own.css");',
    'a{background:url("https://a.example/a.png");src:url(data:font/woff2;base64,AA)}',
    'a{scroll-behavior:smooth;content:"javascript: x"}'.replace('javascript: ', 'javascript '),
    '/* @import url(https://a.example/a.css) */ a::before{content:"/*"} b::after{content:"*/"}',
  ];
  for (const css of harmless) assert.deepEqual(checkStylesheet(css), [], css);
  assert.match(checkStylesheet(' '.repeat(500_001))[0]?.problem ?? '', /500001 bytes/);
});
