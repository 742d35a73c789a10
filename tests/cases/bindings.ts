/** Targets of bindings: content and attributes (D4 to D6, D12, D19). */
import type { ConformanceCase } from '../lib/conformance';

const group = 'bindings';

export const bindings: ConformanceCase[] = [
  {
    id: 'D4-attribute',
    group,
    note: 'data-path-<attr> sets an attribute, data-path the content',
    template: '<a data-path="p.t" data-path-title="p.d">-</a>',
    data: { p: { t: 'Tea', d: 'Green' } },
    expected: '<a data-path="p.t" data-path-title="p.d" title="Green">Tea</a>',
  },
  {
    id: 'D4-inserted',
    group,
    note: 'inserted content that carries bindings is bound against the same data',
    template: '<div data-path="p.html"></div>',
    data: { p: { html: '<i data-path="p.n">-</i>', n: 'inner' } },
    expected: '<div data-path="p.html"><i data-path="p.n">inner</i></div>',
  },
  {
    id: 'D4-svg',
    group,
    note: 'an attribute of SVG keeps its capitals, and takes the place of the template’s own',
    template: '<svg viewBox="0 0 9 9" data-path-viewbox="p.v"><path data-path-pathlength="p.n"></path></svg>',
    data: { p: { v: '0 0 1 1', n: 5 } },
    expected:
      '<svg viewBox="0 0 1 1" data-path-viewbox="p.v"><path data-path-pathlength="p.n" pathLength="5"></path></svg>',
  },
  {
    id: 'D13-is',
    group,
    note: 'what an element of the data says it is goes',
    template: '<div data-path="v"></div>',
    data: { v: '<p is="x-y" title="t">one <b is="z-z">two</b></p>' },
    expected: '<div data-path="v"><p title="t">one <b>two</b></p></div>',
  },
  {
    id: 'D13-form-in-form',
    group,
    note: 'what is no form where it is parsed again leaves no white space behind',
    template: '<p data-path="v"></p>',
    data: { v: '<form><isindex><input><p></p></form><form>' },
    expected: '<p data-path="v"><form><input></form></p>',
  },
  {
    id: 'D13-microdata',
    group,
    note: 'the values of microdata and RDFa come from data, their addresses only if they are allowed',
    template:
      '<div><meta itemprop="price" content="0" data-path-content="p"><meta property="og:title" data-path-content="t">' +
      '<link itemprop="url" href="/out" data-name="n" data-path-href="u"><link property="url" data-path-href="x">' +
      '<meta itemprop="sku" data-path-attributes="a"></div>',
    data: {
      p: 1490,
      t: 'Tea',
      u: '/in',
      x: 'javascript:alert(1)',
      a: { content: 'S1', name: 'referrer', charset: 'x' },
    },
    expected:
      '<div><meta itemprop="price" content="1490" data-path-content="p"><meta property="og:title" data-path-content="t" content="Tea">' +
      '<link itemprop="url" href="/in" data-name="n" data-path-href="u"><link property="url" data-path-href="x">' +
      '<meta itemprop="sku" data-path-attributes="a" content="S1" data-attributes-keys="content,name,charset"></div>',
  },
  {
    id: 'D13-no-microdata',
    group,
    note: 'what browsers act on never comes from data, though it is microdata as well',
    template:
      '<div><meta itemprop="a" name="referrer" data-path-content="v"><meta itemprop="a" http-equiv="x-other" data-path-content="v">' +
      '<meta data-path-content="v"><meta data-path-itemprop="v" data-path-content="v"><link itemprop="a" rel="license" data-path-href="v">' +
      '<link data-path-href="v"><link itemprop="a" data-path-rel="v"><a href="/kept"><link data-path-href="v"></a></div>',
    data: { v: '/x' },
    expected:
      '<div><meta itemprop="a" name="referrer" data-path-content="v"><meta itemprop="a" http-equiv="x-other" data-path-content="v">' +
      '<meta data-path-content="v"><meta data-path-itemprop="v" data-path-content="v"><link itemprop="a" rel="license" data-path-href="v">' +
      '<link data-path-href="v"><link itemprop="a" data-path-rel="v"><a href="/kept"><link data-path-href="v"></a></div>',
  },
  {
    id: 'D13-animate',
    group,
    note: 'elements that animate carry code, however they are spelt',
    template:
      '<svg><animateTransform data-path-values="v"></animateTransform><animateMotion data-path-to="v"></animateMotion></svg>',
    data: { v: 'javascript:alert(1)' },
    expected:
      '<svg><animateTransform data-path-values="v"></animateTransform><animateMotion data-path-to="v"></animateMotion></svg>',
  },
  {
    id: 'D6-svg',
    group,
    note: 'and so does one of an object',
    template: '<svg viewBox="0 0 9 9" data-path-attributes="p"></svg>',
    data: { p: { viewBox: '0 0 1 1', width: 5 } },
    steps: [{ data: { p: { width: 6 } } }],
    expected: '<svg viewBox="0 0 9 9" data-path-attributes="p" data-attributes-keys="width" width="6"></svg>',
    snapshots: [
      '<svg viewBox="0 0 1 1" data-path-attributes="p" data-attributes-keys="viewBox,width" width="5"></svg>',
      '<svg viewBox="0 0 9 9" data-path-attributes="p" data-attributes-keys="width" width="6"></svg>',
    ],
  },
  {
    id: 'D5-picture',
    group,
    note: 'src and alt go to the image of a picture inside, not to one further off',
    template: '<div data-path-src="m.u" data-path-alt="m.a"><p><img src="far.jpg"></p><picture><img></picture></div>',
    data: { m: { u: 'near.jpg', a: 'Near' } },
    expected:
      '<div data-path-src="m.u" data-path-alt="m.a"><p><img src="far.jpg"></p>' +
      '<picture><img src="near.jpg" alt="Near"></picture></div>',
  },
  {
    id: 'D5-video',
    group,
    note: 'src goes to the first video inside',
    template: '<figure data-path-src="m.u"><video></video></figure>',
    data: { m: { u: 'clip.mp4' } },
    expected: '<figure data-path-src="m.u"><video src="clip.mp4"></video></figure>',
  },
  {
    id: 'D5-picture-empty',
    group,
    note: 'a picture with no image has none to offer: the first one inside',
    template: '<figure data-path-src="m.u"><picture></picture><img></figure>',
    data: { m: { u: 'a.jpg' } },
    expected: '<figure data-path-src="m.u"><picture></picture><img src="a.jpg"></figure>',
  },
  {
    id: 'D5-link-inside',
    group,
    note: 'href goes to the first link inside',
    template: '<p data-path-href="m.u">See <a href="#">this</a> and <a href="#b">that</a></p>',
    data: { m: { u: '/this' } },
    expected: '<p data-path-href="m.u">See <a href="/this">this</a> and <a href="#b">that</a></p>',
  },
  {
    id: 'D5-link-around',
    group,
    note: 'or to the nearest link around',
    template: '<a href="#"><b data-path-href="m.u">See</b></a>',
    data: { m: { u: '/this' } },
    expected: '<a href="/this"><b data-path-href="m.u">See</b></a>',
  },
  {
    id: 'D5-hidden',
    group,
    note: 'hidden hides when the value is falsy',
    template: '<i data-path-hidden="m.on">on</i><i data-path-hidden="m.off">off</i>',
    data: { m: { on: 1, off: 0 } },
    expected: '<i data-path-hidden="m.on">on</i><i data-path-hidden="m.off" hidden="">off</i>',
  },
  {
    id: 'D6-object',
    group,
    note: 'each key is an attribute, after the single bindings; keys are noted',
    template: '<p data-path-attributes="m.o" data-path-title="m.t" lang="en">x</p>',
    data: { m: { t: 'single', o: { title: 'object', 'data-n': { a: [1] }, hidden: null, lang: false } } },
    expected:
      '<p data-attributes-keys="title,data-n,hidden,lang" data-n="{&quot;a&quot;:[1]}" data-path-attributes="m.o" ' +
      'data-path-title="m.t" title="object">x</p>',
  },
  {
    id: 'D6-gone',
    group,
    note: 'keys that are gone are removed',
    template: '<p data-path-attributes="m">x</p>',
    data: { m: { title: 'a', rel: 'b' } },
    steps: [{ data: { m: { rel: 'c' } } }],
    expected: '<p data-attributes-keys="rel" data-path-attributes="m" rel="c">x</p>',
    snapshots: [
      '<p data-attributes-keys="title,rel" data-path-attributes="m" rel="b" title="a">x</p>',
      '<p data-attributes-keys="rel" data-path-attributes="m" rel="c">x</p>',
    ],
  },
  {
    id: 'D6-gone-capitals',
    group,
    note: 'also one whose key was noted in capitals',
    template: '<p title="server" data-attributes-keys="TITLE" data-path-attributes="m">x</p>',
    data: { m: {} },
    expected: '<p data-attributes-keys="" data-path-attributes="m">x</p>',
  },
  {
    id: 'D6-html',
    group,
    note: 'html is content',
    template: '<div data-path-attributes="m">x</div>',
    data: { m: { html: 'a <b>bold</b>' } },
    expected: '<div data-attributes-keys="html" data-path-attributes="m">a <b>bold</b></div>',
  },
  ...[
    ['my.src.o', 'my.src', 'a data source with a dot in its name'],
    ["['my src'].o", 'my src', 'a data source in quotes'],
  ].map(([path, source, note]) => ({
    id: `D6-external-${source}`,
    group,
    note: `${note}: datasources are under its id`,
    template: `<feaas-external data-external-id="None" data-path-attributes="${path}"></feaas-external>`,
    data: { [source!]: { o: { a: 1 } } },
    expected:
      `<feaas-external a="1" data-attributes-keys="a" data-external-id="None" data-path-attributes="${path}" ` +
      `datasources="{&quot;${source}&quot;:{&quot;a&quot;:1}}"></feaas-external>`,
  })),
  {
    id: 'D6-external-list',
    group,
    note: 'a list that is bound to a property of an external component is JSON, also an empty one',
    template:
      '<feaas-external data-external-id="None" data-path-bars="m.bars" data-path-none="m.none" data-path-first="m.all.*.t" ' +
      'data-path-hidden="m.none"></feaas-external><b data-path-title="m.bars"></b>',
    data: { m: { bars: [1, [2], { a: 3 }], none: [], all: [{ t: 'first' }, { t: 'second' }] } },
    expected:
      '<feaas-external bars="[1,[2],{&quot;a&quot;:3}]" data-external-id="None" data-path-bars="m.bars" ' +
      'data-path-first="m.all.*.t" data-path-hidden="m.none" data-path-none="m.none" first="first" hidden="" none="[]">' +
      '</feaas-external><b data-path-title="m.bars" title="1"></b>',
  },
  {
    id: 'D6-name',
    group,
    note: 'a name that is no attribute is skipped, the others stand',
    template: '<p data-path-attributes="m">x</p>',
    data: { m: { 'a b': 1, title: 'kept' } },
    expected: '<p data-attributes-keys="a b,title" data-path-attributes="m" title="kept">x</p>',
  },
  {
    id: 'D13-handler',
    group,
    note: 'event handlers, script addresses and scripts of data are dropped',
    template: '<a data-path-href="m.u" data-path-onclick="m.c" data-path="m.h">x</a>',
    data: {
      m: { u: 'javascript:alert(1)', c: 'alert(1)', h: 'a<script>alert(1)</script><b onclick="alert(1)">b</b>' },
    },
    expected: '<a data-path="m.h" data-path-href="m.u" data-path-onclick="m.c">a<b>b</b></a>',
  },
  {
    id: 'D19-component',
    group,
    note: 'what chooses a template never comes from data',
    template: '<feaas-component hidden data="{}" data-path-cdn="m.c" data-path-title="m.t"></feaas-component>',
    data: { m: { c: '//evil.example', t: 'shown' } },
    expected:
      '<feaas-component data="{}" data-path-cdn="m.c" data-path-title="m.t" hidden="" title="shown"></feaas-component>',
  },
  {
    id: 'D19-inserted',
    group,
    note: 'elements of the kit in the HTML of data are dropped',
    template: '<div data-path="m.h"></div>',
    data: { m: { h: 'a<feaas-component src="l/c" template="x"></feaas-component>b' } },
    expected: '<div data-path="m.h">ab</div>',
  },
  {
    id: 'D4-host-data',
    group,
    note: 'the host’s other attributes are not its bindings’ business',
    attrs: { 'data-path': 'a.x' },
    template: '<p>t</p>',
    data: { a: { x: '1' } },
    steps: [{ data: { a: { x: '2' } } }],
    expected: '2',
    snapshots: ['1', '2'],
  },
  {
    id: 'D5-host-src',
    group,
    note: 'src of the host goes to the first img in it',
    attrs: { 'data-path-src': 'm.i', 'data-path-alt': 'm.a' },
    template: '<p><img src="x"></p><img src="y">',
    data: { m: { i: 'a.jpg', a: 'A' } },
    expected: '<p><img alt="A" src="a.jpg"></p><img src="y">',
  },
  {
    id: 'D19-kept',
    group,
    note: 'nor does data take away what chooses a component',
    template:
      '<feaas-component hidden library="L" component="C" data-path-attributes="s" data-path-version="s.none"></feaas-component>',
    data: { s: { library: 'evil', title: 't' } },
    expected:
      '<feaas-component component="C" data-attributes-keys="library,title" data-path-attributes="s" ' +
      'data-path-version="s.none" hidden="" library="L" title="t"></feaas-component>',
  },
  {
    id: 'D19-kept-binding',
    group,
    note: 'also by a binding of its own',
    template: '<feaas-component hidden data="{}" version="v" data-path-version="s.v"></feaas-component>',
    data: { s: { v: 'evil' } },
    expected: '<feaas-component data="{}" data-path-version="s.v" hidden="" version="v"></feaas-component>',
  },
  {
    id: 'D19-kept-script',
    group,
    note: 'nor what chooses a script',
    template:
      '<i data-embed-src="/own.js" data-path-attributes="s">-</i><b data-embed-src="/own.js" data-path-data-embed-src="s.none">-</b>',
    data: { s: { 'data-embed-src': '/evil.js' } },
    expected:
      '<i data-attributes-keys="data-embed-src" data-embed-src="/own.js" data-path-attributes="s">-</i>' +
      '<b data-embed-src="/own.js" data-path-data-embed-src="s.none">-</b>',
  },
  {
    id: 'D6-letters',
    group,
    note: 'names of attributes are of any script; what is no name is left out',
    template: '<i data-path-attributes="s" data-path-größe="s.n">-</i>',
    data: { s: { größe: 1, 'data-größe': 2, 'a b': 3, '×': 4, '1a': 5 }, n: 0 },
    expected:
      '<i data-attributes-keys="größe,data-größe,a b,×,1a" data-größe="2" data-path-attributes="s" data-path-größe="s.n" größe="1">-</i>',
  },
  {
    id: 'D16-host',
    group,
    note: 'what is bound on the host counts for what it shows at once: its language, its theme',
    attrs: { 'data-path-lang': 'a.l', 'data-path-class': 'a.c' },
    template: '<p class="-inline--time -theme--z" data-path="a.d">-</p>',
    data: { a: { l: 'de', c: '-theme--q', d: '2024-03-05' } },
    steps: [{ data: { a: { l: 'en', c: 'x', d: '2024-03-06' } } }],
    expected: '<p class="-inline--time -theme--z" data-path="a.d">March 6, 2024</p>',
    snapshots: [
      '<p class="-inline--time" data-path="a.d">5. März 2024</p>',
      '<p class="-inline--time -theme--z" data-path="a.d">March 6, 2024</p>',
    ],
  },
  {
    id: 'E3-inner',
    group,
    note: 'children that stand in the page lose their theme, too',
    attrs: { class: '-theme--q' },
    inner: '<section class="-theme--a b">x</section>',
    expected: '<section class="b">x</section>',
  },
  {
    id: 'E3-svg',
    group,
    note: 'a theme on the host takes that of drawings, too',
    attrs: { class: '-theme--o' },
    template: '<svg class="a -theme--x"></svg>',
    expected: '<svg class="a"></svg>',
  },
  {
    id: 'E3-token',
    group,
    note: 'a class that has a theme’s name within is no theme',
    attrs: { class: 'page-theme--dark' },
    template: '<section class="-theme--a">x</section>',
    expected: '<section class="-theme--a">x</section>',
  },
];
