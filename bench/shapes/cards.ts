/** Cards with eight bindings, including a class; the scope is `items.*`. */
import { html } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { changing, cloner, escapeHtml as escape, PICTURES, textIn, type Item, type Shape } from './shape';

interface Card extends Item {
  tone: string;
  image: string;
  alt: string;
  title: string;
  text: string;
  price: string;
  href: string;
  link: string;
}

const TONES = ['-card -card--plain', '-card -card--accent', '-card -card--quiet'];

const clone = cloner(
  '<article><img class="-image" alt=""><h3 class="-heading"><var> </var></h3><p class="-text"> </p>' +
    '<p class="-price"><var> </var></p><a class="-button"> </a></article>',
);

export const cards: Shape<Card> = {
  name: 'cards',
  size: 1000,
  template: `<section class="component feaas -grid">
  <article class="-card" data-path-class="items.*.tone" data-path-scope="items.*">
    <img class="-image" src="" alt="" data-path-src="items.*.image" data-path-alt="items.*.alt">
    <h3 class="-heading"><var data-path="items.*.title">Title</var></h3>
    <p class="-text" data-path="items.*.text">Text</p>
    <p class="-price"><var data-path="items.*.price">Price</var></p>
    <a class="-button" href="#" data-path-href="items.*.href" data-path="items.*.link">More</a>
  </article>
</section>`,
  handlebars: `<section class="component feaas -grid">
  {{#each items}}
  <article class="{{tone}}">
    <img class="-image" src="{{image}}" alt="{{alt}}">
    <h3 class="-heading"><var>{{title}}</var></h3>
    <p class="-text">{{text}}</p>
    <p class="-price"><var>{{price}}</var></p>
    <a class="-button" href="{{href}}">{{link}}</a>
  </article>
  {{/each}}
</section>`,
  lit: (items) =>
    html`<section class="component feaas -grid">
      ${repeat(
        items,
        ({ id }) => id,
        (item) =>
          html`<article class=${item.tone}>
            <img class="-image" src=${item.image} alt=${item.alt} />
            <h3 class="-heading"><var>${item.title}</var></h3>
            <p class="-text">${item.text}</p>
            <p class="-price"><var>${item.price}</var></p>
            <a class="-button" href=${item.href}>${item.link}</a>
          </article>`,
      )}
    </section>`,
  html(items) {
    let out = '<section class="component feaas -grid">';
    for (const item of items) {
      out +=
        `<article class="${escape(item.tone)}"><img class="-image" src="${escape(item.image)}" alt="${escape(item.alt)}">` +
        `<h3 class="-heading"><var>${escape(item.title)}</var></h3><p class="-text">${escape(item.text)}</p>` +
        `<p class="-price"><var>${escape(item.price)}</var></p>` +
        `<a class="-button" href="${escape(item.href)}">${escape(item.link)}</a></article>`;
    }
    return out + '</section>';
  },
  frame: '<section class="component feaas -grid"></section>',
  createView() {
    const node = clone();
    const [image, , , , button] = node.children as unknown as Element[];
    const [title, text, price] = ['h3 var', '.-text', '.-price var'].map((selector) => textIn(node, selector));
    const link = button!.firstChild as Text;
    let last: Partial<Card> = {};
    return {
      node,
      update(item) {
        if (item.tone !== last.tone) node.className = item.tone;
        if (item.image !== last.image) image!.setAttribute('src', item.image);
        if (item.alt !== last.alt) image!.setAttribute('alt', item.alt);
        if (item.title !== last.title) title!.data = item.title;
        if (item.text !== last.text) text!.data = item.text;
        if (item.price !== last.price) price!.data = item.price;
        if (item.href !== last.href) button!.setAttribute('href', item.href);
        if (item.link !== last.link) link.data = item.link;
        last = item;
      },
    };
  },
  makeItem: (id, batch, version) => ({
    id,
    tone: TONES[id % TONES.length]!,
    image: PICTURES[id % PICTURES.length]!,
    alt: `Picture of article ${id}`,
    title: `Article ${batch} ${id}`,
    text: `A thing that is useful in ${17 + (id % 83)} ways, made of what was at hand, batch ${batch}.`,
    price: `${10 + (id % 90)}.${changing(id, version)} EUR`,
    href: `/articles/${batch}/${id}`,
    link: `More about article ${id}`,
  }),
  toData: (items) => ({ items }),
  list: 'section',
  probes: [['h3', '.-price'], ({ title, price }) => [title, price]],
};
