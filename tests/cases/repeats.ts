/** Repeaters, and the nodes that stay when data changes (D2, D11, D16). */
import type { ConformanceCase } from '../lib/conformance';

const group = 'repeats';
const item = (scope: string, path: string, text: string, more = ''): string =>
  `<li data-path="${path}" data-path-scope="${scope}"${more}>${text}</li>`;

export const repeats: ConformanceCase[] = [
  {
    id: 'D11-repeat',
    group,
    note: 'once per item, grown and shrunk',
    template: `<ul>${item('l.*', 'l.*.n', '-')}</ul>`,
    data: { l: [{ n: 'a' }] },
    steps: [{ data: { l: [{ n: 'b' }, { n: 'a' }, { n: 'c' }] } }, { data: { l: [{ n: 'c' }] } }],
    expected: `<ul>${item('l.*', 'l.*.n', 'c')}</ul>`,
    snapshots: [['a'], ['b', 'a', 'c'], ['c']].map(
      (names) => `<ul>${names.map((name) => item('l.*', 'l.*.n', name)).join('')}</ul>`,
    ),
  },
  ...[{}, { l: null }, { l: [] }].map((data) => ({
    id: `D11-none-${JSON.stringify(data)}`,
    group,
    note: 'zero items keep the first one, hidden',
    template: `<ul>${item('l.*', 'l.*.n', 'first')}</ul>`,
    data,
    expected: `<ul>${item('l.*', 'l.*.n', 'first', ' hidden=""')}</ul>`,
  })),
  {
    id: 'D11-none-no-fallback',
    group,
    note: 'an empty list is not looked past to another one',
    template: `<ul>${item('s.l.*', 's.l.*.n', 'first')}</ul>`,
    data: { s: { l: [] }, _: { l: [{ n: 'other' }] } },
    expected: `<ul>${item('s.l.*', 's.l.*.n', 'first', ' hidden=""')}</ul>`,
  },
  {
    id: 'D2-nested',
    group,
    note: 'the innermost scope that prefixes the path is taken, the rest looked up in its item',
    template:
      '<section data-path-scope="s.*"><h3 data-path="s.*.t">-</h3>' +
      '<i data-path-scope="s.*.p.*" data-path="s.*.p.*.n" data-path-title="s.*.t">-</i></section>',
    data: {
      s: [
        { t: 'A', p: [{ n: 1 }, { n: 2 }] },
        { t: 'B', p: [{ n: 3 }] },
      ],
    },
    expected:
      '<section data-path-scope="s.*"><h3 data-path="s.*.t">A</h3>' +
      '<i data-path="s.*.p.*.n" data-path-scope="s.*.p.*" data-path-title="s.*.t" title="A">1</i>' +
      '<i data-path="s.*.p.*.n" data-path-scope="s.*.p.*" data-path-title="s.*.t" title="A">2</i></section>' +
      '<section data-path-scope="s.*"><h3 data-path="s.*.t">B</h3>' +
      '<i data-path="s.*.p.*.n" data-path-scope="s.*.p.*" data-path-title="s.*.t" title="B">3</i></section>',
  },
  {
    id: 'D2-range',
    group,
    note: 'a range as scope; its inner paths are written with a wildcard',
    template: `<ul>${item('l[1:3]', 'l.*.n', '-')}</ul>`,
    data: { l: [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }] },
    expected: `<ul>${item('l[1:3]', 'l.*.n', '1')}${item('l[1:3]', 'l.*.n', '2')}</ul>`,
  },
  {
    id: 'D2-filter',
    group,
    note: 'a filter as scope',
    template: `<ul>${item('l[?(@.n&gt;1)]', 'l.*.n', '-')}</ul>`,
    data: { l: [{ n: 1 }, { n: 2 }, { n: 3 }] },
    expected: `<ul>${item('l[?(@.n>1)]', 'l.*.n', '2')}${item('l[?(@.n>1)]', 'l.*.n', '3')}</ul>`,
  },
  {
    id: 'D11-primitives',
    group,
    note: 'items that are values themselves',
    template: `<ul>${item('l.*', 'l.*', '-')}</ul>`,
    data: { l: ['a', 0, 'c'] },
    expected: `<ul>${item('l.*', 'l.*', 'a')}${item('l.*', 'l.*', '0')}${item('l.*', 'l.*', 'c')}</ul>`,
  },
  {
    id: 'D11-array-item',
    group,
    note: 'an item that is an array stays one where something inside scopes over what its entries hold',
    template: `<ul data-path-scope="l.*">${item('l.*.*.n.*', 'l.*.*.n.*', '-')}</ul>`,
    data: { l: [[{ n: [1, 2] }, { n: [3] }], [{ n: [4] }]] },
    expected: [[1, 2, 3], [4]]
      .map((list) => list.map((each) => item('l.*.*.n.*', 'l.*.*.n.*', String(each))).join(''))
      .map((inner) => `<ul data-path-scope="l.*">${inner}</ul>`)
      .join(''),
  },
  {
    id: 'D11-run',
    group,
    note: 'siblings of one scope are one run, even with other elements between: the second shows item 2',
    template: `<ul>${item('l.*', 'l.*', '-')}<hr>${item('l.*', 'l.*', '-', ' class="second"')}</ul>`,
    data: { l: ['a', 'b'] },
    expected: `<ul>${item('l.*', 'l.*', 'a')}<hr><li class="second" data-path="l.*" data-path-scope="l.*">b</li></ul>`,
  },
  {
    id: 'D11-void',
    group,
    note: 'an element with no content repeats too',
    template: '<p><img data-path-scope="l.*" data-path-src="l.*.u"></p>',
    data: { l: [{ u: 'a.jpg' }, { u: 'b.jpg' }] },
    expected:
      '<p><img data-path-scope="l.*" data-path-src="l.*.u" src="a.jpg">' +
      '<img data-path-scope="l.*" data-path-src="l.*.u" src="b.jpg"></p>',
  },
  {
    id: 'D16-back',
    group,
    note: 'texts and children of the template come back when a value disappears',
    template: '<p data-path="v.x">was <b>here</b></p>',
    data: { v: { x: 'now' } },
    steps: [{ data: { v: {} } }, { data: { v: { x: 'again' } } }],
    expected: '<p data-path="v.x">again</p>',
    snapshots: ['<p data-path="v.x">now</p>', '<p data-path="v.x">was <b>here</b></p>', '<p data-path="v.x">again</p>'],
  },
  {
    id: 'D16-attribute-back',
    group,
    note: 'and so does a src of the template',
    template: '<img src="template.jpg" data-path-src="v.x">',
    data: { v: { x: 'data.jpg' } },
    steps: [{ data: { v: { x: '' } } }],
    expected: '<img data-path-src="v.x" src="template.jpg">',
  },
  {
    id: 'E6-template',
    group,
    note: 'a change of the template always shows',
    template: '<b data-path="v.x"></b>',
    data: { v: { x: 'one' } },
    steps: [{ template: '<i data-path="v.x"></i>' }],
    expected: '<i data-path="v.x">one</i>',
  },
  {
    id: 'E6-children',
    group,
    note: 'children are the template; a server-made run counts as its first element',
    inner: `<ul>${item('l.*', 'l.*', 'x')}${item('l.*', 'l.*', 'y')}</ul>`,
    data: { l: ['a', 'b', 'c'] },
    expected: `<ul>${item('l.*', 'l.*', 'a')}${item('l.*', 'l.*', 'b')}${item('l.*', 'l.*', 'c')}</ul>`,
  },
  {
    id: 'D14-settings',
    group,
    note: 'data settings are fetched and replaced by the result, beside plain data',
    template: '<b data-path="live.name">-</b><i data-path="plain.x">-</i>',
    data: { live: { url: '{{host}}/live.json' }, plain: { x: 'plain' } },
    files: { '/live.json': { name: 'fetched' } },
    expected: '<b data-path="live.name">fetched</b><i data-path="plain.x">plain</i>',
  },
  {
    id: 'D2-ranges',
    group,
    note: 'every range and filter of a scope is written as .* inside of it',
    template: '<i data-path-scope="o[0:2].items.*" data-path="o.*.items.*.t">-</i>',
    data: { o: [{ items: [{ t: 'a' }] }, { items: [{ t: 'b' }] }, { items: [{ t: 'c' }] }] },
    expected: ['a', 'b']
      .map((text) => `<i data-path="o.*.items.*.t" data-path-scope="o[0:2].items.*">${text}</i>`)
      .join(''),
  },
  {
    id: 'D2-ranges-same',
    group,
    note: 'or as the scope itself',
    template: '<i data-path-scope="o[0:2].items.*" data-path="o[0:2].items.*.t">-</i>',
    data: { o: [{ items: [{ t: 'a' }] }, { items: [{ t: 'b' }] }, { items: [{ t: 'c' }] }] },
    expected: ['a', 'b']
      .map((text) => `<i data-path="o[0:2].items.*.t" data-path-scope="o[0:2].items.*">${text}</i>`)
      .join(''),
  },
  {
    id: 'D11-lists-plain',
    group,
    note: 'a scope without .* over a list of lists repeats over its lists',
    template: '<ul data-path-scope="s.l"><li data-path-scope="s.l.*.*" data-path="s.l.*.*">-</li></ul>',
    data: { s: { l: [['a', 'b'], ['c']] } },
    expected: [['a', 'b'], ['c']]
      .map((list) => `<ul data-path-scope="s.l">${list.map((each) => item('s.l.*.*', 's.l.*.*', each)).join('')}</ul>`)
      .join(''),
  },
  {
    id: 'D11-hidden-inside',
    group,
    note: 'what stands for an empty list is hidden; what is in it is hidden by its own binding alone',
    template: '<div data-path-scope="l.*"><p data-path-hidden="f.on">x</p></div>',
    data: { l: [], f: { on: true } },
    expected: '<div data-path-scope="l.*" hidden=""><p data-path-hidden="f.on">x</p></div>',
  },
  {
    id: 'E10-own-data',
    group,
    note: 'a nested component keeps the data that its place gives it',
    template: '<feaas-component fetch="" template="<b data-path=\'x\'>-</b>" data-path-data="s.cfg"></feaas-component>',
    data: { s: { cfg: { x: 1 } } },
    expected:
      '<feaas-component class="-feaas" data="{&quot;x&quot;:1}" data-path-data="s.cfg" fetch="" ' +
      'template="<b data-path=\'x\'>-</b>"><b data-path="x">1</b></feaas-component>',
  },
  {
    id: 'E10-own-attributes',
    group,
    note: 'what is bound on a nested component is bound to the data around it, not to its own',
    template:
      '<feaas-component data="{}" fetch="" template="x" data-path-title="m.t"></feaas-component>' +
      '<feaas-component fetch="" template="<b data-path=\'x\'>-</b>" data-path-attributes="m.o"></feaas-component>',
    data: { m: { t: 'T', o: { data: { x: 1 } } } },
    expected:
      '<feaas-component class="-feaas" data="{}" data-path-title="m.t" fetch="" template="x" title="T">x</feaas-component>' +
      '<feaas-component class="-feaas" data="{&quot;x&quot;:1}" data-attributes-keys="data" data-path-attributes="m.o" fetch="" ' +
      'template="<b data-path=\'x\'>-</b>"><b data-path="x">1</b></feaas-component>',
  },
  {
    id: 'D2-same-names',
    group,
    note: 'lists of one name in each other, with an empty one',
    template:
      '<ul data-path-scope="l.*"><li data-path-scope="l.*.l.*"><b data-path-scope="l.*.l.*.l.*" data-path="l.*.l.*.l.*">k</b></li></ul>',
    data: { l: [{ l: [{ l: ['x', 'y'] }, { l: [] }] }, { l: [{ l: ['z'] }] }] },
    expected:
      '<ul data-path-scope="l.*"><li data-path-scope="l.*.l.*"><b data-path-scope="l.*.l.*.l.*" data-path="l.*.l.*.l.*">x</b>' +
      '<b data-path-scope="l.*.l.*.l.*" data-path="l.*.l.*.l.*">y</b></li><li data-path-scope="l.*.l.*">' +
      '<b data-path-scope="l.*.l.*.l.*" data-path="l.*.l.*.l.*" hidden="">k</b></li></ul><ul data-path-scope="l.*">' +
      '<li data-path-scope="l.*.l.*"><b data-path-scope="l.*.l.*.l.*" data-path="l.*.l.*.l.*">z</b></li></ul>',
  },
  {
    id: 'D11-run-in-item',
    group,
    note: 'a run with text between in each item: more, fewer and no items',
    template:
      '<p data-path-scope="l.*"><i data-path-scope="l.*.m.*" data-path="l.*.m.*">a</i> and <i data-path-scope="l.*.m.*" data-path="l.*.m.*">b</i></p>',
    data: { l: [{ m: [1, 2, 3] }, { m: [4] }, {}] },
    expected:
      '<p data-path-scope="l.*"><i data-path-scope="l.*.m.*" data-path="l.*.m.*">1</i> and ' +
      '<i data-path-scope="l.*.m.*" data-path="l.*.m.*">2</i><i data-path-scope="l.*.m.*" data-path="l.*.m.*">3</i></p>' +
      '<p data-path-scope="l.*"><i data-path-scope="l.*.m.*" data-path="l.*.m.*">4</i> and </p>' +
      '<p data-path-scope="l.*"><i data-path-scope="l.*.m.*" data-path="l.*.m.*" hidden="">a</i> and </p>',
  },
  {
    id: 'D4-inserted-repeat',
    group,
    note: 'HTML of an item repeats a list of that item',
    template: '<div data-path-scope="l.*" data-path="l.*.h">k</div>',
    data: {
      l: [
        { h: '<u data-path-scope="l.*.m.*" data-path="l.*.m.*">k</u>', m: [1, 2] },
        { h: '<u data-path-scope="l.*.m.*" data-path="l.*.m.*">k</u>', m: [] },
      ],
    },
    expected:
      '<div data-path-scope="l.*" data-path="l.*.h"><u data-path-scope="l.*.m.*" data-path="l.*.m.*">1</u>' +
      '<u data-path-scope="l.*.m.*" data-path="l.*.m.*">2</u></div><div data-path-scope="l.*" data-path="l.*.h">' +
      '<u data-path-scope="l.*.m.*" data-path="l.*.m.*" hidden="">k</u></div>',
  },
];
