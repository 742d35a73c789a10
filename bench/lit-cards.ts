/** The cards as lit-html's template, its lists keyed by id; in pages and in Node. */
import { html, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { Card, Data } from './workload';

const card = (each: Card): TemplateResult =>
  html`<article class="card">
    <img class="image" src=${each.image} alt=${each.alt} />
    <h3 class="title">${each.title}</h3>
    <p class="text">${each.text}</p>
    <span class="price">${each.price}</span><time class="date">${each.date}</time>
    <ul class="tags">
      ${each.tags.map((tag) => html`<li class="tag"><a href=${tag.href}>${tag.label}</a></li>`)}
    </ul>
    <a class="more" href=${each.href}>${each.link}</a>
  </article>`;

export const litCards = ({ shop }: Data): TemplateResult =>
  html`<section class="cards">${repeat(shop.cards, ({ id }) => id, card)}</section>`;
