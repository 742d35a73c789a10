/** Tiles whose class, style, id, title and ARIA attributes are bound, with ampersands in most texts. */
import { html } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { changing, cloner, escapeHtml as escape, textIn, type Item, type Shape } from './shape';

interface Tile extends Item {
  anchor: string;
  tone: string;
  style: string;
  title: string;
  href: string;
  label: string;
  name: string;
  role: string;
  score: string;
}

const TONES = ['-tile -theme--1', '-tile -theme--2', '-tile -theme--3 -tile--wide'];
const ROLES = ['R&D', 'Sales & Marketing', 'Legal', 'Q&A', 'Design'];

const clone = cloner(
  '<li><a class="-link"><span class="-name"> </span></a><span class="-role"> </span>' +
    '<span class="-score" role="meter" aria-valuemin="0" aria-valuemax="100"> </span></li>',
);

export const tiles: Shape<Tile> = {
  name: 'tiles',
  size: 1000,
  template: `<ul class="component feaas -tiles">
  <li class="-tile" data-path-scope="team.people.*" data-path-id="team.people.*.anchor" data-path-class="team.people.*.tone" data-path-style="team.people.*.style" data-path-title="team.people.*.title">
    <a class="-link" href="#" data-path-href="team.people.*.href" data-path-aria-label="team.people.*.label"><span class="-name" data-path="team.people.*.name">Name</span></a>
    <span class="-role" data-path="team.people.*.role">Role</span>
    <span class="-score" role="meter" aria-valuemin="0" aria-valuemax="100" data-path-aria-valuenow="team.people.*.score" data-path="team.people.*.score">0</span>
  </li>
</ul>`,
  handlebars: `<ul class="component feaas -tiles">
  {{#each team.people}}
  <li id="{{anchor}}" class="{{tone}}" style="{{style}}" title="{{title}}">
    <a class="-link" href="{{href}}" aria-label="{{label}}"><span class="-name">{{name}}</span></a>
    <span class="-role">{{role}}</span>
    <span class="-score" role="meter" aria-valuemin="0" aria-valuemax="100" aria-valuenow="{{score}}">{{score}}</span>
  </li>
  {{/each}}
</ul>`,
  lit: (items) =>
    html`<ul class="component feaas -tiles">
      ${repeat(
        items,
        ({ id }) => id,
        (item) =>
          html`<li id=${item.anchor} class=${item.tone} style=${item.style} title=${item.title}>
            <a class="-link" href=${item.href} aria-label=${item.label}><span class="-name">${item.name}</span></a>
            <span class="-role">${item.role}</span>
            <span class="-score" role="meter" aria-valuemin="0" aria-valuemax="100" aria-valuenow=${item.score}
              >${item.score}</span
            >
          </li>`,
      )}
    </ul>`,
  html(items) {
    let out = '<ul class="component feaas -tiles">';
    for (const item of items) {
      const score = escape(item.score);
      out +=
        `<li id="${escape(item.anchor)}" class="${escape(item.tone)}" style="${escape(item.style)}" title="${escape(item.title)}">` +
        `<a class="-link" href="${escape(item.href)}" aria-label="${escape(item.label)}">` +
        `<span class="-name">${escape(item.name)}</span></a><span class="-role">${escape(item.role)}</span>` +
        `<span class="-score" role="meter" aria-valuemin="0" aria-valuemax="100" aria-valuenow="${score}">${score}</span></li>`;
    }
    return out + '</ul>';
  },
  frame: '<ul class="component feaas -tiles"></ul>',
  createView() {
    const node = clone();
    const [link, , meter] = node.children as unknown as [Element, Element, Element];
    const [name, role, score] = [textIn(node, '.-name'), textIn(node, '.-role'), textIn(node, '.-score')];
    let last: Partial<Tile> = {};
    return {
      node,
      update(item) {
        if (item.anchor !== last.anchor) node.id = item.anchor;
        if (item.tone !== last.tone) node.className = item.tone;
        if (item.style !== last.style) node.setAttribute('style', item.style);
        if (item.title !== last.title) node.setAttribute('title', item.title);
        if (item.href !== last.href) link.setAttribute('href', item.href);
        if (item.label !== last.label) link.setAttribute('aria-label', item.label);
        if (item.name !== last.name) name.data = item.name;
        if (item.role !== last.role) role.data = item.role;
        if (item.score !== last.score) {
          score.data = item.score;
          meter.setAttribute('aria-valuenow', item.score);
        }
        last = item;
      },
    };
  },
  makeItem: (id, batch, version) => ({
    id,
    anchor: `person-${batch}-${id}`,
    tone: TONES[id % TONES.length]!,
    style: `--accent: hsl(${(id * 37) % 360} 60% 40%); order: ${id % 7};`,
    title: `Person ${id}, ${ROLES[id % ROLES.length]!}`,
    href: `/people/${batch}/${id}`,
    label: `Profile of person ${id} & their team`,
    name: `Person ${id} of ${batch}`,
    role: ROLES[id % ROLES.length]!,
    score: String(changing(id, version)),
  }),
  toData: (people) => ({ team: { people } }),
  list: 'ul',
  probes: [['.-name', '.-score'], ({ name, score }) => [name, score]],
};
