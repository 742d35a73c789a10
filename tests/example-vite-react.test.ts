/** The example of Vite and React, started by its one command: it shows content and can be edited. */
import { test } from 'node:test';
import { assertCountsClicks, examplePage, assertEditable, assertShowsContent } from './lib/example-page';

const at = examplePage('vite-react');

test('content shows with its data, and what the page changes is bound at once', () => assertShowsContent(at, 'input'));

test('a component of the site stands in content, and reads the site’s context', () =>
  assertCountsClicks(at, 'Book now', 'Book now (2)'));

test('an editor’s click opens the editor, what is typed is in the page, and nobody complained', () =>
  assertEditable(at));
