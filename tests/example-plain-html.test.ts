/** The example of plain HTML, started by its one command: it shows content and can be edited. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { assertCountsClicks, examplePage, assertEditable, assertShowsContent } from './lib/example-page';

const at = examplePage('plain-html');

test('content shows with its data, and changes by the page are rendered at once', () =>
  assertShowsContent(at, '#title'));

test('pictures of the library show', async () => {
  await at.waitFor(() =>
    [...document.querySelectorAll<HTMLImageElement>('.au-card img')].some(({ naturalWidth }) => naturalWidth > 0),
  );
});

test('the kit comes from the host unchanged, each file once, and the site serves only its own files', () => {
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

test('content contains a component of the page, and the page receives its events', () =>
  assertCountsClicks(at, 'Book now', 'Book now'));

test('an editor’s click opens the editor, the page shows the typed text, and the console is empty', () =>
  assertEditable(at));
