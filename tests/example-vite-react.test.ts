/** The example of Vite and React, started by its one command: it shows content and can be edited. */
import { test } from 'node:test';
import { assertCountsClicks, examplePage, assertEditable, assertShowsContent } from './lib/example-page';

const at = examplePage('vite-react');

test('content shows with its data, and changes by the page are rendered at once', () =>
  assertShowsContent(at, 'input'));

test('content contains a component of the site, which reads the site’s context', () =>
  assertCountsClicks(at, 'Book now', 'Book now (2)'));

test('an editor’s click opens the editor, the page shows the typed text, and the console is empty', () =>
  assertEditable(at));
