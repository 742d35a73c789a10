/** The example of plain HTML, started by its one command: it shows content and can be edited. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { assertCountsClicks, examplePage, assertEditable, assertShowsContent } from './lib/example-page';

const at = examplePage('plain-html');

test('content shows with its data, and what the page changes is bound at once', () => assertShowsContent(at, '#title'));

test('pictures of the library show', async () => {
  await at.waitFor(() =>
    [...document.querySelectorAll<HTMLImageElement>('.au-card img')].some(({ naturalWidth }) => naturalWidth > 0),
  );
});

test('the kit comes from the host as it is, each file once, and from the site comes nothing but its own', () => {
  const scripts = at.requestURLs.filter((url) => url.endsWith('.js'));
  assert.deepEqual(
    scripts.filter((url) => !url.startsWith(`${at.site.host}/build/`)),
    [`${at.site.origin}/page.js`],
  );
  assert.equal(new Set(scripts).size, scripts.length);
  assert.doesNotMatch(
    readFileSync(new URL('../examples/plain-html/package.json', import.meta.url), 'utf8'),
    /ependencies|build"/,
  );
});

test('a component of the page stands in content, and the page hears of it', () =>
  assertCountsClicks(at, 'Book now', 'Book now'));

test('an editor’s click opens the editor, what is typed is in the page, and nobody complained', () =>
  assertEditable(at));
