/** A price table with hidden rows, hidden cells and dates; the scope is a slice. */
import { html } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { changing, cloner, escapeHtml as escape, formatDate, textIn, type Item, type Shape } from './shape';

interface Row extends Item {
  name: string;
  code: string;
  validFrom: string;
  price: string;
  discount: string;
  available: boolean;
}

const clone = cloner(
  '<tr class="-row"><th scope="row" class="-name"><var> </var> <small class="-code"> </small></th><td class="-inline--time"><var> </var></td>' +
    '<td class="-price"><var> </var></td><td><span class="-badge"> </span></td></tr>',
);
const NO_DISCOUNT = 'Discount';

export const priceTable: Shape<Row> = {
  name: 'price table',
  size: 800,
  template: `<table class="component feaas -table">
  <tbody>
    <tr class="-row" data-path-scope="prices.rows[0:20000]" data-path-hidden="prices.rows.*.available">
      <th scope="row" class="-name"><var data-path="prices.rows.*.name">Name</var> <small class="-code" data-path="prices.rows.*.code">Code</small></th>
      <td class="-inline--time"><var data-path="prices.rows.*.validFrom">Valid from</var></td>
      <td class="-price"><var data-path="prices.rows.*.price">Price</var></td>
      <td><span class="-badge" data-path-hidden="prices.rows.*.discount" data-path="prices.rows.*.discount">Discount</span></td>
    </tr>
  </tbody>
</table>`,
  handlebars: `<table class="component feaas -table">
  <tbody>
    {{#each prices.rows}}
    <tr class="-row"{{#unless available}} hidden{{/unless}}>
      <th scope="row" class="-name"><var>{{name}}</var> <small class="-code">{{code}}</small></th>
      <td class="-inline--time"><var>{{formatDate validFrom}}</var></td>
      <td class="-price"><var>{{price}}</var></td>
      <td><span class="-badge"{{#unless discount}} hidden{{/unless}}>{{#if discount}}{{discount}}{{else}}Discount{{/if}}</span></td>
    </tr>
    {{/each}}
  </tbody>
</table>`,
  lit: (items) =>
    html`<table class="component feaas -table">
      <tbody>
        ${repeat(
          items,
          ({ id }) => id,
          (item) =>
            html`<tr class="-row" ?hidden=${!item.available}>
              <th scope="row" class="-name"><var>${item.name}</var> <small class="-code">${item.code}</small></th>
              <td class="-inline--time"><var>${formatDate(item.validFrom)}</var></td>
              <td class="-price"><var>${item.price}</var></td>
              <td><span class="-badge" ?hidden=${!item.discount}>${item.discount || NO_DISCOUNT}</span></td>
            </tr>`,
        )}
      </tbody>
    </table>`,
  html(items) {
    let out = '<table class="component feaas -table"><tbody>';
    for (const item of items) {
      out +=
        `<tr class="-row"${item.available ? '' : ' hidden'}><th scope="row" class="-name"><var>${escape(item.name)}</var> ` +
        `<small class="-code">${escape(item.code)}</small></th>` +
        `<td class="-inline--time"><var>${formatDate(item.validFrom)}</var></td>` +
        `<td class="-price"><var>${escape(item.price)}</var></td><td><span class="-badge"${item.discount ? '' : ' hidden'}>` +
        `${escape(item.discount || NO_DISCOUNT)}</span></td></tr>`;
    }
    return out + '</tbody></table>';
  },
  frame: '<table class="component feaas -table"><tbody></tbody></table>',
  createView() {
    const node = clone() as HTMLElement;
    const [name, code, validFrom, price, discount] = [
      ...['.-name var', '.-code', '.-inline--time var', '.-price var', '.-badge'].map((each) => textIn(node, each)),
    ];
    const badge = discount!.parentElement!;
    let last: Partial<Row> = {};
    return {
      node,
      update(item) {
        if (item.available !== last.available) node.hidden = !item.available;
        if (item.name !== last.name) name!.data = item.name;
        if (item.code !== last.code) code!.data = item.code;
        if (item.validFrom !== last.validFrom) validFrom!.data = formatDate(item.validFrom);
        if (item.price !== last.price) price!.data = item.price;
        if (item.discount !== last.discount) {
          discount!.data = item.discount || NO_DISCOUNT;
          badge.hidden = !item.discount;
        }
        last = item;
      },
    };
  },
  makeItem: (id, batch, version) => ({
    id,
    name: `Ticket ${id} of ${batch}`,
    code: `T-${1000 + id}`,
    validFrom: `2026-${String(1 + (id % 12)).padStart(2, '0')}-${String(1 + (id % 28)).padStart(2, '0')}`,
    price: `€ ${20 + (id % 180)}.${changing(id, version)}`,
    discount: id % 4 ? '' : `${5 + (id % 40)} % off`,
    available: id % 5 !== 3,
  }),
  toData: (rows) => ({ prices: { rows } }),
  list: 'tbody',
  probes: [['.-name var', '.-price'], ({ name, price }) => [name, price]],
};
