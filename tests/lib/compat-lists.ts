/** Templates with lists that the original package and the compatibility package render on a server and in a page. */

const list = (scope: string, inner: string): string => `<ul><li data-path-scope="${scope}">${inner}</li></ul>`;
const items = (count: number, isNumbered = false): string =>
  Array.from(
    { length: count },
    (_each, index) =>
      `\n  <li data-path-scope="wines.*"${isNumbered ? ` class="n${index}"` : ''}><b data-path="wines.*.name">Wine ${index}</b></li>`,
  ).join('');

const WINES = [
  { name: 'Amarone', year: 2015, url: '/a', image: 'a.png', sold: true, vintages: [{ year: 1 }, { year: 2 }] },
  { name: 'Barolo', year: 2017, url: '/b', image: null, sold: false, vintages: [{ year: 3 }] },
  { name: 'Chianti', year: 2020, url: '/c', note: 'Dry', vintages: [{ year: 4 }, { year: 5 }, { year: 6 }] },
];
const wines = { wines: WINES };
/** Data after a change: items in another order, or more items. */
const CHANGED = { wines: [WINES[2], { name: 'Dolcetto', year: 2022, url: '/d', image: 'd.png', vintages: [] }] };
const GROWN = { wines: [...WINES, ...WINES] };

export interface ListCase {
  readonly template: string;
  readonly data: unknown;
  /** Data that successively replaces `data` in a page. */
  readonly updates?: readonly unknown[];
}

const NAME = '<b data-path="wines.*.name">-</b>';
const UPDATES = [GROWN, { wines: [WINES[1]] }, { wines: [] }, wines];

/** Lists that both packages render equally. */
export const LIST_CASES: Readonly<Record<string, ListCase>> = {
  'a list': { template: list('wines.*', NAME), data: wines, updates: UPDATES },
  'fewer items in the template': { template: `<ul>${items(2)}\n</ul>`, data: wines, updates: UPDATES },
  'more items in the template': { template: `<ul>${items(5)}\n</ul>`, data: wines, updates: UPDATES },
  'items that differ in the template': { template: `<ul>${items(2, true)}\n</ul>`, data: GROWN },
  'what stands beside items': {
    template: `<ul><li>First</li><li data-path-scope="wines.*">${NAME}</li><li>Last</li></ul>`,
    data: wines,
    updates: UPDATES,
  },
  'two lists of the same data': {
    template: `<div><h3 data-path-scope="wines[0:1]">${NAME}</h3><p data-path-scope="wines[1:3]">${NAME}</p></div>`,
    data: wines,
    updates: [GROWN, wines],
  },
  'a list in a list': {
    template: list(
      'wines.*',
      `${NAME}<i data-path-scope="wines.*.vintages.*"><u data-path="wines.*.vintages.*.year">-</u></i>`,
    ),
    data: wines,
    updates: [{ wines: WINES.slice(1) }, wines],
  },
  'a part of a list in a list': {
    template: list(
      'wines.*',
      `${NAME}<i data-path-scope="wines.*.vintages[0:1]"><u data-path="wines.*.vintages.*.year">-</u></i>`,
    ),
    data: wines,
  },
  'the items of all lists': {
    template: `<p><i data-path-scope="wines.*.vintages.*"><u data-path="wines.*.vintages.*.year">-</u> of ${NAME}</i></p>`,
    data: wines,
  },
  'lists in lists in lists': {
    template:
      '<div><ul data-path-scope="a.*"><li data-path-scope="a.*.b.*"><b data-path-scope="a.*.b.*.c.*" data-path="a.*.b.*.c.*.n">-</b></li></ul></div>',
    data: { a: [{ b: [{ c: [{ n: 1 }, { n: 2 }] }, { c: [{ n: 3 }] }] }, { b: [{ c: [{ n: 4 }] }] }] },
  },
  'a part': { template: list('wines[1:3]', NAME), data: wines, updates: [GROWN, CHANGED] },
  'a part that is longer than the list': { template: list('wines[1:9]', NAME), data: wines },
  'a part that is empty': { template: list('wines[5:9]', NAME), data: wines },
  'items by brackets, values by dots': { template: list('wines[*]', NAME), data: wines, updates: UPDATES },
  'a list by its own name': { template: list('wines', NAME), data: wines, updates: UPDATES },
  attributes: {
    template:
      '<div><a data-path-scope="wines.*" data-path-href="wines.*.url" data-path-title="wines.*.note" title="x" href="#">-</a></div>',
    data: wines,
    updates: [CHANGED],
  },
  images: {
    template: '<div><p data-path-scope="wines.*"><img data-path-src="wines.*.image" src="x.png" alt="x"></p></div>',
    data: { wines: [WINES[0], { image: 'z.png' }] },
    updates: [{ wines: [{ image: 'y.png' }] }],
  },
  'images that are items': {
    template: '<div><img data-path-scope="wines.*" data-path-src="wines.*.image" src="x.png" alt="x"></div>',
    data: wines,
  },
  'values that are missing': {
    template: list('wines.*', '<b data-path="wines.*.note" data-path-placeholder="None">-</b>'),
    data: { wines: [{ note: 'n' }, {}, { note: null }, { note: '' }, { note: 0 }] },
  },
  'what items hide': {
    template: list('wines.*', `<i data-path-hidden="wines.*.sold">Sold</i>${NAME}`),
    data: wines,
    updates: [CHANGED, wines],
  },
  texts: { template: list('tags.*', '<b data-path="tags.*">-</b>'), data: { tags: ['x', 'y'] } },
  'texts of the items': {
    template: '<ul><li data-path-scope="tags.*" data-path="tags.*">-</li></ul>',
    data: { tags: ['x', 'y'] },
    updates: [{ tags: ['y', 'z', 'x'] }],
  },
  'values from around': {
    template: list('wines.*', `<i data-path="title">-</i>${NAME}`),
    data: { title: 'Wines', ...wines },
    updates: [{ title: 'Ours', ...CHANGED }],
  },
  'the values of an object': {
    template: list('map.*', '<b data-path="map.*.name">-</b>'),
    data: { map: { a: { name: 'A' }, b: { name: 'B' } } },
  },
  'results of GraphQL': {
    template: list('data.all.edges.*', '<b data-path="data.all.edges.*.node.name">-</b>'),
    data: { data: { all: { edges: WINES.map((node) => ({ node })) } } },
  },
  'a data source': { template: list('_.wines.*', '<b data-path="_.wines.*.name">-</b>'), data: { _: wines } },
  'a data source, with $': {
    template: list('shop.$.wines.*', '<b data-path="shop.$.wines.*.name">-</b>'),
    data: { shop: wines },
  },
  'a data source that is a list': {
    template: list('shop.*', '<b data-path="shop.*.name">-</b>'),
    data: { shop: WINES },
  },
  'a data source that only the template knows': {
    template: list('shop.wines.*', '<b data-path="shop.wines.*.name">-</b>'),
    data: wines,
  },
  'a data source that the data calls _': {
    template: list('shop.wines.*', '<b data-path="shop.wines.*.name">-</b>'),
    data: { _: wines },
  },
  'a data source of more than it has now': {
    template: list('shop.data.$.wines.*', '<b data-path="shop.data.$.wines.*.name">-</b>'),
    data: { shop: wines },
  },
  'a list that is all the data': { template: list('$.*', '<b data-path="$.*.name">-</b>'), data: WINES },
  'components in items': {
    template: list(
      'wines.*',
      '<feaas-external data-external-id="wine" data-path-name="wines.*.name" name="-"></feaas-external>',
    ),
    data: wines,
    updates: [GROWN, CHANGED],
  },
  'components that are items': {
    template:
      '<div><feaas-external data-path-scope="wines.*" data-external-id="wine" data-path-name="wines.*.name" name="-"></feaas-external></div>',
    data: wines,
  },
  'rows of a table': {
    template:
      '<table><tbody><tr data-path-scope="wines.*"><td data-path="wines.*.name">-</td><td data-path="wines.*.year">-</td></tr></tbody></table>',
    data: wines,
    updates: UPDATES,
  },
  options: {
    template:
      '<select><option data-path-scope="wines.*" data-path-value="wines.*.year" data-path="wines.*.name">-</option></select>',
    data: wines,
  },
  'no items': { template: list('wines.*', NAME), data: { wines: [] }, updates: [wines] },
  'no items, more in the template': { template: `<ul>${items(3)}\n</ul>`, data: { wines: [] }, updates: [wines] },
  'no list': { template: list('wines.*', NAME), data: { wines: null } },
  'one object': { template: list('wine', '<b data-path="wine.name">-</b>'), data: { wine: WINES[0] } },
};

