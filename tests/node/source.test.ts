/** Source strings and URLs (S1-S5). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  getComponentSource,
  getComponentURL,
  getStylesheetSource,
  getStylesheetURL,
  parseComponentSource,
  parseStylesheetSource,
} from '../../src/utils/source/source';

const DEFAULT_CDN = 'https://feaas.blob.core.windows.net';
const name = fc.stringMatching(/^[\w.~ -]{1,12}$/).filter((text) => text !== '.' && text !== '..');
/** Names that are also names of folders. */
const anyName = fc.oneof(name, fc.constantFrom('components', 'styles', 'staged', '7', 'index.html'));
const cdn = fc.constantFrom(
  DEFAULT_CDN,
  'https://cdn.example',
  'http://localhost:3333/a/b',
  '//cdn.example',
  'https://cdn.example/components',
  '/cdn',
  '/components',
  '/components/',
  '/styles',
  'cdn',
  '/',
);
const revision = fc.oneof(fc.constantFrom('published', 'staged', 'saved'), fc.nat());
/** Parsed objects have a prototype, so the expected objects need one, too. */
const plainObjects = { noNullPrototype: true };

test('S3: an empty cdn counts as missing; an invalid source is a named error', () => {
  const source = { library: 'l', component: 'c', hostname: 'https://h.example', cdn: '' };
  assert.equal(getComponentSource(source), 'https://h.example/components/l/c');
  assert.equal(getComponentURL(source), 'https://h.example/components/l/c/responsive/published.html');
  for (const none of [null, undefined]) {
    assert.throws(() => parseStylesheetSource(none as never), { name: 'SourceParseError' });
  }
  for (const none of [5, true]) assert.throws(() => getComponentURL(none as never), { name: 'SourceParseError' });
});

test('S1: parse(print(x)) == x for components', () => {
  fc.assert(
    fc.property(
      fc.record(
        { cdn, library: anyName, component: anyName, version: anyName, revision },
        plainObjects,
      ) as fc.Arbitrary<ReturnType<typeof parseComponentSource>>,
      (source) => assert.deepEqual(parseComponentSource(getComponentSource(source)), source),
    ),
    { numRuns: 2000 },
  );
});

test('S2: parse(print(x)) == x for stylesheets', () => {
  fc.assert(
    fc.property(
      fc.record({ cdn, library: anyName, revision }, plainObjects) as fc.Arbitrary<
        ReturnType<typeof parseStylesheetSource>
      >,
      (source) => assert.deepEqual(parseStylesheetSource(getStylesheetSource(source)), source),
    ),
    { numRuns: 2000 },
  );
});

test('S3: a source with a path of the page uses the origin of the page', () => {
  assert.equal(getComponentURL('/components/lib/card'), '/components/lib/card/responsive/published.html');
  assert.equal(getComponentURL('/components/lib/card.html?a=b'), '/components/lib/card/responsive/published.html?a=b');
  assert.equal(getStylesheetURL('/styles/lib'), '/styles/lib/published.css');
  assert.equal(getStylesheetURL('/components/lib/card'), '/styles/lib/published.css');
  const { cdn, library } = parseComponentSource('/components/lib/card');
  assert.deepEqual([cdn, library], ['/', 'lib']);
  assert.equal(getComponentSource({ cdn: '/', library: 'lib', component: 'card' }), '/components/lib/card');
  assert.equal(getStylesheetSource({ cdn: '', library: 'lib' }), 'lib');
});

test('S1: printing omits defaults', () => {
  assert.equal(
    getComponentSource({ library: 'lib', component: 'hero', version: 'responsive', revision: 'published' }),
    'lib/hero',
  );
  // Empty values, as attributes and forms give them for missing parts.
  for (const none of [null, undefined, ''] as never[]) {
    assert.equal(getComponentSource({ library: 'lib', component: 'hero', version: none, revision: none }), 'lib/hero');
    assert.equal(
      getComponentSource({ library: 'lib', component: 'hero', version: none, revision: 'staged' }),
      'lib/hero/responsive/staged',
    );
    assert.equal(getStylesheetSource({ library: 'lib', revision: none }), 'lib');
  }
  assert.equal(
    getComponentSource({ cdn: DEFAULT_CDN, library: 'lib', component: 'hero', revision: 'staged' }),
    'lib/hero/responsive/staged',
  );
  assert.equal(
    getComponentSource({ cdn: '/cdn', library: 'lib', component: 'hero', version: 'tablet' }),
    '/cdn/components/lib/hero/tablet',
  );
});

test('S1: every form parses', () => {
  const parts = (source: string): unknown[] => Object.values(parseComponentSource(source));
  assert.deepEqual(parts('lib/hero'), [DEFAULT_CDN, 'lib', 'hero', 'responsive', 'published']);
  assert.deepEqual(parts('lib/hero.html'), [DEFAULT_CDN, 'lib', 'hero', 'responsive', 'published']);
  assert.deepEqual(parts('https://x.example/components/lib/hero/tablet/12.html'), [
    'https://x.example',
    'lib',
    'hero',
    'tablet',
    12,
  ]);
  assert.deepEqual(parts('//x.example/deep/components/lib/hero/tablet/saved'), [
    '//x.example/deep',
    'lib',
    'hero',
    'tablet',
    'saved',
  ]);
  assert.deepEqual(Object.values(parseStylesheetSource('lib/staged.css')), [DEFAULT_CDN, 'lib', 'staged']);
  assert.deepEqual(Object.values(parseStylesheetSource('/cdn/components/lib/hero')), ['/cdn', 'lib', 'published']);
});

