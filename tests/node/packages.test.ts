/** The three packages in an empty project: they load, are typed, leave out what is not used, and the host runs. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { packagesIn } from '../../scripts/folders';
import { isPermissive } from '../../scripts/licenses';
import { installPacked, type Project } from '../lib/packed';
import { bundleWithEsbuild, bundleWithVite, definedIn } from '../lib/packed-bundles';
import { diagnostics } from '../lib/packed-types';

/** `tests/packages/checks.ts`, whose packages are installed when it is loaded. */
interface PackageChecks {
  messagesOf(tarball: Buffer): Promise<readonly unknown[]>;
  typeProblems(tarball: Buffer, entries: readonly string[]): Promise<readonly unknown[]>;
}

const run = promisify(execFile);
let project: Project;
let checks: PackageChecks;
before(async () => {
  packagesIn('tests/packages');
  checks = (await import('../packages/checks' as string)) as PackageChecks;
  project = await installPacked();
});
after(() => project?.remove());

const within = (path: string): string => join(project.folder, 'node_modules', path);
const TAGS = ['component', 'context', 'editor', 'external', 'loader', 'picker', 'stylesheet'] as const;

/** Elements that an element shows while it loads. */
const SHOWS: Readonly<Partial<Record<string, readonly string[]>>> = {
  editor: ['feaas-loader'],
  picker: ['feaas-loader'],
};

/** What Node says to a module of the project. */
const node = async (code: string): Promise<string> =>
  (await run(process.execPath, ['--input-type=module', '-e', code], { cwd: project.folder })).stdout.trim();

test('nothing runs when they are installed, neither of them nor of what comes with them', () => {
  for (const { name, scripts = {} } of project.manifests)
    for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
      assert.ok(!(script in scripts), `${name}: ${script}`);
  const running = Object.entries(project.installed).filter(([, { hasInstallScript }]) => hasInstallScript);
  assert.deepEqual(running, []);
});

test('what comes with them has permissive licenses, but for the shared libraries of sharp', () => {
  const rest = Object.entries(project.installed)
    .filter(([path]) => !/node_modules\/(?:@img\/sharp-|feaas-)/.test(path))
    .filter(([, { license = '' }]) => !isPermissive(license));
  assert.deepEqual(rest, []);
});

test('they hold what they need, and nothing of the workshop', () => {
  for (const path of [
    'feaas-kit/www/build/head.html',
    'feaas-kit/www/build/one/feaas.js',
    'feaas-kit/THIRD-PARTY-LICENSES.md',
    'feaas-kit-host/www/editor.js',
    'feaas-kit-host/www/context.js',
    'feaas-kit-host/www/picker.js',
    'feaas-kit-host/www/build/feaas.esm.js',
    'feaas-kit-host/library/aurora/library.json',
    'feaas-kit-host/THIRD-PARTY-LICENSES.md',
  ])
    assert.ok(existsSync(within(path)), path);
  for (const { name } of project.manifests) {
    for (const file of ['LICENSE', 'README.md']) assert.ok(existsSync(within(`${name}/${file}`)), `${name}/${file}`);
    const stray = readdirSync(within(name), { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?:^|\/)(?:src|test|tests|node_modules|collection)(?:\/|$)|\.(?:map|tsx|tsbuildinfo)$|(?<!\.d)\.ts$/.test(file),
    );
    assert.deepEqual(stray, [], name);
  }
});

test('publint finds nothing to improve', async () => {
  for (const [name, tarball] of Object.entries(project.tarballs))
    assert.deepEqual(await checks.messagesOf(tarball), [], name);
});

test('the types are those of what is loaded, however it is resolved', async () => {
  for (const [name, tarball] of Object.entries(project.tarballs)) {
    const elements = name === 'feaas-kit' ? TAGS.map((tag) => `./components/feaas-${tag}`) : [];
    assert.deepEqual(await checks.typeProblems(tarball, elements), [], name);
  }
});

for (const resolution of ['bundler', 'node16'] as const) {
  test(`sites type-check, strictly and with all declarations, by the resolution of ${resolution}`, () => {
    assert.deepEqual(diagnostics(project.folder, resolution), []);
  });
}

test('every export loads in Node, and nothing else', async () => {
  const specifiers = project.manifests.flatMap(({ name, exports }) =>
    Object.entries(exports).flatMap(([entry, target]) => {
      // Some are types alone.
      if (entry.endsWith('.json') || Object.keys(target as object).join() === 'types') return [];
      const specifier = name + entry.slice(1);
      return specifier.includes('*') ? TAGS.map((tag) => specifier.replace('feaas-*', `feaas-${tag}`)) : [specifier];
    }),
  );
  assert.ok(specifiers.length >= 6 + TAGS.length, String(specifiers));
  const loaded = await node(`
    import { createRequire } from 'node:module';
    for (const name of ${JSON.stringify(specifiers)})
      if (!Object.keys(await import(name)).length) console.log(name, 'exports nothing');
    const required = createRequire(process.cwd() + '/x.cjs')('feaas-kit/server');
    console.log(Object.keys(required).sort().join() === Object.keys(await import('feaas-kit/server')).sort().join());
    for (const name of ['feaas-kit/dist/components/index.js', 'feaas-kit/src/index.ts', 'feaas-kit-host/dist/cli.js', 'feaas-kit/components/p-x'])
      await import(name).then(() => console.log(name), ({ code }) => console.log(code));
  `);
  assert.deepEqual(loaded.split('\n'), ['true', ...Array<string>(4).fill('ERR_PACKAGE_PATH_NOT_EXPORTED')]);
});

