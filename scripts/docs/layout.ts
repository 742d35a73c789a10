/** The layout of a page: toolbar with search, list of pages, headings, and adjacent pages. */
import { markdownUrl } from './llms';
import { GROUPS, sourceOf, urlOf } from './order';
import { headingsOf, type Heading, type Page } from './pages';
import { escape } from './render';
import { editUrl, manifest } from './repository';
import type { Version } from './versions';

/** Properties that all pages of a build share. */
export interface Site {
  /** The version that is built. */
  readonly current: Version;
  readonly versions: readonly Version[];
  /** Tags that load the kit, for pages with live examples. */
  readonly tags: string;
}

const findPage = (pages: readonly Page[], name: string): Page | undefined => pages.find((page) => page.name === name);

/** The page groups of a version: an older one may lack pages, or have pages that were removed since. */
function groupsOf({ pages }: Version): [string, Page[]][] {
  const listedNames = new Set(GROUPS.flatMap(([, names]) => names));
  const groups = GROUPS.map(([group, names]): [string, Page[]] => [
    group,
    names.flatMap((name) => findPage(pages, name) ?? []),
  ]);
  const others = pages.filter(({ name }) => !listedNames.has(name));
  return [...groups, ['More', others] as [string, Page[]]].filter(([, pages]) => pages.length);
}

const item = (url: string, text: string, current = ''): string =>
  `<li><a href="${escape(url)}"${current}>${escape(text)}</a></li>`;

const navigation = (version: Version, pageName: string): string =>
  groupsOf(version)
    .map(
      ([group, pages]) =>
        `<h2>${group}</h2><ul>${pages
          .map(({ name, title }) =>
            item(urlOf(name, version.root), title, name === pageName ? ' aria-current="page"' : ''),
          )
          .join('')}</ul>`,
    )
    .join('');

/** Links to the same page in each version, or to the version's first page. */
function versionsList({ current, versions }: Site, selected: Version, pageName: string): string {
  const items = [current, ...versions].map((version) => {
    const targetName = findPage(version.pages, pageName) ? pageName : 'index';
    const label = version === current ? `${version.name} (current)` : version.name;
    return item(urlOf(targetName, version.root), label, version === selected ? ' aria-current="true"' : '');
  });
  return `<details class="docs__versions"><summary>Version ${selected.name}</summary><ul>${items.join('')}</ul></details>`;
}

/** Links to the previous and next pages. */
function neighbors(version: Version, pageName: string): string {
  const order = groupsOf(version).flatMap(([, pages]) => pages);
  const index = order.findIndex(({ name }) => name === pageName);
  const link = (page: Page | undefined, rel: string, label: string): string =>
    page
      ? `<a rel="${rel}" href="${urlOf(page.name, version.root)}"><span>${label}</span> ${escape(page.title)}</a>`
      : '';
  const links = link(order[index - 1], 'prev', 'Previous') + link(order[index + 1], 'next', 'Next');
  return `<nav class="docs__neighbors" aria-label="Previous and next page">${links}</nav>`;
}

function outlineOf(page: Page): string {
  const headings = headingsOf(page).filter(({ level }) => level === 2 || level === 3);
  if (headings.length < 2) return '';
  const link = ({ id, text, level }: Heading): string =>
    `<li${level === 3 ? ' class="docs__deeper"' : ''}><a href="#${id}">${escape(text)}</a></li>`;
  return `<nav class="docs__toc" aria-label="On this page"><details><summary>On this page</summary><ul>${headings
    .map(link)
    .join('')}</ul></details></nav>`;
}

/** The footer of a current page. An older page has a notice at its top instead. */
function footer(page: Page): string {
  const address = editUrl(sourceOf(page.name), manifest());
  const edit = address ? `<a href="${escape(address)}">Edit this page</a> ` : '';
  return `<p class="docs__edit">${edit}<a href="${markdownUrl(page.name)}">This page as Markdown</a></p>`;
}
function notice({ current }: Site, { name }: Version, page: string): string {
  const targetName = findPage(current.pages, page) ? page : 'index';
  return `<p class="docs__notice">This page is about version ${name}. The current version is <a href="${urlOf(targetName)}">${current.name}</a>.</p>`;
}

const hasLiveExample = (content: string): boolean => content.includes('class="code__live"');

/** @param content the text of the page as HTML */
export function layout(site: Site, version: Version, page: Page, content: string): string {
  const { current } = site;
  const isCurrent = version === current;
  const targetName = findPage(current.pages, page.name) ? page.name : 'index';
  const headTags = [
    isCurrent
      ? `<link rel="alternate" type="text/markdown" href="${markdownUrl(page.name)}" />`
      : // Search engines should find the current page.
        `<link rel="canonical" href="${urlOf(targetName)}" />\n    <meta name="robots" content="noindex" />`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml" />',
    '<link rel="stylesheet" href="/site.css" />',
    '<link rel="stylesheet" href="/docs.css" />',
    ...(hasLiveExample(content) ? [site.tags.replace(/\n/g, '\n    ')] : []),
    '<script type="module" src="/site/docs.js"></script>',
  ];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escape(page.name === 'index' ? page.title : `${page.title} · feaas-kit`)}${isCurrent ? '' : ` ${version.name}`}</title>
    <meta name="description" content="${escape(page.description)}" />
    ${headTags.join('\n    ')}
  </head>
  <body class="docs">
    <a class="skip-link" href="#main">Skip to the content</a>
    <header class="toolbar">
      <nav class="toolbar__name" aria-label="Site">
        <a href="/">Demo site</a>
        <a href="/playground.html">Playground</a>
        <a href="/libraries.html">Libraries</a>
        <a href="/preview.html?feaasSrc=aurora%2Fhero">Preview</a>
        <a href="/customizations.html">Customizations</a>
        <a href="/docs/" aria-current="${isCurrent && page.name === 'index' ? 'page' : 'true'}">Documentation</a>
      </nav>
      <a class="docs__jump" href="#contents">All pages</a>
      <search class="docs__search" data-index="${version.root}search.json" hidden>
        <label class="field"><span>Search</span><input id="search" type="search" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="go" aria-controls="found" aria-keyshortcuts="/" /></label>
        <div id="found" class="docs__found" hidden><p role="status"></p><ol></ol></div>
      </search>
      <label class="field"><span>Scheme</span>
        <select id="scheme"><option value="auto">Auto</option><option value="light">Light</option><option value="dark">Dark</option></select>
      </label>
      <label class="field field--check"><input id="rtl" type="checkbox" /><span>Right to left</span></label>
    </header>
    <div class="docs__body">
      ${outlineOf(page)}
      <main id="main" class="docs__main" tabindex="-1">${isCurrent ? '' : notice(site, version, page.name)}${content}${isCurrent ? footer(page) : ''}${neighbors(version, page.name)}</main>
      <nav id="contents" class="docs__nav" aria-label="Pages" tabindex="-1">${versionsList(site, version, page.name)}${navigation(version, page.name)}</nav>
    </div>
    <p id="announcement" class="docs__announcement" role="status"></p>
  </body>
</html>
`;
}
