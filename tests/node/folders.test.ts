/** Folders with separate packages: they are installed only when something that needs them runs. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { FOLDERS, foldersOf, type Folder } from '../../scripts/folders';
import { cleanUp } from '../lib/clean-up';

const ROOT = new URL('../../', import.meta.url).pathname;

interface Manifest {
  readonly workspaces: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
const packagesOf = ({ dependencies, devDependencies }: Manifest): string[] =>
  Object.keys({ ...dependencies, ...devDependencies });

/** Packages that both a folder and the root have, since each needs a copy. */
const IN_BOTH: Partial<Record<Folder, readonly string[]>> = {
  'examples/next': ['react', 'react-dom', 'standardwebhooks'],
  'scripts/operations': ['graphql'],
  'tests/compat': ['react', 'react-dom'],
  'tests/compat/next-15': ['react', 'react-dom', 'typescript'],
  'tests/compat/next-16': ['react', 'react-dom'],
  'tests/compat/webpack': ['react', 'react-dom'],
  'tests/angular': ['@babel/core', 'typescript'],
  'tests/react-18': ['@types/react', 'react', 'react-dom'],
  'tests/spec': ['@stencil/core'],
};

const root = manifestIn('');
for (const folder of Object.keys(FOLDERS) as Folder[])
  test(`${folder} is no part of the root install, and has a lock file`, () => {
    assert.ok(!root.workspaces.includes(folder));
    assert.ok(existsSync(join(ROOT, folder, 'package-lock.json')));
    const both = packagesOf(manifestIn(folder)).filter((name) => packagesOf(root).includes(name));
    assert.deepEqual(both.sort(), IN_BOTH[folder] ?? []);
  });

test('npm ci in the root installs fewer than half of the former packages, and no deprecated ones', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { link?: boolean; optional?: boolean; deprecated?: string }>>;
  };
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  // The number was 1,305 before. Optional packages are for other platforms.
  assert.ok(installed.filter(([, { optional }]) => !optional).length <= 652);
  assert.deepEqual(
    installed.filter(([, { deprecated }]) => deprecated).map(([path]) => path),
    [],
  );
});

test('a test needs the folders that it or its imports request', () => {
  assert.deepEqual(foldersOf(['tests/frameworks.test.ts']), ['tests/angular', 'tests/frameworks']);
  assert.deepEqual(foldersOf(['tests/react-hydrate.test.ts']), ['tests/react-18']);
  assert.deepEqual(foldersOf(['host/test/blobs-azure.test.ts']), ['host/test/services']);
  assert.deepEqual(foldersOf(['tests/node/path.test.ts']), []);
  const files = readdirSync(join(ROOT, 'tests')).filter((name) => name.endsWith('.test.ts'));
  assert.deepEqual(foldersOf(files.map((name) => `tests/${name}`)), [
    ...['examples/next', 'host/test/services', 'tests/angular', 'tests/frameworks', 'tests/react-18'],
  ]);
});

/** Copies the module next to a folder with a lock file, with a fake npm that logs its arguments. */
function createFixture(
  t: TestContext,
  npm: string,
): { run: () => { out: string; status: number | null }; folder: string } {
  const home = mkdtempSync(join(tmpdir(), 'feaas-folders-'));
  cleanUp(t, () => rmSync(home, { recursive: true }));
  const folder = join(home, 'tests/packages');
  const code = `
    import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
    mkdirSync(${JSON.stringify(folder)}, { recursive: true });
    mkdirSync(${JSON.stringify(join(home, 'scripts'))}, { recursive: true });
    writeFileSync(${JSON.stringify(join(home, 'package.json'))}, '{ "type": "module" }');
    cpSync(${JSON.stringify(join(ROOT, 'scripts/folders.ts'))}, ${JSON.stringify(join(home, 'scripts/folders.ts'))});
    const { packagesIn } = await import(${JSON.stringify(pathToFileURL(join(home, 'scripts/folders.ts')).href)});
    try { console.log(packagesIn('tests/packages')); } catch (error) { console.log(error.message); process.exitCode = 1; }
  `;
  writeFileSync(join(home, 'npm'), `#!/bin/sh\n${npm}\n`);
  chmodSync(join(home, 'npm'), 0o755);
  const run = (): { out: string; status: number | null } => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', code],
      { cwd: ROOT, encoding: 'utf8', env: { ...process.env, PATH: `${home}:${process.env['PATH']}` } },
    );
    return { out: stdout + stderr, status };
  };
  return { run, folder };
}

test('packages are installed when the lock file has changed, with a message', (t) => {
  const { run, folder } = createFixture(t, 'mkdir -p node_modules && echo "$PWD $@" >> calls');
  spawnSync('mkdir', ['-p', folder]);
  writeFileSync(join(folder, 'package-lock.json'), '{ "a": 1 }');
  assert.match(run().out, /Installing checks of npm packages: npm ci in tests\/packages\//);
  assert.doesNotMatch(run().out, /Installing/);
  writeFileSync(join(folder, 'package-lock.json'), '{ "a": 2 }');
  assert.match(run().out, /Installing/);
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
  assert.equal(calls.length, 2);
  assert.match(calls[0]!, /tests\/packages ci /);
});

test('without a network the error names the folder, the reason and the command', (t) => {
  const { run, folder } = createFixture(
    t,
    'echo "npm error network getaddrinfo ENOTFOUND registry.npmjs.org" >&2; exit 1',
  );
  spawnSync('mkdir', ['-p', folder]);
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  const { out, status } = run();
  assert.equal(status, 1);
  assert.match(out, /tests\/packages: npm ci failed, so checks of npm packages can not be used/);
  assert.match(out, /npm run folders -- tests\/packages/);
  assert.match(out, /ENOTFOUND registry\.npmjs\.org/);
});