test('whatever is imported, there is one engine', async () => {
  const same = await node(`
    const [kit, components] = [await import('feaas-kit'), await import('feaas-kit/components')];
    console.log(Object.keys(kit).filter((name) => kit[name] !== components[name]).join());
  `);
  assert.equal(same, '');
  const { modules } = await bundleWithEsbuild(
    project.folder,
    `import * as kit from 'feaas-kit';
     import { defineCustomElements } from 'feaas-kit/loader';
     import { defineCustomElement } from 'feaas-kit/components/feaas-component';
     import { FeaasComponent } from 'feaas-kit-react';
     console.log(kit, defineCustomElements, defineCustomElement, FeaasComponent);`,
  );
  const kit = modules.filter((path) => /node_modules\/feaas-kit\//.test(path));
  assert.ok(kit.some((path) => path.includes('/dist/components/')));
  assert.deepEqual(
    kit.filter((path) => !/feaas-kit\/dist\/(?:components\/|(?:index|loader)\.js$)/.test(path)),
    // The React package prints on servers.
    kit.filter((path) => /feaas-kit\/dist\/server\/index\.js$/.test(path)),
  );
});

for (const [bundler, bundle, tags] of [
  ['esbuild', bundleWithEsbuild, TAGS],
  // It takes its time; what it leaves out, it leaves out of all.
  ['Vite', bundleWithVite, ['component', 'stylesheet']],
] as const) {
  test(`${bundler}: one element brings no other`, async () => {
    for (const tag of tags) {
      const code = `import { defineCustomElement } from 'feaas-kit/components/feaas-${tag}'; defineCustomElement();`;
      const { first } = await bundle(project.folder, code);
      assert.deepEqual(definedIn(first), [`feaas-${tag}`, ...(SHOWS[tag] ?? [])].sort());
    }
  });

  test(`${bundler}: a function brings no element, and of the engine what it needs`, async () => {
    const alone = await bundle(
      project.folder,
      `import { registerComponent } from 'feaas-kit'; console.log(registerComponent);`,
    );
    assert.deepEqual(definedIn(alone.first), []);
    const painting = await bundle(
      project.folder,
      `import { renderDOMContent } from 'feaas-kit'; console.log(renderDOMContent);`,
    );
    assert.deepEqual(definedIn(painting.first), []);
    assert.ok(alone.first.length * 2 < painting.first.length, `${alone.first.length} of ${painting.first.length}`);
  });
}

test('npx feaas types writes the types of a library', async () => {
  const argv = ['--no-install', 'feaas', 'types', 'node_modules/feaas-kit-host/library'];
  const { stdout } = await run('npx', argv, { cwd: project.folder });
  assert.match(stdout, /^feaas-content\.d\.ts: types of \d\d components, written\n$/);
  assert.match(readFileSync(join(project.folder, 'feaas-content.d.ts'), 'utf8'), /export type AuroraSite = \{/);
});

test('npx feaas-host serves the site, the kit, the scripts for editors and the demo library in an empty folder', async () => {
  const data = await mkdtemp(join(tmpdir(), 'feaas-packed-data-'));
  const host = spawn('npx', ['--no-install', 'feaas-host', 'start', '--port', '0', '--data', data], {
    cwd: project.folder,
    detached: true,
    env: { ...process.env, FEAAS_DEV: '1' },
  });
  const ended = new Promise<number | null>((resolve) => host.once('exit', resolve));
  let said = '';
  try {
    const url = await new Promise<string>((resolve, reject) => {
      for (const stream of [host.stdout, host.stderr])
        stream.on('data', (text: Buffer) => {
          const [, found] = /ready at (\S+?)\/?\s+editor token: \S+/.exec((said += text.toString())) ?? [];
          if (found) resolve(found);
        });
      void ended.then(() => reject(new Error(`feaas-host ended:\n${said}`)));
    });
    for (const [path, holds] of [
      ['/', '<feaas-component'],
      ['/build/head.html', 'modulepreload'],
      ['/build/feaas.esm.js', 'feaas-component'],
      ['/editor.js', 'import'],
      ['/cdn/components/aurora/hero/responsive/published.html', 'data-path'],
      ['/cdn/styles/aurora/published.css', '.au-'],
    ] as const) {
      const answer = await fetch(url + path);
      assert.equal(answer.status, 200, path);
      assert.ok((await answer.text()).includes(holds), path);
    }
    const asked = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${/editor token: (\S+)/.exec(said)![1]}`,
      },
      body: JSON.stringify({ query: '{ library(id: "aurora") { id } }' }),
    });
    assert.deepEqual(await asked.json(), { data: { library: { id: 'aurora' } } });
    assert.doesNotMatch(said, /does not exist/);
  } finally {
    if (host.exitCode === null) process.kill(-host.pid!, 'SIGTERM');
    await ended;
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('they have one version, and the React package asks for that of the kit', () => {
  const [kit, ...others] = project.manifests;
  for (const { name, version } of others) assert.equal(version, kit!.version, name);
  assert.equal(others.find(({ name }) => name === 'feaas-kit-react')!.peerDependencies!['feaas-kit'], kit!.version);
});