test('an unparsable source fails with the message of the specification', () => {
  for (const source of ['', 'lib', 'lib/hero/a/b/c/d', '../hero', 'lib/..', 'lib//hero']) {
    assert.throws(
      () => parseComponentSource(source),
      { name: 'SourceParseError', message: 'Could not parse FEAAS Component source' },
      source,
    );
  }
});

test('a missing library or component fails with the message of the specification', () => {
  const message = 'Component requires `library` and `component` properties';
  for (const source of [{}, { library: 'lib' }, { component: 'hero' }, null, undefined]) {
    assert.throws(() => getComponentURL(source as never), { name: 'MissingSourceError', message });
    assert.throws(() => getComponentSource(source as never), { message });
  }
  assert.throws(() => getStylesheetURL({} as never), { message });
  assert.throws(() => getStylesheetURL(undefined as never), { message });
  assert.throws(() => getStylesheetURL(5 as never), { message: 'Could not parse FEAAS Component source' });
});

test('§7: URLs', () => {
  assert.equal(getComponentURL('lib/hero/responsive/0'), `${DEFAULT_CDN}/components/lib/hero/responsive/0.html`);
  assert.equal(getComponentURL('lib/hero'), `${DEFAULT_CDN}/components/lib/hero/responsive/published.html`);
  assert.equal(
    getComponentURL({ cdn: '/cdn/', library: 'l', component: 'c', version: 'v', revision: 3 }),
    '/cdn/components/l/c/v/3.html',
  );
  assert.equal(
    getComponentURL({ hostname: 'https://h.example', library: 'l', component: 'c' }),
    'https://h.example/components/l/c/responsive/published.html',
  );
  assert.equal(getStylesheetURL('lib'), `${DEFAULT_CDN}/styles/lib/published.css`);
});

test('S2: a numbered stylesheet revision means published', () => {
  assert.equal(getStylesheetURL({ cdn: '/cdn', library: 'lib', revision: 7 }), '/cdn/styles/lib/published.css');
  assert.equal(getStylesheetURL({ cdn: '/cdn', library: 'lib', revision: 'staged' }), '/cdn/styles/lib/staged.css');
});

// Complete URLs, as a page copies them from its host, with any base path and a query.
const HOSTS = [
  'https://edge.example',
  'https://edge.example/v1/files',
  'http://localhost:3333/a/components',
  '//cdn.example/styles',
  '/cdn',
];
const QUERIES = ['', '?contextId=a', '?a=b%20c&d=/components/x/y.html&e=x.css', '?'];

test('§7, S2: a complete URL stays unchanged', () => {
  const edge = 'https://edge.example/v1/files/components/styles/LIB/published.css?contextId=a';
  assert.equal(getStylesheetURL(edge), edge);
  assert.equal(getStylesheetURL({ src: edge }), edge);
  for (const host of HOSTS)
    for (const query of QUERIES) {
      for (const library of ['LIB', 'My%20Lib', 'a%2Fb', 'components', 'styles'])
        for (const revision of ['published', 'staged', 'saved']) {
          const url = `${host}/styles/${library}/${revision}.css${query}`;
          assert.equal(getStylesheetURL(url), url);
        }
      for (const names of ['LIB/hero', 'My%20Lib/a%2Fb', 'styles/hero'])
        for (const tail of ['responsive/published', 'tablet/12', 'fork%20of%20me/staged']) {
          const url = `${host}/components/${names}/${tail}.html${query}`;
          assert.equal(getComponentURL(url), url);
        }
    }
});

test('S1, S2: the query of a URL is preserved by print and parse', () => {
  const url = 'https://edge.example/v1/components/My%20Lib/hero/tablet/staged.html?contextId=a#top';
  const parts = { cdn: 'https://edge.example/v1', library: 'My Lib', component: 'hero', version: 'tablet', revision: 'staged', query: '?contextId=a' } as const; // prettier-ignore
  assert.deepEqual(parseComponentSource(url), parts);
  assert.deepEqual(parseComponentSource(getComponentSource(parts)), parts);
  // The stylesheet of its library is on the same host.
  assert.equal(getStylesheetURL(url), 'https://edge.example/v1/styles/My%20Lib/staged.css?contextId=a');
  const sheet = {
    cdn: 'https://edge.example/v1',
    library: 'My Lib',
    revision: 'published',
    query: '?contextId=a',
  } as const;
  assert.deepEqual(parseStylesheetSource(getStylesheetSource(sheet)), sheet);
  const onDefault = { cdn: DEFAULT_CDN, library: 'lib', revision: 'published', query: '?a' } as const;
  assert.deepEqual(parseStylesheetSource(getStylesheetSource(onDefault)), onDefault);
});

test('a question mark in a source that is no URL is part of the name', () => {
  assert.equal(parseComponentSource('lib/why?').component, 'why?');
  assert.equal(parseComponentSource('lib/why.html?x').component, 'why.html?x');
});

test('a name can not change the path of a URL', () => {
  assert.equal(
    getComponentURL({ cdn: '/cdn', library: 'a/b', component: 'c?d#e' }),
    '/cdn/components/a%2Fb/c%3Fd%23e/responsive/published.html',
  );
  assert.throws(() => getComponentURL({ cdn: '/cdn', library: '..', component: 'c' }), { name: 'SourceParseError' });
});
