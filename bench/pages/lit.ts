/** lit-html, its lists keyed by id. */
import { html, render, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { Card, Data } from '../workload';
import { serve, type Input } from './harness';

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

const show = (host: HTMLElement, input: Input): void => {
  const { shop } = typeof input === 'string' ? (JSON.parse(input) as Data) : input;
  render(html`<section class="cards">${repeat(shop.cards, ({ id }) => id, card)}</section>`, host);
};

serve({ mount: show, update: show });
