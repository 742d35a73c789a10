/** The project's checks of English reject bad sentences and accept good ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMANDS, USAGE } from '../../host/src/cli/command-line/usage';
import { loadLinter, textsToCheck } from '../../scripts/prose';

const { lintProse } = await loadLinter();
const problemsOf = (text: string): string[] => lintProse(text).map(({ problem }) => problem);

const LONG =
  'The host reads each file of the library in the folder that you name and publishes it when you save it in your code editor or anywhere else.';

for (const [text, problem] of [
  [LONG, /^\d+ words, 25 at most: write two sentences$/],
  ['The request is refused.', /"is refused" is passive voice: name who does it/],
  ['A file could not be read by the host.', /"be read" is passive voice/],
  ['The host told the page.', /^"told": write reports/],
  ['What stands beside it stays.', /^"stands": write is$/],
  ['Somebody saved it.', /^"Somebody": write someone/],
  ['The colour of the theme.', /^"colour": write the American spelling$/],
  ['The behaviour of the editor.', /the American spelling/],
  ['A customisation of a page.', /the American spelling/],
  ['The the host starts.', /"the" is repeated/],
] as const)
  test(`found: ${text}`, () =>
    assert.ok(
      problemsOf(text).some((each) => problem.test(each)),
      problemsOf(text).join(),
    ));

for (const text of [
  'The host refuses the request.',
  'A long list of code is one word: `one`, `two`, `three`, `four`, `five`, `six`, `seven`, `eight`, `nine`, `ten` and `eleven` show that it does not count.',
  'Code is not read: `is refused`, `told`, `colour`.',
  'The host stands for the server. The color and the behavior are American.',
  '```text\nThis is refused, as somebody told.\n```',
])
  test(`accepted: ${text.slice(0, 60)}`, () => assert.deepEqual(problemsOf(text), []));

test('findings name the line, in paragraphs, lists and tables', () => {
  const text = `---\ntitle: A\ndescription: It was told.\n---\n\nFine.\nFine. It is\nrefused.\n\n- Fine.\n- It was told.\n\n| a | b |\n| - | - |\n| c | somebody |\n`;
  assert.deepEqual(
    lintProse(text).map(({ line }) => line),
    [3, 3, 7, 11, 11, 15],
  );
});

test('sentences end at a full stop, not at the end of a line or in a version', () => {
  assert.deepEqual(problemsOf(`${'one two three four five six seven eight nine ten\n'.repeat(2)}eleven.`), []);
  assert.equal(problemsOf('one two three four five six seven eight nine ten\n'.repeat(3)).length, 1);
  assert.deepEqual(problemsOf('Version 1.2.3 of Node.js runs here. It works.'), []);
});

test('documentation, messages, output, help and schema are checked', () => {
  const places = textsToCheck().map(({ place }) => place);
  for (const place of [
    ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/edit.md', 'docs/specification/elements.md'],
    ...[
      'host/README.md',
      'react-wrapper/README.md',
      'compat/README.md',
      'examples/next/README.md',
      'host/schema.graphql',
    ],
    ...['src/utils/path/lookup.ts (message)', 'host/src/cli/commands/token.ts (message)', 'feaas-host --help'],
    ...['src/components/feaas-picker/readme.md', 'frontend/src/messages/editor.json (save.save)'],
    ...['site/src/docs/search.ts', 'site/src/docs/copy.ts'],
  ])
    assert.ok(places.includes(place), place);
  assert.ok(places.filter((place) => place === 'host/schema.graphql').length > 250);
  assert.ok(places.filter((place) => place.endsWith('(message)')).length > 500);
  assert.ok(places.filter((place) => place === 'feaas-host --help').length > Object.keys(COMMANDS).length);
});

test('lines of the help fit into 160 characters', () => {
  assert.deepEqual(
    USAGE.split('\n').filter((line) => line.length > 160),
    [],
  );
});
