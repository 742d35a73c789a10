/** A menu of three levels, with unnamed data (`_`): nested scopes, bound links, titles and labels. */
import { html } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { changing, cloner, escapeHtml as escape, textIn, type Item, type Shape, type View } from './shape';

interface Page extends Item {
  label: string;
  href: string;
}
interface Entry extends Page {
  title: string;
  pages: Page[];
}
interface Group extends Item {
  label: string;
  count: string;
  links: Entry[];
}

const clonePage = cloner('<li class="-page"><a> </a></li>');
const cloneEntry = cloner('<li class="-entry"><a class="-link"> </a><ul class="-pages"></ul></li>');
const cloneGroup = cloner(
  '<li class="-group"><span class="-label"><var> </var></span> <small class="-count"> </small><ul class="-entries"></ul></li>',
);

/** Shows items in an element, matched by position. */
function showItems<T extends Item>(list: Element, views: View<T>[], items: readonly T[], create: () => View<T>): void {
  while (views.length > items.length) views.pop()!.node.remove();
  while (views.length < items.length) {
    const view = create();
    views.push(view);
    list.append(view.node);
  }
  items.forEach((item, at) => views[at]!.update(item));
}

function createPage(): View<Page> {
  const node = clonePage();
  const link = node.firstElementChild!;
  const label = link.firstChild as Text;
  let last: Partial<Page> = {};
  return {
    node,
    update(page) {
      if (page.label !== last.label) label.data = page.label;
      if (page.href !== last.href) link.setAttribute('href', page.href);
      last = page;
    },
  };
}

function createEntry(): View<Entry> {
  const node = cloneEntry();
  const [link, list] = node.children as unknown as [Element, Element];
  const label = link.firstChild as Text;
  const views: View<Page>[] = [];
  let last: Partial<Entry> = {};
  return {
    node,
    update(entry) {
      if (entry.label !== last.label) label.data = entry.label;
      if (entry.href !== last.href) link.setAttribute('href', entry.href);
      if (entry.title !== last.title) link.setAttribute('title', entry.title);
      showItems(list, views, entry.pages, createPage);
      last = entry;
    },
  };
}

export const navigation: Shape<Group> = {
  name: 'navigation',
  size: 200,
  template: `<nav class="component feaas -nav" aria-label="Main">
  <ul class="-groups">
    <li class="-group" data-path-scope="menu.*" data-path-aria-label="menu.*.label">
      <span class="-label"><var data-path="menu.*.label">Group</var></span> <small class="-count" data-path="menu.*.count">3</small>
      <ul class="-entries">
        <li class="-entry" data-path-scope="menu.*.links.*">
          <a class="-link" href="#" data-path-href="menu.*.links.*.href" data-path-title="menu.*.links.*.title" data-path="menu.*.links.*.label">Link</a>
          <ul class="-pages">
            <li class="-page" data-path-scope="menu.*.links.*.pages.*"><a href="#" data-path-href="menu.*.links.*.pages.*.href" data-path="menu.*.links.*.pages.*.label">Page</a></li>
          </ul>
        </li>
      </ul>
    </li>
  </ul>
</nav>`,
  handlebars: `<nav class="component feaas -nav" aria-label="Main">
  <ul class="-groups">
    {{#each _.menu}}
    <li class="-group" aria-label="{{label}}">
      <span class="-label"><var>{{label}}</var></span> <small class="-count">{{count}}</small>
      <ul class="-entries">
        {{#each links}}
        <li class="-entry">
          <a class="-link" href="{{href}}" title="{{title}}">{{label}}</a>
          <ul class="-pages">
            {{#each pages}}
            <li class="-page"><a href="{{href}}">{{label}}</a></li>
            {{/each}}
          </ul>
        </li>
        {{/each}}
      </ul>
    </li>
    {{/each}}
  </ul>
</nav>`,
  lit: (groups) =>
    html`<nav class="component feaas -nav" aria-label="Main">
      <ul class="-groups">
        ${repeat(
          groups,
          ({ id }) => id,
          (group) =>
            html`<li class="-group" aria-label=${group.label}>
              <span class="-label"><var>${group.label}</var></span> <small class="-count">${group.count}</small>
              <ul class="-entries">
                ${group.links.map(
                  (entry) =>
                    html`<li class="-entry">
                      <a class="-link" href=${entry.href} title=${entry.title}>${entry.label}</a>
                      <ul class="-pages">
                        ${entry.pages.map((page) => html`<li class="-page"><a href=${page.href}>${page.label}</a></li>`)}
                      </ul>
                    </li>`,
                )}
              </ul>
            </li>`,
        )}
      </ul>
    </nav>`,
  html(groups) {
    let out = '<nav class="component feaas -nav" aria-label="Main"><ul class="-groups">';
    for (const group of groups) {
      const label = escape(group.label);
      out +=
        `<li class="-group" aria-label="${label}"><span class="-label"><var>${label}</var></span> ` +
        `<small class="-count">${escape(group.count)}</small><ul class="-entries">`;
      for (const entry of group.links) {
        out +=
          `<li class="-entry"><a class="-link" href="${escape(entry.href)}" title="${escape(entry.title)}">` +
          `${escape(entry.label)}</a><ul class="-pages">`;
        for (const page of entry.pages)
          out += `<li class="-page"><a href="${escape(page.href)}">${escape(page.label)}</a></li>`;
        out += '</ul></li>';
      }
      out += '</ul></li>';
    }
    return out + '</ul></nav>';
  },
  frame: '<nav class="component feaas -nav" aria-label="Main"><ul class="-groups"></ul></nav>',
  createView() {
    const node = cloneGroup();
    const [label, count] = [textIn(node, '.-label var'), textIn(node, '.-count')];
    const list = node.lastElementChild!;
    const views: View<Entry>[] = [];
    let last: Partial<Group> = {};
    return {
      node,
      update(group) {
        if (group.label !== last.label) {
          label.data = group.label;
          node.setAttribute('aria-label', group.label);
        }
        if (group.count !== last.count) count.data = group.count;
        showItems(list, views, group.links, createEntry);
        last = group;
      },
    };
  },
  makeItem: (id, batch, version) => ({
    id,
    label: `Department ${id} of ${batch}`,
    count: `${changing(id, version)} pages`,
    links: Array.from({ length: 1 + (id % 5) }, (_each, at) => ({
      id: at,
      label: `Topic ${id}.${at}`,
      href: `/${batch}/${id}/${at}`,
      title: `All about topic ${at} of department ${id}`,
      pages: Array.from({ length: 1 + ((id + at) % 3) }, (_page, page) => ({
        id: page,
        label: `Page ${id}.${at}.${page}`,
        href: `/${batch}/${id}/${at}/${page}`,
      })),
    })),
  }),
  toData: (menu) => ({ _: { menu } }),
  list: '.-groups',
  probes: [['.-label', '.-count'], ({ label, count }) => [label, count]],
};
