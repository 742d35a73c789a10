/**
 * What is shown: cards with eight bindings, each with three tags of two bindings. The same data and structure for every
 * competitor. Runs in the pages and in Node.
 */

export interface Tag {
  label: string;
  href: string;
}

export interface Card {
  id: number;
  title: string;
  text: string;
  price: string;
  date: string;
  image: string;
  alt: string;
  href: string;
  link: string;
  tags: Tag[];
}

export interface Data {
  shop: { cards: Card[] };
}

/** How data reaches a competitor: as JSON text, or as the object. */
export type Mode = 'json' | 'object';

const MONTHS = ['January', 'March', 'April', 'June', 'August', 'October'];
const TAGS = ['new', 'sale', 'wood', 'steel', 'glass', 'wool', 'kitchen', 'garden', 'office', 'travel'];

/** The pictures that cards show: so few that a page can have them all before it begins. */
export const PICTURES = Array.from({ length: 12 }, (_each, at) => `/images/${at}.gif`);

/**
 * Card `id` of a batch. No character needs escaping and no text is markup: competitors differ in what they do then, and
 * that is not what is measured.
 */
function card(id: number, batch: string, version: number): Card {
  return {
    id,
    title: `Article ${batch} ${id}`,
    text: `A thing that is useful in ${17 + (id % 83)} ways, made of what was at hand, batch ${batch}.`,
    // The one field that a version changes, in every tenth card.
    price: `${10 + (id % 90)}.${10 + ((id % 10 ? 0 : version) % 90)} EUR`,
    date: `${1 + (id % 28)} ${MONTHS[id % MONTHS.length]} 2024`,
    image: PICTURES[id % PICTURES.length]!,
    alt: `Picture of article ${id}`,
    href: `/articles/${batch}/${id}`,
    link: `More about article ${id}`,
    tags: [0, 1, 2].map((at) => {
      const tag = TAGS[(id * 3 + at) % TAGS.length]!;
      return { label: `${tag} ${at}`, href: `/tags/${tag}` };
    }),
  };
}

/** New data, sharing nothing with what was made before: as if it had just been fetched. */
export function makeData(count: number, batch = 'a', version = 0): Data {
  return { shop: { cards: Array.from({ length: count }, (_each, id) => card(id, batch, version)) } };
}

/** Template of the kit and of the peer: both read the same bindings. */
export const TEMPLATE =
  '<section class="cards"><article class="card" data-path-scope="shop.cards.*">' +
  '<img class="image" data-path-src="shop.cards.*.image" data-path-alt="shop.cards.*.alt" src="" alt="">' +
  '<h3 class="title" data-path="shop.cards.*.title">Title</h3>' +
  '<p class="text" data-path="shop.cards.*.text">Text</p>' +
  '<span class="price" data-path="shop.cards.*.price">Price</span>' +
  '<time class="date" data-path="shop.cards.*.date">Date</time>' +
  '<ul class="tags"><li class="tag" data-path-scope="shop.cards.*.tags.*">' +
  '<a href="#" data-path-href="shop.cards.*.tags.*.href" data-path="shop.cards.*.tags.*.label">Tag</a></li></ul>' +
  '<a class="more" href="#" data-path-href="shop.cards.*.href" data-path="shop.cards.*.link">More</a>' +
  '</article></section>';

export const HANDLEBARS_TEMPLATE =
  '<section class="cards">{{#each shop.cards}}<article class="card">' +
  '<img class="image" src="{{image}}" alt="{{alt}}"><h3 class="title">{{title}}</h3><p class="text">{{text}}</p>' +
  '<span class="price">{{price}}</span><time class="date">{{date}}</time>' +
  '<ul class="tags">{{#each tags}}<li class="tag"><a href="{{href}}">{{label}}</a></li>{{/each}}</ul>' +
  '<a class="more" href="{{href}}">{{link}}</a></article>{{/each}}</section>';

/** What competitors may differ in: the bindings left in the content, markers of updates, order of attributes. */
export const stripMarkers = (html: string): string =>
  html.replace(/<!--[^]*?-->/g, '').replace(/ data-path[-a-z]*="[^"]*"/g, '');
