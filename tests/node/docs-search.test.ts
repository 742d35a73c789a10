/** The search of the documentation: queries of users, and the page that must be the first result. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import MiniSearch from 'minisearch';
import { allPages } from '../../scripts/docs/build';
import { sectionsOf } from '../../scripts/docs/sections';
import { excerptOf } from '../../site/src/docs/excerpt';
import { searchSections } from '../../site/src/docs/ranking';
import { SEARCH_OPTIONS, type Section } from '../../site/src/docs/search-options';

const ROOT = new URL('../../', import.meta.url).pathname;
process.chdir(ROOT);

/** Queries, by the page that answers them. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  // Queries of site developers.
  embed: ['install', 'script tag', 'lazy loading', 'http caching', 'events'],
  data: ['data-path', 'data-path-scope', 'placehoder', 'loop over a list', 'format a date', 'hide if empty'],
  style: ['dark mode', 'dark theme', 'right to left', 'shadow dom', 'themes'],
  external: ['how do I register a component'],
  react: ['react', 'server components'],
  types: ['typescript', 'generate types'],
  server: ['ssr', 'hydration'],
  security: ['csp', 'securty header', 'report a vulnerability'],
  // Queries of editors.
  edit: [
    ...['undo', 'roll back', 'keybord shortcuts', 'restore an old version'],
    ...['paste from word', 'preview', 'unsaved changes'],
  ],
  // Queries of operators.
  cdn: ['nginx'],
  host: [
    ...['backup', 'restor a backup', 'prometheus metrics', 'webhook', 'cors', 'docker compose', 'rotate signing keys'],
    ...['token create', 'login', 'upgrade', 'disk full', 'list and reset customizations'],
  ],
  'reference/cli': ['FEAAS_MAX_AGE', 'FEAAS_PURGE_URL', '--max-age', 'environment variables'],
  'reference/graphql': ['graphql schema', 'saveVersion'],
  'reference/elements': ['whenRendered', 'attributes of feaas-component'],
  'reference/api': ['registerDatasource'],
  schedule: ['publish at a time', 'schedule a publication', 'publish revisions together', 'time zone of a schedule'],
  agents: ['mcp', 'llms.txt', 'AI agent'],
  // Queries of people who migrate from the original product.
  migrate: ['migrate from sitecore', '@sitecore-feaas/clientside', 'renamed attributes'],
  // Error messages as queries.
  troubleshooting: [
    ...['Editor is not ready', "the page has no component 'clock'", 'Fetch failed', 'nothing shows'],
    '127.0.0.1:3333 is already in use',
  ],
  start: ['getting started', 'demo site'],
};

const sections = allPages().flatMap((page) => sectionsOf(page));
const index = new MiniSearch<Section>(SEARCH_OPTIONS);
index.addAll(sections);

const urlOf = (page: string): string => `/docs/${page}.html`;
const pageOf = (url: string): string => url.split('#')[0]!;

test('an ordinary sentence does not match messages, and an unknown word matches no other word', () => {
  const first = (query: string): string => pageOf(searchSections(index, query)[0]?.url ?? 'nothing');
  assert.notEqual(first('reset customization to the original'), urlOf('troubleshooting'));
  const [, ...terms] = searchSections(index, 'broken images').flatMap((found) => found.terms);
  assert.ok(!terms.includes('token'), terms.join(' '));
});

for (const [page, queries] of Object.entries(QUERIES))
  for (const query of queries)
    test(`'${query}' finds ${page} first`, () => {
      const found = searchSections(index, query).map(({ url }) => url);
      assert.equal(pageOf(found[0] ?? 'nothing'), urlOf(page), found.slice(0, 5).join('\n'));
    });

test('there are at least 40 queries, and each expected page exists', () => {
  assert.ok(Object.values(QUERIES).flat().length >= 40);
  const known = new Set(sections.map(({ url }) => pageOf(url)));
  for (const page of Object.keys(QUERIES)) assert.ok(known.has(urlOf(page)), page);
});

test('a text that begins with an equals sign is indexed word by word', () => {
  const own = new MiniSearch<Section>(SEARCH_OPTIONS);
  const base = { page: 'Page', about: '', weight: 1 };
  own.add({ ...base, id: '1', url: '/docs/1', title: 'Signs', text: '=the Cat' });
  own.add({ ...base, id: '2', url: '/docs/2', title: '=the Dog', text: '' });
  assert.deepEqual(
    searchSections(own, 'cat').map(({ url }) => url),
    ['/docs/1'],
  );
  assert.deepEqual(
    searchSections(own, 'dog').map(({ url }) => url),
    ['/docs/2'],
  );
});

test('a search for unknown words finds nothing, and a page has at most three results', () => {
  assert.deepEqual(searchSections(index, 'zzzzqqqq'), []);
  assert.deepEqual(searchSections(index, ' - '), []);
  const pages = searchSections(index, 'component').map(({ page }) => page);
  for (const page of pages) assert.ok(pages.filter((each) => each === page).length <= 3, page);
  assert.ok(new Set(pages).size >= 4);
});

test('an excerpt is the line with most of the query words, which are marked', () => {
  const text = `${'Before it. '.repeat(40)}The host keeps backups of themes. ${'After it. '.repeat(40)}`;
  const pieces = excerptOf(text, ['backup', 'theme']);
  assert.deepEqual(
    pieces.filter(({ isMarked }) => isMarked).map((piece) => piece.text),
    ['backups', 'themes'],
  );
  const line = pieces.map((piece) => piece.text).join('');
  assert.match(line, /^… (?:(?:Before|it)\.? )+The host keeps backups of themes\..* …$/);
  assert.ok(line.length < 170, line);
});

test('an excerpt of a short text is the whole text, and without query words its beginning', () => {
  assert.deepEqual(excerptOf('Set FEAAS_MAX_AGE.', ['feaas_max_age']), [
    { text: 'Set ', isMarked: false },
    { text: 'FEAAS_MAX_AGE', isMarked: true },
    { text: '.', isMarked: false },
  ]);
  assert.deepEqual(excerptOf('Short.', ['other']), [{ text: 'Short.', isMarked: false }]);
  assert.match(excerptOf('word '.repeat(100), ['other'])[0]!.text, /^(?:word ){20,}…$/);
  assert.deepEqual(excerptOf('', ['other']), []);
});

test('every section has its own id, and every result leads to a heading', () => {
  assert.equal(new Set(sections.map(({ id }) => id)).size, sections.length);
  for (const { url } of sections) assert.match(url, /^\/docs\/(?:[\w/-]+\.html)?(?:#[\p{L}\p{N}_-]+)?$/u);
});
