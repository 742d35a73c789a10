/** The address and the sources of the preview page. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { parseSource, readState, searchOf, withRevision, type State } from '../../site/src/preview/state';

test('an address contains the settings that are not defaults', () => {
  assert.equal(searchOf(readState('')), '');
  const state: State = {
    ...{ source: 'a/b c/d/7', width: 375, theme: '-theme--x', scheme: 'dark', rtl: true, data: 'live', lang: 'ja' },
  };
  assert.deepEqual(readState(searchOf(state)), state);
  const wrong = readState('?width=x&scheme=blue&rtl=yes&data=mine');
  assert.deepEqual(wrong, readState(''));
  assert.deepEqual([readState('?width=1').width, readState('?width=99999').width], [240, 1920]);
});

test('a source is accepted only if it is on this host', () => {
  const origin = 'https://host.example';
  const hero = { link: '', library: 'lib', component: 'hero', version: 'responsive', revision: 'published' };
  for (const text of [
    'lib/hero',
    ' lib/hero/responsive ',
    'lib/hero/responsive/published.html',
    '/cdn/components/lib/hero',
    '/components/lib/hero',
    `${origin}/components/lib/hero/responsive/published.html`,
    `${origin}/cdn/components/lib/hero`,
  ])
    assert.deepEqual(parseSource(text, origin), hero, text);
  const link = '/preview/feaas_preview_a-B_1';
  for (const cdn of [link, origin + link])
    assert.deepEqual(parseSource(`${cdn}/components/a%20b/hero/home/3.html`, origin), {
      ...{ link, library: 'a b', component: 'hero', version: 'home', revision: '3' },
    });
  for (const text of [
    `https://evil.example${link}/components/lib/hero`,
    `${origin}.evil.example${link}/components/lib/hero`,
    `${link}/more/components/lib/hero`,
    '/preview/../components/lib/hero',
    '/preview/%2e%2e/components/lib/hero',
    '/preview//components/lib/hero',
    `${link}/components/%2e%2e/hero`,
  ])
    assert.equal(parseSource(text, origin), undefined, text);
  assert.equal(withRevision(parseSource('lib/hero/home/12', origin)!, 'staged'), 'lib/hero/home/staged');
  for (const text of [
    ...[
      '',
      'lib',
      'lib/hero/v/draft',
      'lib/hero/v/1/2',
      'lib//v',
      '../hero',
      'lib/../x',
      '//evil.example/components/a/b',
    ],
    ...[
      'https://host.example.evil/components/a/b',
      'https://evil.example/components/lib/hero',
      '/other/components/a/b',
    ],
  ])
    assert.equal(parseSource(text, origin), undefined, text);
});
