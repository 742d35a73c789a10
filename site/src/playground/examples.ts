import type { State } from './state';

export interface Example extends State {
  name: string;
}

const json = (data: unknown): string => JSON.stringify(data, null, 2);

export const EXAMPLES: readonly Example[] = [
  {
    name: 'Text and fallback',
    template: `<section class="au-section">
  <div class="au-section__head">
    <p class="au-eyebrow" data-path="trip.place">Somewhere north</p>
    <h2 data-path="trip.name">A trip without a name</h2>
    <p data-path="trip.summary">Remove "summary" from the data and this text comes back.</p>
  </div>
</section>
`,
    data: json({ trip: { place: 'Abisko, Sweden', name: 'The blue hole', summary: 'A lake with its own weather.' } }),
  },
  {
    name: 'Repeat with nested tags',
    template: `<div class="au-section">
  <ul class="au-cards">
    <li class="au-card" data-path-scope="trips[0:3]">
      <div class="au-card__picture">
        <img data-path-src="trips.*.image" data-path-alt="trips.*.alt" alt="" width="1200" height="900">
      </div>
      <h2 class="au-card__name" data-path="trips.*.name">Trip</h2>
      <ul class="au-tags">
        <li data-path-scope="trips.*.tags" data-path="trips.*.tags.*.label">Tag</li>
      </ul>
    </li>
  </ul>
</div>
`,
    data: json({
      trips: [
        {
          name: 'Harbour light',
          image: '/media/aurora/trip-lofoten.svg',
          alt: 'Red cabins at dusk',
          tags: [{ label: 'Photography' }, { label: '10 guests' }],
        },
        {
          name: 'Forest watch',
          image: '/media/aurora/trip-lapland.svg',
          alt: 'Green light behind spruces',
          tags: [{ label: 'Families' }],
        },
      ],
    }),
  },
  {
    name: 'Live data from a URL',
    template: `<div class="au-section au-news">
  <div class="au-section__head">
    <h2 data-path="news.title">Journal</h2>
  </div>
  <div class="au-news__list">
    <article class="au-news__item" data-path-scope="news.items[0:2]">
      <p class="au-news__date">
        <time class="-inline--time" data-path="news.items.*.date">A date</time>
      </p>
      <div class="au-news__body">
        <h3 data-path="news.items.*.title">Title</h3>
        <div class="au-prose" data-path="news.items.*.lead">Lead</div>
      </div>
    </article>
  </div>
</div>
`,
    data: json({ news: { url: '/api/news.json' } }),
  },
  {
    name: 'Rich text, dates, hidden parts',
    template: `<article class="au-section au-prose">
  <p class="au-eyebrow -inline--time" data-path="note.date">Some day</p>
  <h2 data-path="note.title">Title</h2>
  <div data-path="note.body">Body</div>
  <p data-path-hidden="note.late"><strong>Added after midnight.</strong></p>
</article>
`,
    data: json({
      note: {
        date: '2026-11-14',
        title: 'What we packed',
        late: false,
        body: {
          type: 'doc',
          content: [
            {
              type: 'paragraph',
              content: [
                { type: 'text', text: 'Three things, and ' },
                { type: 'text', text: 'no more', marks: [{ type: 'bold' }] },
                { type: 'text', text: ':' },
              ],
            },
            {
              type: 'bulletList',
              content: ['Wool', 'A red torch', 'Patience'].map((text) => ({
                type: 'listItem',
                content: [{ type: 'text', text }],
              })),
            },
          ],
        },
      },
    }),
  },
  {
    name: 'Data that nobody trusts',
    template: `<section class="au-section">
  <div class="au-section__head">
    <h2>Sanitized</h2>
    <div class="au-prose" data-path="visitor.comment">A comment</div>
    <p><a data-path-href="visitor.homepage" href="#">The visitor’s homepage</a></p>
  </div>
</section>
`,
    data: json({
      visitor: {
        comment:
          '<p onclick="alert(1)">Lovely <em>night</em>!<script>alert(2)</script><img src="x:" onerror="alert(3)"></p>',
        homepage: 'javascript:alert(4)',
      },
    }),
  },
];
