/** The documentation as pages of the site, with an index that its search reads. */
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import MiniSearch from 'minisearch';
import sharp from 'sharp';
import { SEARCH, type Section } from '../../site/src/docs/index';
import { type Group, llmsFullText, llmsText, markdownOf, markdownUrl, OPTIONAL } from './llms';
import { headingsOf, pagesIn, slugOf, type Page } from './pages';
import { references } from './reference';
import { contentsOf, escape, renderer, type Size } from './render';

/** Pages in the order in which they are read. */
const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['Learn', ['index', 'start', 'embed', 'data', 'style', 'edit', 'external', 'react', 'types', 'server']],
  ['Run', ['host', 'agents', 'security', 'migrate', 'troubleshooting']],
  ['Look up', ['reference/elements', 'reference/api', 'reference/graphql', 'reference/cli']],
  [
    'Specification',
    ['elements', 'sources', 'data-binding', 'api', 'messages', 'scripts', 'errors', 'limits'].map(
      (name) => `specification/${name}`,
    ),
  ],
  [
    'Change',
    [
      'architecture',
      'STATUS',
      'more/contributing',
      'more/host',
      'more/plain-html',
      'more/vite-react',
      'more/next',
      'more/changes',
    ],
  ],
];

/** Pages that stand elsewhere in the repository. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'more/contributing': 'CONTRIBUTING.md',
  'more/host': 'host/README.md',
  'more/plain-html': 'examples/plain-html/README.md',
  'more/vite-react': 'examples/vite-react/README.md',
  'more/next': 'examples/next/README.md',
  'more/changes': 'CHANGELOG.md',
};

/** A page without a head: its heading and first words say what it is. */
function pageWithoutHead(name: string, path: string): Page {
  const text = readFileSync(path, 'utf8');
  const title = /^# (.+)/.exec(text)?.[1] ?? path;
  const words = text
    .replace(/^#.*$/gm, '')
    .replace(/[`*]|\]\([^)]*\)|[[\]]/g, '')
    .trim();
  return { name, title, description: words.split(/\n\n/)[0]!.replace(/\s+/g, ' ').slice(0, 155), text, headLines: 0 };
}

/** Made by `npm run screenshots`. */
const PICTURES = 'docs/pictures';

const urlOf = (name: string): string => (name === 'index' ? '/docs/' : `/docs/${name}.html`);
const fileOf = (page: Page): string => ELSEWHERE[page.name] ?? `docs/${page.name}.md`;

/**
 * Where a link leads on the site.
 * @param addressOf what the address of a page is, by its name
 */
function resolver(
  page: Page,
  pages: readonly Page[],
  addressOf: (name: string) => string = urlOf,
): (link: string) => string | undefined {
  const known = new Map(pages.map((each) => [fileOf(each), each.name]));
  return (link) => {
    if (/^(?:https?:|mailto:|#)/.test(link)) return link;
    const [path = '', hash] = link.split('#');
    const file = join(dirname(fileOf(page)), path);
    if (file.startsWith(`${PICTURES}/`)) return `/${file}`;
    const name = known.get(file);
    return name === undefined ? undefined : addressOf(name) + (hash ? `#${hash}` : '');
  };
}

/** The pictures, by their addresses on the site. */
async function picturesOf(): Promise<Map<string, Size>> {
  const sizes = readdirSync(PICTURES).map(async (name): Promise<[string, Size]> => {
    // Of a clip it is the first picture that counts.
    const { width, height } = await sharp(`${PICTURES}/${name}`).metadata();
    return [`/${PICTURES}/${name}`, { width, height }];
  });
  return new Map(await Promise.all(sizes));
}

function navigation(pages: ReadonlyMap<string, Page>, here: string): string {
  return GROUPS.map(
    ([group, names]) =>
      `<h2>${group}</h2><ul>${names
        .map((name) => {
          const current = name === here ? ' aria-current="page"' : '';
          return `<li><a href="${urlOf(name)}"${current}>${escape(pages.get(name)!.title)}</a></li>`;
        })
        .join('')}</ul>`,
  ).join('');
}

/** Links to the pages before and behind. */
function neighbors(pages: ReadonlyMap<string, Page>, here: string): string {
  const order = GROUPS.flatMap(([, names]) => names);
  const at = order.indexOf(here);
  const link = (name: string | undefined, rel: string, label: string): string =>
    name === undefined
      ? ''
      : `<a rel="${rel}" href="${urlOf(name)}"><span>${label}</span> ${escape(pages.get(name)!.title)}</a>`;
  return link(order[at - 1], 'prev', 'Before') + link(order[at + 1], 'next', 'Next');
}

const html = (page: Page, content: string, pages: ReadonlyMap<string, Page>, tags: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escape(page.name === 'index' ? page.title : `${page.title} · feaas-kit`)}</title>
    <meta name="description" content="${escape(page.description)}" />
    <link rel="alternate" type="text/markdown" href="${markdownUrl(page.name)}" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/site.css" />
    <link rel="stylesheet" href="/docs.css" />
    ${tags.replace(/\n/g, '\n    ')}
    <script type="module" src="/site/docs.js"></script>
  </head>
  <body class="docs">
    <a class="skip-link" href="#main">Skip to the content</a>
    <header class="toolbar">
      <nav class="toolbar__name" aria-label="Site">
        <a href="/">Demo site</a>
        <a href="/playground.html">Playground</a>
        <a href="/preview.html?feaasSrc=aurora%2Fhero">Preview</a>
        <a href="/customizations.html">Customizations</a>
        <a href="/docs/" aria-current="${page.name === 'index' ? 'page' : 'true'}">Documentation</a>
      </nav>
      <a class="docs__jump" href="#contents">All pages</a>
      <search class="docs__search" hidden>
        <label class="field"><span>Search</span><input id="search" type="search" autocomplete="off" spellcheck="false" aria-controls="found" /></label>
        <div id="found" class="docs__found" hidden><p role="status"></p><ol></ol></div>
      </search>
      <label class="field"><span>Scheme</span>
        <select id="scheme"><option value="auto">Auto</option><option value="light">Light</option><option value="dark">Dark</option></select>
      </label>
      <label class="field field--check"><input id="rtl" type="checkbox" /><span>Right to left</span></label>
    </header>
    <div class="docs__body">
      <main id="main" class="docs__main" tabindex="-1">${content}<p class="docs__neighbors">${neighbors(pages, page.name)}</p></main>
      ${contentsOf(page)}
      <nav id="contents" class="docs__nav" aria-label="Pages" tabindex="-1">${navigation(pages, page.name)}</nav>
    </div>
  </body>
</html>
`;

/** Words of markdown, without its signs. */
const plain = (text: string): string =>
  text
    .replace(/```\S*(?:[^\n]*title="([^"]*)")?[^\n]*/g, ' $1 ')
    .replace(/\]\([^)]*\)|^\|[\s|:-]+\|$|[`*|#[\]]/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Rows of the tables of messages below a heading: whoever looks for a message finds it by its words. */
function rowsOf(section: Section, markdown: string): Section[] {
  const rows = [...markdown.matchAll(/^\| (`.+?) *\| (.+?) *\| (.+?) *\|$/gm)];
  return rows.map(([, message = '', cause = '', cure = ''], at) => ({
    ...section,
    id: `${section.id} ${at}`,
    title: plain(message),
    text: plain(`${cause} ${cure}`),
  }));
}

