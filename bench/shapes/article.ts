/**
 * Sections of an article: `<var>` in headings and running text, dates, ampersands, `<`, double spaces and line feeds.
 * The scope omits `.*`.
 */
import { html } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { changing, cloner, escapeHtml as escape, formatDate, textIn, type Item, type Shape } from './shape';

interface Section extends Item {
  title: string;
  author: string;
  date: string;
  lead: string;
  text: string;
  quote: string;
}

const AUTHORS = ['Ada Lovelace', 'Grace Hopper', 'Smith & Sons', 'Zoë O’Neill', 'R&D team'];
const CAPTION = 'Figures: rows & columns where A < B,  rounded.';

const clone = cloner(
  '<section class="-section"><h2 class="-heading"><var> </var></h2><p class="-byline">By <var> </var>, <time class="-inline--time"> </time></p>' +
    `<p class="-lead"> </p><p class="-text"> </p><blockquote class="-quote"><p><var> </var></p></blockquote><p class="-caption">${escape(CAPTION)}</p></section>`,
);

export const article: Shape<Section> = {
  name: 'article',
  size: 600,
  template: `<article class="component feaas -article">
  <section class="-section" data-path-scope="article.sections">
    <h2 class="-heading"><var data-path="article.sections.*.title">Title</var></h2>
    <p class="-byline">By <var data-path="article.sections.*.author">Author</var>, <time class="-inline--time" data-path="article.sections.*.date" data-path-datetime="article.sections.*.date">Date</time></p>
    <p class="-lead" data-path="article.sections.*.lead">Lead</p>
    <p class="-text" data-path="article.sections.*.text">Text &amp; more</p>
    <blockquote class="-quote"><p><var data-path="article.sections.*.quote">Quote</var></p></blockquote>
    <p class="-caption">Figures: rows &amp; columns where A &lt; B,  rounded.</p>
  </section>
</article>`,
  handlebars: `<article class="component feaas -article">
  {{#each article.sections}}
  <section class="-section">
    <h2 class="-heading"><var>{{title}}</var></h2>
    <p class="-byline">By <var>{{author}}</var>, <time class="-inline--time" datetime="{{date}}">{{formatDate date}}</time></p>
    <p class="-lead">{{lead}}</p>
    <p class="-text">{{text}}</p>
    <blockquote class="-quote"><p><var>{{quote}}</var></p></blockquote>
    <p class="-caption">Figures: rows &amp; columns where A &lt; B,  rounded.</p>
  </section>
  {{/each}}
</article>`,
  lit: (items) =>
    html`<article class="component feaas -article">
      ${repeat(
        items,
        ({ id }) => id,
        (item) =>
          html`<section class="-section">
            <h2 class="-heading"><var>${item.title}</var></h2>
            <p class="-byline">
              By <var>${item.author}</var>,
              <time class="-inline--time" datetime=${item.date}>${formatDate(item.date)}</time>
            </p>
            <p class="-lead">${item.lead}</p>
            <p class="-text">${item.text}</p>
            <blockquote class="-quote">
              <p><var>${item.quote}</var></p>
            </blockquote>
            <p class="-caption">Figures: rows &amp; columns where A &lt; B, rounded.</p>
          </section>`,
      )}
    </article>`,
  html(items) {
    let out = '<article class="component feaas -article">';
    for (const item of items) {
      out +=
        `<section class="-section"><h2 class="-heading"><var>${escape(item.title)}</var></h2>` +
        `<p class="-byline">By <var>${escape(item.author)}</var>, ` +
        `<time class="-inline--time" datetime="${escape(item.date)}">${formatDate(item.date)}</time></p>` +
        `<p class="-lead">${escape(item.lead)}</p><p class="-text">${escape(item.text)}</p>` +
        `<blockquote class="-quote"><p><var>${escape(item.quote)}</var></p></blockquote>` +
        `<p class="-caption">${escape(CAPTION)}</p></section>`;
    }
    return out + '</article>';
  },
  frame: '<article class="component feaas -article"></article>',
  createView() {
    const node = clone();
    const [title, author, date, lead, text, quote] = [
      ...['h2 var', '.-byline var', 'time', '.-lead', '.-text', '.-quote var'].map((selector) =>
        textIn(node, selector),
      ),
    ];
    const time = date!.parentElement!;
    let last: Partial<Section> = {};
    return {
      node,
      update(item) {
        if (item.title !== last.title) title!.data = item.title;
        if (item.author !== last.author) author!.data = item.author;
        if (item.date !== last.date) {
          date!.data = formatDate(item.date);
          time.setAttribute('datetime', item.date);
        }
        if (item.lead !== last.lead) lead!.data = item.lead;
        if (item.text !== last.text) text!.data = item.text;
        if (item.quote !== last.quote) quote!.data = item.quote;
        last = item;
      },
    };
  },
  makeItem: (id, batch, version) => ({
    id,
    title: `Part ${id}: research & development ${batch}`,
    author: AUTHORS[id % AUTHORS.length]!,
    date: `2026-${String(1 + (id % 12)).padStart(2, '0')}-${String(1 + (id % 28)).padStart(2, '0')}`,
    lead: `${changing(id, version)} of 100 readers of R&D notes come back where A < B.`,
    text: `What was at hand made ${17 + (id % 83)} things.  Some of them last,\nothers do not, and Q&A follows in batch ${batch}.`,
    quote: `“Less is more”, said number ${id} of them — twice.`,
  }),
  toData: (sections) => ({ article: { sections } }),
  list: 'article',
  probes: [['h2', '.-lead'], ({ title, lead }) => [title, lead]],
};