/** Lists that intentionally differ (compat/README.md), with the text that this package renders. */
export const DIFFERING_LIST_CASES: Readonly<Record<string, ListCase & { readonly shows: string }>> = {
  'values by brackets': {
    // The original repeats the first item.
    template: list('wines[*]', '<b data-path="wines[*].name">-</b>'),
    data: wines,
    shows: 'Amarone Barolo Chianti',
  },
  'values by the name of the list': {
    // The original leaves the texts of the template.
    template: list('wines', '<b data-path="wines.name">-</b>'),
    data: wines,
    shows: 'Amarone Barolo Chianti',
  },
  'all the data, without $': {
    // The original repeats the first item.
    template: list('*', '<b data-path="*.name">-</b>'),
    data: WINES,
    shows: 'Amarone Barolo Chianti',
  },
  'a list that is not in the data': {
    // The original renders one item for each other value.
    template: list('wines.*', NAME),
    data: { other: 1, more: 2 },
    shows: '',
  },
  'an empty list in a list': {
    // The original renders as many items as the outer list has.
    template: list(
      'wines.*',
      `${NAME}<i data-path-scope="wines.*.vintages.*"> <u data-path="wines.*.vintages.*.year">-</u></i>`,
    ),
    data: { wines: [{ name: 'Amarone', vintages: [] }, WINES[1]] },
    shows: 'Amarone Barolo 3',
  },
};

/**
 * Returns HTML of lists that can be compared: without hidden elements, which contain texts of the template or of earlier data, and
 * without white space around elements, which the original puts before new items and the kit after them.
 */
export const visibleHTML = (html: string): string =>
  html.replace(/<(\w+)[^>]* hidden="[^"]*"[^>]*>[^]*?<\/\1>/g, '').replace(/(?<=>)\s+|\s+(?=<)/g, '');

/** Returns the visible text of HTML. */
export const visibleText = (html: string): string =>
  visibleHTML(html)
    .replace(/<[^>]*>/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');
