/**
 * The limit: DOM code written by hand for exactly this content. A card is one clone; its nodes are found once by
 * position; what is shown is remembered, compared and patched; cards are kept by id.
 */
import type { Card, Data, Tag } from '../workload';
import { serve } from './harness';

const link = (inner: string): string => `<li class="tag"><a>${inner}</a></li>`;
const holder = document.createElement('template');
holder.innerHTML =
  '<article class="card"><img class="image"><h3 class="title"> </h3><p class="text"> </p>' +
  '<span class="price"> </span><time class="date"> </time>' +
  `<ul class="tags">${link(' ')}${link(' ')}${link(' ')}</ul><a class="more"> </a></article>` +
  link(' ');
// Nodes of the page's own document: clones need not be adopted.
const cardModel = document.importNode(holder.content.firstChild!, true);
const tagModel = document.importNode(holder.content.lastChild!, true);

interface TagView {
  node: ChildNode;
  link: Element;
  text: Text;
  tag: Tag;
}

interface View {
  card: Card;
  node: Element;
  image: Element;
  title: Text;
  text: Text;
  price: Text;
  date: Text;
  list: Element;
  tags: TagView[];
  more: Element;
  link: Text;
}

/** What the model holds: an empty address would be one more thing to load, and to replace. */
const NO_TAG: Tag = { label: ' ', href: '' };

function viewTag(node: ChildNode): TagView {
  const anchor = node.firstChild as Element;
  return { node, link: anchor, text: anchor.firstChild as Text, tag: NO_TAG };
}

function patchTag(view: TagView, tag: Tag): void {
  const { tag: was } = view;
  if (was.label !== tag.label) view.text.data = tag.label;
  if (was.href !== tag.href) view.link.setAttribute('href', tag.href);
  view.tag = tag;
}

function patchTags(view: View, tags: Tag[]): void {
  while (view.tags.length > tags.length) view.tags.pop()!.node.remove();
  while (view.tags.length < tags.length) {
    const made = viewTag(tagModel.cloneNode(true) as ChildNode);
    view.list.append(made.node);
    view.tags.push(made);
  }
  for (let at = 0; at < tags.length; at++) patchTag(view.tags[at]!, tags[at]!);
}

function create(card: Card): View {
  const node = cardModel.cloneNode(true) as Element;
  const image = node.firstChild as Element;
  const title = image.nextSibling!;
  const paragraph = title.nextSibling!;
  const price = paragraph.nextSibling!;
  const date = price.nextSibling!;
  const list = date.nextSibling as Element;
  const more = list.nextSibling as Element;
  const first = list.firstChild!;
  const second = first.nextSibling!;
  const view: View = {
    card,
    node,
    image,
    title: title.firstChild as Text,
    text: paragraph.firstChild as Text,
    price: price.firstChild as Text,
    date: date.firstChild as Text,
    list,
    tags: [viewTag(first), viewTag(second), viewTag(second.nextSibling!)],
    more,
    link: more.firstChild as Text,
  };
  view.title.data = card.title;
  view.text.data = card.text;
  view.price.data = card.price;
  view.date.data = card.date;
  view.link.data = card.link;
  image.setAttribute('src', card.image);
  image.setAttribute('alt', card.alt);
  more.setAttribute('href', card.href);
  patchTags(view, card.tags);
  return view;
}

function patch(view: View, card: Card): void {
  const { card: was } = view;
  if (was.title !== card.title) view.title.data = card.title;
  if (was.text !== card.text) view.text.data = card.text;
  if (was.price !== card.price) view.price.data = card.price;
  if (was.date !== card.date) view.date.data = card.date;
  if (was.link !== card.link) view.link.data = card.link;
  if (was.image !== card.image) view.image.setAttribute('src', card.image);
  if (was.alt !== card.alt) view.image.setAttribute('alt', card.alt);
  if (was.href !== card.href) view.more.setAttribute('href', card.href);
  patchTags(view, card.tags);
  view.card = card;
}

interface List {
  section: Element;
  views: View[];
}

const lists = new WeakMap<Element, List>();
const read = (input: string | Data): Card[] =>
  (typeof input === 'string' ? (JSON.parse(input) as Data) : input).shop.cards;

function update(list: List, cards: Card[]): void {
  const { section, views } = list;
  const common = Math.min(views.length, cards.length);
  let same = 0;
  while (same < common && views[same]!.card.id === cards[same]!.id) patch(views[same]!, cards[same++]!);
  if (same === cards.length) {
    for (const { node } of views.splice(same)) node.remove();
  } else if (same === views.length) {
    const fragment = document.createDocumentFragment();
    for (; same < cards.length; same++) {
      const view = create(cards[same]!);
      views.push(view);
      fragment.append(view.node);
    }
    section.append(fragment);
  } else reorder(list, cards, same);
}

function reorder(list: List, cards: Card[], same: number): void {
  const { section, views } = list;
  const left = new Map(views.slice(same).map((view) => [view.card.id, view]));
  const next = cards.slice(same).map((card) => {
    const view = left.get(card.id);
    if (!view) return create(card);
    left.delete(card.id);
    patch(view, card);
    return view;
  });
  for (const { node } of left.values()) node.remove();
  // From the end: what stands right already is left alone.
  let before: Node | null = null;
  for (let at = next.length - 1; at >= 0; at--) {
    const { node } = next[at]!;
    if (node.nextSibling !== before || node.parentNode !== section) section.insertBefore(node, before);
    before = node;
  }
  list.views = [...views.slice(0, same), ...next];
}

serve({
  mount(host, input) {
    const section = document.createElement('section');
    section.className = 'cards';
    const views = read(input).map((card) => {
      const view = create(card);
      section.append(view.node);
      return view;
    });
    host.append(section);
    lists.set(host, { section, views });
  },
  update: (host, input) => update(lists.get(host)!, read(input)),
});