/** The sections of a page: what stands below each of its headings. */
export function sectionsOf(page: Page): Section[] {
  const [first = '', ...others] = page.text.split(/^## /m);
  const url = urlOf(page.name);
  const known = new Set(headingsOf(page).map(({ id }) => id));
  const top = { id: url, url, page: page.title, title: page.title, text: plain(first.replace(/^# .*/m, '')) };
  return [
    top,
    ...others.flatMap((markdown) => {
      const [heading = '', ...lines] = markdown.split('\n');
      const slug = slugOf(heading);
      // A line of code may begin like a heading.
      if (!known.has(slug)) return [];
      const id = `${url}#${slug}`;
      const section = { id, url: id, page: page.title, title: plain(heading), text: plain(lines.join('\n')) };
      return page.name === 'troubleshooting' ? [section, ...rowsOf(section, lines.join('\n'))] : [section];
    }),
  ];
}

/** All pages. The kit has to be built. */
export const allPages = (about = 'dist'): Page[] => [
  ...pagesIn('docs'),
  ...references(about),
  ...Object.entries(ELSEWHERE).map(([name, path]) => pageWithoutHead(name, path)),
];

/** What language models read: pages as Markdown by their names, `llms.txt` and `llms-full.txt`. */
export function textsForModels(all: readonly Page[]): {
  readonly markdown: ReadonlyMap<string, string>;
  readonly index: string;
  readonly full: string;
} {
  const pages = new Map(all.map((page) => [page.name, page]));
  const markdown = new Map(all.map((page) => [page.name, markdownOf(page, resolver(page, all, markdownUrl))]));
  // Whoever changes the kit has the repository.
  const groups = GROUPS.map(([heading, names]): Group => [
    heading === 'Change' ? OPTIONAL : heading,
    names.map((name) => pages.get(name)!),
  ]);
  const inFull = groups.filter(([heading]) => heading !== OPTIONAL).flatMap(([, each]) => each);
  return {
    markdown,
    index: llmsText(groups),
    full: llmsFullText(inFull.map(({ name }) => ({ name, markdown: markdown.get(name)! }))),
  };
}

/**
 * Writes the pages. The elements have to be built.
 * @param www folder of the site
 * @param about folder of what Stencil tells of the elements
 */
export async function buildDocs(www: string, about = 'dist'): Promise<void> {
  const all = allPages(about);
  const pages = new Map(all.map((page) => [page.name, page]));
  for (const name of GROUPS.flatMap(([, names]) => names))
    if (!pages.has(name)) throw new Error(`the documentation has no page '${name}'`);
  const tags = readFileSync(`${www}/build/head.html`, 'utf8').trim();
  const render = await renderer(await picturesOf());
  rmSync(`${www}/docs`, { recursive: true, force: true });
  cpSync(PICTURES, `${www}/${PICTURES}`, { recursive: true });
  for (const page of all) {
    const path = `${www}/docs/${page.name}.html`;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, html(page, render(page, resolver(page, all)), pages, tags));
  }
  const { markdown, index: llms, full } = textsForModels(all);
  for (const [name, text] of markdown) writeFileSync(`${www}${markdownUrl(name)}`, text);
  writeFileSync(`${www}/llms.txt`, llms);
  writeFileSync(`${www}/llms-full.txt`, full);
  const index = new MiniSearch<Section>(SEARCH);
  index.addAll(all.flatMap(sectionsOf));
  writeFileSync(`${www}/docs/search.json`, JSON.stringify(index));
}
