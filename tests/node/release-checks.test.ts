/** Checks that block a release, and differences between a package and its folder. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { publishedManifest, withAbsoluteLinks, type Manifest } from '../../scripts/packages';
import { changesOf, releaseProblems, type ReleaseState } from '../../scripts/release-checks';

const kit: Manifest = { name: 'feaas-kit', version: '1.2.3' };
const react: Manifest = {
  name: 'feaas-kit-react',
  version: '1.2.3',
  peerDependencies: { 'feaas-kit': '1.2.3', react: '>=18' },
};
const stateOf = (changed: Partial<ReleaseState> = {}, ...manifests: readonly Manifest[]): ReleaseState => ({
  packages: (manifests.length ? manifests : [kit, react]).map((manifest) => ({ folder: manifest.name, manifest })),
  status: '',
  tags: ['v1.2.2'],
  changelog: '# Changes\n\n## Unreleased\n\n## 1.2.3\n\n- A change.\n\n## 1.2.2\n\n- An old one.\n',
  ...changed,
});

test('a complete release has no problems', () => {
  assert.deepEqual(releaseProblems(stateOf()), []);
});

for (const [what, state, message] of [
  ['changed files', stateOf({ status: ' M README.md\n?? new.ts\n' }), /2 changed files.*\n M README\.md/],
  [
    'another version',
    stateOf({}, kit, { ...react, version: '1.2.2' }),
    /feaas-kit-react\/package\.json: the version is 1\.2\.2, that of feaas-kit is 1\.2\.3/,
  ],
  [
    'an older peer',
    stateOf({}, kit, { ...react, peerDependencies: { 'feaas-kit': '1.2.2' } }),
    /asks for feaas-kit 1\.2\.2: write 1\.2\.3/,
  ],
  ['a private package', stateOf({}, kit, { ...react, private: true }), /private: remove/],
  ['no version', stateOf({}, { ...kit, version: 'next' }), /'next' is no version/],
  ['a wrong order', stateOf({}, react, kit), /asks for feaas-kit, which is published later/],
  ['no changes', stateOf({ changelog: '# Changes\n\n## 1.2.2\n\n- Old.\n' }), /no heading '## 1\.2\.3'/],
  [
    'an empty section',
    stateOf({ changelog: '# Changes\n\n## 1.2.3\n\n## 1.2.2\n\n- Old.\n' }),
    /nothing below '## 1\.2\.3'/,
  ],
  [
    'changes that are not sorted in',
    stateOf({ changelog: '## Unreleased\n\n- New.\n\n## 1.2.3\n\n- A.\n' }),
    /still has changes below '## Unreleased'/,
  ],
  ['a tag that exists', stateOf({ tags: ['v1.2.3'] }), /The tag v1\.2\.3 exists/],
] as const)
  test(`${what}: one problem, which says what to do`, () => {
    const problems = releaseProblems(state);
    // An unknown version also has no changes.
    assert.equal(problems.length, what === 'no version' ? 2 : 1, problems.join('\n'));
    assert.match(problems[0]!, message);
  });

test('the changes of a version are the text below its heading', () => {
  const changelog = '# Changes\n\n## 1.2.30\n\n- Later.\n\n## 1.2.3 (May)\n\n- One.\n- Two.\n\n## 1.2.2\n\n- Old.\n';
  assert.equal(changesOf(changelog, '1.2.3'), '- One.\n- Two.');
  assert.equal(changesOf(changelog, '1.2'), undefined);
});

test('the bill of materials that the workflow writes before a release does not count as a change', () => {
  const workflow = readFileSync('.github/workflows/release.yml', 'utf8');
  const [, file] = /npm run sbom -- (\S+)/.exec(workflow)!;
  assert.equal(execFileSync('git', ['check-ignore', file!], { encoding: 'utf8' }).trim(), file);
});

test('a published package.json has no development fields', () => {
  const manifest = {
    ...kit,
    workspaces: ['a'],
    allowScripts: {},
    scripts: { build: 'x' },
    devDependencies: { a: '1' },
    exports: './a.js',
  };
  assert.deepEqual(publishedManifest(manifest as Manifest), { ...kit, exports: './a.js' });
});

test('relative links become links to the version in the repository, others stay unchanged', () => {
  const text =
    'See [hosts](../docs/host.md#run), ![a picture](a/b.webp), [this](#here), [that](https://a.example/b), [mail](mailto:a@b.example).';
  assert.equal(
    withAbsoluteLinks(text, 'host', '1.2.3'),
    'See [hosts](https://github.com/feaas-kit/feaas-kit/blob/v1.2.3/docs/host.md#run), ' +
      '![a picture](https://github.com/feaas-kit/feaas-kit/raw/v1.2.3/host/a/b.webp), [this](#here), [that](https://a.example/b), [mail](mailto:a@b.example).',
  );
  assert.equal(
    withAbsoluteLinks('[all](docs/a.md)', '.', '1.0.0'),
    '[all](https://github.com/feaas-kit/feaas-kit/blob/v1.0.0/docs/a.md)',
  );
});
