/** How a path finds its value (D1, D3). */
import type { ConformanceCase } from '../lib/conformance';

/** The minimal template: one text with one binding. */
const text = (id: string, note: string, path: string, data: unknown, found: string): ConformanceCase => ({
  id,
  group: 'lookups',
  note,
  template: `<b data-path="${path}">none</b>`,
  data,
  expected: `<b data-path="${path}">${found}</b>`,
});

export const lookups: ConformanceCase[] = [
  text('D1-source', 'the first segment is a data source', 'shop.name', { shop: { name: 'Aurora' } }, 'Aurora'),
  text('D1-exact', 'an exact key wins, even with dots', 'a.b', { 'a.b': 'exact', a: { b: 'path' } }, 'exact'),
  text('D1-several', 'several values: the first', 'l.*.n', { l: [{ n: 'one' }, { n: 'two' }] }, 'one'),
  text('D1-flat', 'arrays are flattened', 'l.*.n', { l: [{ n: ['x', 'y'] }, { n: 'z' }] }, 'x'),
  text('D1-index', 'an index from the end', 'l[-1].n', { l: [{ n: 1 }, { n: 2 }] }, '2'),
  text('D1-slice', 'a slice', 'l[1:3].n', { l: [{ n: 1 }, { n: 2 }, { n: 3 }] }, '2'),
  text('D1-quoted', 'a name with a space', "user['first name']", { user: { 'first name': 'Ada' } }, 'Ada'),
  text('D1-double-quoted', 'single and double quotes', "a['b']['c d']", { a: { b: { 'c d': 'deep' } } }, 'deep'),
  text('D1-descend', 'anywhere below', 'a..t', { a: { x: { y: { t: 'below' } } } }, 'below'),
  text('D1-filter', 'a filter', "l[?(@.id=='b')].n", { l: [{ id: 'a', n: 1 }, { id: 'b', n: 2 }] }, '2'), // prettier-ignore
  text('D1-filter-true', 'one in parentheses asks for what is true', 'l[?(@.on)].n', { l: [{ on: false, n: 1 }, { on: 0, n: 2 }, { on: 'x', n: 3 }] }, '3'), // prettier-ignore
  text('D1-filter-untrue', 'or for what is not', "l[?(@.k=='b' && !@.off)].n", { l: [{ k: 'b', off: true, n: 1 }, { k: 'b', off: null, n: 2 }] }, '2'), // prettier-ignore
  text('D1-filter-length', 'or for how much there is', 'l[?(@.t.length>1)].n', { l: [{ t: ['x'], n: 1 }, { t: ['x', 'y'], n: 2 }] }, '2'), // prettier-ignore
  text(
    'D21-items',
    'in parentheses an item itself is compared as in JavaScript',
    'l[?(@&gt;3)]',
    { l: ['2', '26'] },
    '26',
  ),
  text('D21-text', 'a text of a filter is only a text', "l[?(@.k=='a @ b, $5' && @.n &gt; 3)].n", { l: [{ k: 'a @ b, $5', n: '2' }, { k: 'a @ b, $5', n: '26' }] }, '26'), // prettier-ignore
  text('D1-union', 'a union takes the first in its own order', "a['y','x']", { a: { x: 1, y: 2 } }, '2'),
  text('D1-rfc', 'the spelling of RFC 9535', "$.a['b'][0]", { a: { b: ['v'] } }, 'v'),
  text('D1-proto', 'inherited members are no data', 'a.constructor.name', { a: {} }, 'none'),
  text('D1-proto-own', 'but own ones of such names are', 'a.constructor', { a: { constructor: 'own' } }, 'own'),
  text('D3-all', 'the first segment replaced by _', 'shop.name', { _: { name: 'all' } }, 'all'),
  text('D3-root', 'the first segment dropped', 'shop.name', { name: 'root' }, 'root'),
  text('D3-all-first', '_ before the root', 'shop.name', { _: { name: 'all' }, name: 'root' }, 'all'),
  text('D3-context', 'what stands between the first segment and .$ is cut', 'c.a.$.b', { c: { b: 'cut' } }, 'cut'),
  text('D3-context-all', 'the same under _', 'c.a.$.b', { _: { b: 'all' } }, 'all'),
  text('D3-context-root', 'the same at the root', 'c.a.$.b', { b: 'root' }, 'root'),
  text('D3-single', 'a single segment as _ itself', 'title', { _: 'whole' }, 'whole'),
  text('D3-exists', 'a data source that exists is not looked past', 'a.b', { a: {}, _: { b: 1 }, b: 2 }, 'none'),
  text('D1-negative-name', 'a dotted negative number is a name', 'a.-1', { a: { '-1': 'own' } }, 'own'),
  text('D1-negative-none', 'and breaks nothing where there is none', 'a.l.-1', { a: { l: [1] } }, 'none'),
  text(
    'D1-exact-signs',
    'an exact key wins, whatever its signs mean in a path',
    'Price (net)',
    { 'Price (net)': 7 },
    '7',
  ),
  text('D1-exact-paren', 'also one that only closes', 'b) Terms', { 'b) Terms': 7 }, '7'),
  text('D1-exact-source', 'a data source of such a name', 'a~b.x', { 'a~b': { x: 'found' } }, 'found'),
  text('D1-bad', 'a path of no language finds nothing', 'a[b', { a: { b: 1 } }, 'none'),
  text('D3-exists-quoted', 'the same of a name in quotes', "['src'].t", { src: { z: 1 }, _: { t: 'all' } }, 'none'),
  text('D3-all-filter', '_ below a filter', '$.l[?(@.on)].t', { _: { l: [{ on: 1, t: 'x' }] } }, 'x'),
  text('D1-characters', 'the length of a text is that in characters', 'l[?length(@.t)==1].t', { l: [{ t: 'aa' }, { t: '😀' }] }, '😀'), // prettier-ignore
];
