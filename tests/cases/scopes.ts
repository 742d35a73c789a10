/** Scopes of paths, and repeaters with several elements (D2, D11, D16). */
import type { ConformanceCase } from '../lib/conformance';

const group = 'scopes';
const RUN = '<b data-path-scope="l.*" data-path="l.*">a</b><hr><b data-path-scope="l.*" data-path="l.*">b</b>';
/** The HTML of a nested component with a template, in the source, or with its rendered content. */
const nested = (template: string, shown?: string): string =>
  `<feaas-component ${shown === undefined ? '' : 'class="-feaas" '}fetch="" template="${template.replaceAll('"', '&quot;')}">` +
  `${shown ?? ''}</feaas-component>`;
/** Paths of the item, of the second item, and of the first. */
const PLAIN = (item: string, second: string, first: string): string =>
  `<b data-path="s.l.t">${item}</b><i data-path="s.l.*.t">${item}</i><u data-path="s.l.1.t">${second}</u>` +
  `<s data-path="s.l[0].t">${first}</s><em data-path="$.s.l.t">${item}</em>`;

const NESTED =
  "<u data-path='l.*.t'>-</u><b data-path-scope='l.*' data-path='l.*.t'>-</b><i data-path-scope='l.*.m.*' data-path='l.*.m.*'>-</i>";

export const scopes: readonly ConformanceCase[] = [
  {
    id: 'D16-run-kept',
    group,
    note: 'a run of several elements that another template takes over shows what comes later',
    template: RUN,
    data: { l: [1] },
    steps: [{ template: RUN + '<i>z</i>' }, { data: { l: [1, 2, 3] } }, { data: { l: [] } }, { data: { l: [4, 5] } }],
    expected:
      '<b data-path="l.*" data-path-scope="l.*">4</b><hr><b data-path="l.*" data-path-scope="l.*">5</b><i>z</i>',
    snapshots: [
      '<b data-path="l.*" data-path-scope="l.*">1</b><hr>',
      '<b data-path="l.*" data-path-scope="l.*">1</b><hr><i>z</i>',
      '<b data-path="l.*" data-path-scope="l.*">1</b><hr><b data-path="l.*" data-path-scope="l.*">2</b>' +
        '<b data-path="l.*" data-path-scope="l.*">3</b><i>z</i>',
      '<b data-path="l.*" data-path-scope="l.*" hidden="">a</b><hr><i>z</i>',
      '<b data-path="l.*" data-path-scope="l.*">4</b><hr><b data-path="l.*" data-path-scope="l.*">5</b><i>z</i>',
    ],
  },
  {
    id: 'D2-own-spelling',
    group,
    note: 'a path may begin as its scope is written, with its range, union or filter',
    template:
      '<i data-path-scope="l[0:2]" data-path="l[0:2].t">-</i><b data-path-scope="l[0,2]" data-path="l[0,2].t">-</b>' +
      '<u data-path-scope="l[?(@.t>1)]" data-path="l[?(@.t>1)].t">-</u>' +
      '<ul data-path-scope="l[1:3]"><li data-path-scope="l[1:3].m.*" data-path="l[1:3].m.*">-</li></ul>',
    data: { l: [{ t: 1 }, { t: 2, m: [4, 5] }, { t: 3, m: [6] }] },
    expected:
      [1, 2].map((t) => `<i data-path="l[0:2].t" data-path-scope="l[0:2]">${t}</i>`).join('') +
      [1, 3].map((t) => `<b data-path="l[0,2].t" data-path-scope="l[0,2]">${t}</b>`).join('') +
      [2, 3].map((t) => `<u data-path="l[?(@.t&gt;1)].t" data-path-scope="l[?(@.t&gt;1)]">${t}</u>`).join('') +
      [[4, 5], [6]]
        .map((list) => list.map((m) => `<li data-path="l[1:3].m.*" data-path-scope="l[1:3].m.*">${m}</li>`).join(''))
        .map((items) => `<ul data-path-scope="l[1:3]">${items}</ul>`)
        .join(''),
  },
  {
    id: 'D2-root-list',
    group,
    note: 'data that is a list is repeated by $',
    template: '<i data-path-scope="$" data-path="$.t">-</i>',
    data: [{ t: 1 }, { t: 2 }],
    expected: '<i data-path="$.t" data-path-scope="$">1</i><i data-path="$.t" data-path-scope="$">2</i>',
  },
  {
    id: 'D2-root-spelt',
    group,
    note: 'a path is in a scope whichever of the two begins with $',
    template:
      '<p data-path-scope="$.s.a[*]" data-path="s.a.*.t">-</p><i data-path-scope="s.a.*" data-path="$.s.a[*].t">-</i>',
    data: { s: { a: [{ t: 1 }, { t: 2 }] } },
    expected:
      '<p data-path="s.a.*.t" data-path-scope="$.s.a[*]">1</p><p data-path="s.a.*.t" data-path-scope="$.s.a[*]">2</p>' +
      '<i data-path="$.s.a[*].t" data-path-scope="s.a.*">1</i><i data-path="$.s.a[*].t" data-path-scope="s.a.*">2</i>',
  },
  {
    id: 'D2-plain',
    group,
    note: 'a scope without * is the beginning of paths as it is written, too; an index is one of its list',
    template:
      '<p data-path-scope="s.l"><b data-path="s.l.t">-</b><i data-path="s.l.*.t">-</i><u data-path="s.l[0].t">-</u></p>' +
      '<b data-path-scope="s.m" data-path="s.m">-</b><i data-path-scope="s..n" data-path="s..n">-</i>',
    data: { s: { l: [{ t: 1 }, { t: 2 }], m: ['x', 'y'], a: { n: 3 }, b: { n: 4 } } },
    expected: [1, 2]
      .map(
        (t) =>
          `<p data-path-scope="s.l"><b data-path="s.l.t">${t}</b><i data-path="s.l.*.t">${t}</i><u data-path="s.l[0].t">1</u></p>`,
      )
      .concat(['x', 'y'].map((text) => `<b data-path="s.m" data-path-scope="s.m">${text}</b>`))
      .concat(['3', '4'].map((text) => `<i data-path="s..n" data-path-scope="s..n">${text}</i>`))
      .join(''),
  },
  {
    id: 'D2-nested-plain',
    group,
    note: 'scopes without * stand in each other; one that is equal repeats the whole list again',
    template:
      '<p data-path-scope="s.l"><b data-path-scope="s.l.m" data-path="s.l.m">-</b><i data-path-scope="s.l" data-path="s.l.t">-</i></p>',
    data: { s: { l: [{ t: 1, m: [2, 3] }, { t: 4 }] } },
    expected:
      '<p data-path-scope="s.l"><b data-path="s.l.m" data-path-scope="s.l.m">2</b><b data-path="s.l.m" data-path-scope="s.l.m">3</b>' +
      '<i data-path="s.l.t" data-path-scope="s.l">1</i><i data-path="s.l.t" data-path-scope="s.l">4</i></p>' +
      '<p data-path-scope="s.l"><b data-path="s.l.m" data-path-scope="s.l.m" hidden="">-</b>' +
      '<i data-path="s.l.t" data-path-scope="s.l">1</i><i data-path="s.l.t" data-path-scope="s.l">4</i></p>',
  },
  {
    id: 'E10-scope-again',
    group,
    note: 'a nested component that repeats the scope around it repeats the whole list again (D2)',
    template: `<div data-path-scope="l.*"><feaas-component fetch="" template="${NESTED}"></feaas-component></div>`,
    data: {
      l: [
        { t: 1, m: [5] },
        { t: 2, m: [6, 7] },
      ],
    },
    expected: [1, 2]
      .map(
        (t) =>
          `<div data-path-scope="l.*"><feaas-component class="-feaas" fetch="" template="${NESTED}"><u data-path="l.*.t">${t}</u>` +
          '<b data-path="l.*.t" data-path-scope="l.*">1</b><b data-path="l.*.t" data-path-scope="l.*">2</b>' +
          (t === 1 ? [5] : [6, 7]).map((m) => `<i data-path="l.*.m.*" data-path-scope="l.*.m.*">${m}</i>`).join('') +
          '</feaas-component></div>',
      )
      .join(''),
  },
  {
    id: 'E10-plain-scope',
    group,
    note: 'a nested component in a scope without .* reads its item under the name of the list, as what is around it does (D2)',
    template:
      `<div data-path-scope="s.l">${nested(PLAIN('-', '-', '-'))}</div>` +
      `<div data-path-scope="w">${nested('<b data-path="w">-</b>')}</div>`,
    data: { s: { l: [{ t: 1 }, { t: 2 }] }, w: ['x', 'y'] },
    expected:
      ['1', '2']
        .map((t) => `<div data-path-scope="s.l">${nested(PLAIN('-', '-', '-'), PLAIN(t, '2', '1'))}</div>`)
        .join('') +
      ['x', 'y']
        .map(
          (text) =>
            `<div data-path-scope="w">${nested('<b data-path="w">-</b>', `<b data-path="w">${text}</b>`)}</div>`,
        )
        .join(''),
  },
  {
    id: 'E10-quoted-scope',
    group,
    note: 'names with dots and stars in the scope around a nested component are names there, too',
    template: ["l['a.b'].*", "l['*'].*"]
      .map((scope) => `<div data-path-scope="${scope}">${nested(`<b data-path="${scope}.t">-</b>`)}</div>`)
      .join(''),
    data: { l: { 'a.b': [{ t: 1 }, { t: 2 }], '*': [{ t: 3 }, { t: 4 }] } },
    expected: [
      ["l['a.b'].*", 1, 2],
      ["l['*'].*", 3, 4],
    ]
      .flatMap(([scope, ...all]) =>
        all.map(
          (t) =>
            `<div data-path-scope="${scope}">` +
            `${nested(`<b data-path="${scope}.t">-</b>`, `<b data-path="${scope}.t">${t}</b>`)}</div>`,
        ),
      )
      .join(''),
  },
  {
    id: 'E10-external-source',
    group,
    note: 'in a nested component of a repeat, too, an external one has its object under the id of its data source (D6)',
    template: `<div data-path-scope="s.l.*">${nested('<feaas-external data-path-attributes="s.l.*"></feaas-external>')}</div>`,
    data: { s: { l: [{ a: 1 }] } },
    expected: `<div data-path-scope="s.l.*">${nested(
      '<feaas-external data-path-attributes="s.l.*"></feaas-external>',
      '<feaas-external data-path-attributes="s.l.*" a="1" data-attributes-keys="a" ' +
        'datasources="{&quot;s&quot;:{&quot;a&quot;:1}}"></feaas-external>',
    )}</div>`,
  },
  {
    id: 'D1-through-text',
    group,
    note: 'a path that leads through a text finds nothing in an item either, whatever else is bound (D3, D7)',
    template:
      '<p data-path-scope="l.*" data-path-title="l.*.a.b"><b data-path="l.*.a.b">keep</b><i data-path="l.*.a.*">keep</i>' +
      '<u data-path="l.*.a[0]" data-path-placeholder="none">keep</u><s data-path="l.*.a.$.c">keep</s>' +
      '<img data-path-src="l.*.a.b" src="old.jpg"><a data-path-href="l.*.a.b" href="old">a</a><em data-path="l.*.a">-</em></p>',
    data: { l: [{ a: 'x', c: 'C' }] },
    expected:
      '<p data-path-scope="l.*" data-path-title="l.*.a.b"><b data-path="l.*.a.b">keep</b><i data-path="l.*.a.*">keep</i>' +
      '<u data-path="l.*.a[0]" data-path-placeholder="none">none</u><s data-path="l.*.a.$.c">C</s>' +
      '<img data-path-src="l.*.a.b" src="old.jpg"><a data-path-href="l.*.a.b">a</a><em data-path="l.*.a">x</em></p>',
  },
];
