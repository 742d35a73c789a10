/** The packages in an empty project: they load, have types, are tree-shakable, and their commands run. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { endWithTests } from '../../host/test/support/end-with-tests';
import { TEMPLATE_NAMES } from '../../create-feaas/src/templates';
import { packagesIn } from '../../scripts/folders';
import { isPermissive } from '../../scripts/licenses';
import { installPacked, type PackedProject } from '../lib/packed';
import { bundleWithEsbuild, bundleWithVite, definedElements } from '../lib/packed-bundles';
import { typeCheckSites } from '../lib/packed-types';

/** The exports of `tests/packages/checks.ts`. Loading it installs its packages. */
interface PackageChecks {
  messagesOf(tarball: Buffer): Promise<readonly unknown[]>;
  typeProblems(tarball: Buffer, entries: readonly string[]): Promise<readonly unknown[]>;
}

const run = promisify(execFile);
let project: PackedProject;
let checks: PackageChecks;
before(async () => {
  packagesIn('tests/packages');
  checks = (await import('../packages/checks' as string)) as PackageChecks;
  project = await installPacked();
});
after(() => project?.remove());

const within = (path: string): string => join(project.folder, 'node_modules', path);
const TAGS = ['component', 'context', 'editor', 'external', 'loader', 'picker', 'stylesheet'] as const;

/** Elements that an element renders while it loads. */
const SHOWS: Readonly<Partial<Record<string, readonly string[]>>> = {
  editor: ['feaas-loader'],
  picker: ['feaas-loader'],
};

/** Runs a module of the project with Node. Returns its output. */
const node = async (code: string): Promise<string> =>
  (await run(process.execPath, ['--input-type=module', '-e', code], { cwd: project.folder })).stdout.trim();

test('neither the packages nor their dependencies have install scripts', () => {
  for (const { name, scripts = {} } of project.manifests)
    for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
      assert.ok(!(script in scripts), `${name}: ${script}`);
  const running = Object.entries(project.installed).filter(([, { hasInstallScript }]) => hasInstallScript);
  assert.deepEqual(running, []);
});

test('dependencies have permissive licenses, except the shared libraries of sharp', () => {
  const rest = Object.entries(project.installed)
    .filter(([path]) => !/node_modules\/(?:@img\/sharp-|feaas-)/.test(path))
    .filter(([, { license = '' }]) => !isPermissive(license));
  assert.deepEqual(rest, []);
});

test('the packages contain what they need, and no development files', () => {
  for (const path of [
    'feaas-kit/www/build/head.html',
    'feaas-kit/www/build/import-map.html',
    'feaas-kit/www/build/one/feaas.js',
    'feaas-kit/THIRD-PARTY-LICENSES.md',
    'feaas-kit-host/www/editor.js',
    'feaas-kit-host/www/context.js',
    'feaas-kit-host/www/picker.js',
    'feaas-kit-host/www/build/feaas.esm.js',
    'feaas-kit-host/library/aurora/library.json',
    'feaas-kit-host/THIRD-PARTY-LICENSES.md',
    'feaas-kit-compat/dist/page.js',
    'create-feaas/templates/html/_gitignore',
    'create-feaas/dist/starter/library.json',
  ])
    assert.ok(existsSync(within(path)), path);
  for (const { name } of project.manifests) {
    for (const file of ['LICENSE', 'README.md']) assert.ok(existsSync(within(`${name}/${file}`)), `${name}/${file}`);
    const stray = readdirSync(within(name), { recursive: true, encoding: 'utf8' })
      // Templates of sites contain source files.
      .filter((file) => !/^templates\//.test(file))
      .filter((file) =>
        /(?:^|\/)(?:src|test|tests|node_modules|collection)(?:\/|$)|\.(?:tsx|tsbuildinfo)$|(?<!\.d)\.ts$/.test(file),
      );
    assert.deepEqual(stray, [], name);
  }
});

test('publint reports no problems', async () => {
  for (const [name, tarball] of Object.entries(project.tarballs))
    assert.deepEqual(await checks.messagesOf(tarball), [], name);
});

test('the types match the loaded modules, by import and by require', async () => {
  for (const { name, exports } of project.manifests) {
    // A package with only a command has no types.
    if (Object.keys(exports).join() === './package.json') continue;
    const tarball = project.tarballs[name]!;
    const elements = name === 'feaas-kit' ? TAGS.map((tag) => `./components/feaas-${tag}`) : [];
    assert.deepEqual(await checks.typeProblems(tarball, elements), [], name);
  }
});

for (const resolution of ['bundler', 'node16'] as const) {
  test(`sites type-check, strictly and with all declarations, by the resolution of ${resolution}`, () => {
    assert.deepEqual(typeCheckSites(project.folder, resolution), []);
  });
}

test('each export loads in Node, and no other path', async () => {
  const specifiers = project.manifests.flatMap(({ name, exports }) =>
    Object.entries(exports).flatMap(([entry, target]) => {
      // Some entries have only types.
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

test('all imports share one engine', async () => {
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
    // The React package renders on servers.
    kit.filter((path) => /feaas-kit\/dist\/server\/index\.js$/.test(path)),
  );
});

for (const [bundler, bundle, tags] of [
  ['esbuild', bundleWithEsbuild, TAGS],
  // Vite is slow, so only some tags are tested: tree shaking works equally for all.
  ['Vite', bundleWithVite, ['component', 'stylesheet']],
] as const) {
  test(`${bundler}: one element brings no other`, async () => {
    for (const tag of tags) {
      const code = `import { defineCustomElement } from 'feaas-kit/components/feaas-${tag}'; defineCustomElement();`;
      const { initialCode } = await bundle(project.folder, code);
      assert.deepEqual(definedElements(initialCode), [`feaas-${tag}`, ...(SHOWS[tag] ?? [])].sort());
    }
  });

  test(`${bundler}: a function brings no element, and of the engine what it needs`, async () => {
    const alone = await bundle(
      project.folder,
      `import { registerComponent } from 'feaas-kit'; console.log(registerComponent);`,
    );
    assert.deepEqual(definedElements(alone.initialCode), []);
    const painting = await bundle(
      project.folder,
      `import { renderDOMContent } from 'feaas-kit'; console.log(renderDOMContent);`,
    );
    assert.deepEqual(definedElements(painting.initialCode), []);
    assert.ok(
      alone.initialCode.length * 2 < painting.initialCode.length,
      `${alone.initialCode.length} of ${painting.initialCode.length}`,
    );
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
  endWithTests(host, { isGroup: true });
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

test('npx create-feaas creates a site that asks for the packages', async () => {
  const argv = ['--no-install', 'create-feaas', 'my-shop', '--template', 'vite-react'];
  await run('npx', argv, { cwd: project.folder });
  const site = join(project.folder, 'my-shop');
  for (const path of ['.gitignore', 'src/App.tsx', 'libraries/my-shop/library.json'])
    assert.ok(existsSync(join(site, path)), path);
  const { dependencies } = JSON.parse(readFileSync(join(site, 'package.json'), 'utf8')) as Record<string, object>;
  assert.deepEqual(
    Object.keys(dependencies!).filter((name) => name.startsWith('feaas-')),
    ['feaas-kit', 'feaas-kit-react'],
  );
});

test('the packages have the same version, and depend on that version of each other', () => {
  const [{ version }] = project.manifests as [PackedProject['manifests'][number]];
  const names = project.manifests.map(({ name }) => name);
  const asked: string[] = [];
  for (const { name, dependencies, peerDependencies, ...manifest } of project.manifests) {
    assert.equal(manifest.version, version, name);
    for (const [other, range] of Object.entries({ ...dependencies, ...peerDependencies })) {
      if (!names.includes(other)) continue;
      assert.equal(range, version, `${name}: ${other}`);
      asked.push(`${name} ${other}`);
    }
  }
  assert.deepEqual(asked, [
    'feaas-kit-react feaas-kit',
    'feaas-kit-compat feaas-kit',
    'feaas-kit-compat feaas-kit-react',
  ]);
});

test('READMEs name no other version of the packages', () => {
  const { version } = project.manifests[0]!;
  const named = project.manifests.flatMap(({ name }) => [
    ...readFileSync(within(`${name}/README.md`), 'utf8').matchAll(
      /\b(?:feaas-kit|create-feaas)[a-z-]*[@-](\d[\w.]*\d)/g,
    ),
  ]);
  assert.ok(named.length >= 3);
  for (const [text, other] of named) assert.equal(other, version, text);
});

/** Packages that the kit contains for servers only. */
const OF_SERVERS = new Set(['entities', 'parse5']);

test('the licenses of packages in the module for pages are next to it', () => {
  // The module for pages contains what the kit contains for pages.
  const kit = readFileSync(within('feaas-kit/THIRD-PARTY-LICENSES.md'), 'utf8');
  const held = [...kit.matchAll(/^### (\S+) /gm)].map(([, name]) => name!).filter((name) => !OF_SERVERS.has(name));
  assert.ok(held.includes('dompurify'));
  const licenses = readFileSync(within('feaas-kit-compat/THIRD-PARTY-LICENSES.md'), 'utf8');
  for (const name of held) assert.ok(licenses.includes(`\n### ${name} `), name);
});

/** All files of each package; for files with a hash in their name, the least number of them. */
const CONTENTS: Readonly<Record<string, { readonly files: readonly string[]; readonly kinds: readonly RegExp[] }>> = {
  'feaas-kit': {
    files: [
      ...['CHANGELOG.md', 'LICENSE', 'README.md', 'THIRD-PARTY-LICENSES.md', 'api.txt', 'package.json'],
      ...[
        'cli.js',
        'index.js',
        'index.d.ts',
        'loader.js',
        'loader.d.ts',
        'shared.d.ts',
        'react-jsx.d.ts',
        'vue.d.ts',
      ].map((name) => `dist/${name}`),
      ...['custom-elements.json', 'html-custom-data.json', 'web-types.json'].map((name) => `dist/${name}`),
      ...['index.js', 'index.cjs', 'index.d.ts', 'index.d.cts'].map((name) => `dist/server/${name}`),
      ...['head.html', 'import-map.html', 'evergreen.html', 'feaas.js', 'one/feaas.js'].map(
        (name) => `www/build/${name}`,
      ),
    ],
    kinds: [
      /^dist\/components\/(?:index|feaas-[a-z]+|(?:p|preload)-[\w-]{8})\.(?:js|js\.map|d\.ts)$/,
      /^www\/build\/(?:VERSION\/)?(?:feaas\.esm|index\.esm|p-[\w-]{8}|p-[\da-f]{8}\.entry|preload-[\w-]{8})\.js$/,
      /^www\/build\/(?:VERSION\/)?one\/part-[\w-]{8}\.js$/,
      /^www\/build\/VERSION\/(?:feaas\.js|one\/feaas\.js|integrity\.json)$/,
    ],
  },
  'feaas-kit-react': {
    files: [
      ...['LICENSE', 'README.md', 'THIRD-PARTY-LICENSES.md', 'package.json'],
      ...['dist/index.js', 'dist/index.d.ts', 'dist/index.server.js'],
    ],
    kinds: [/^dist\/(?:(?:components|generated)\/)?[\w.-]+\.(?:js|js\.map|d\.ts)$/],
  },
  'feaas-kit-host': {
    files: [
      ...['LICENSE', 'README.md', 'THIRD-PARTY-LICENSES.md', 'package.json', 'schema.graphql'],
      ...['dist/cli.js', 'dist/index.js', 'dist/program/cli.js', 'library/aurora/library.json'],
      ...['www/index.html', 'www/editor.js', 'www/picker.js', 'www/context.js', 'www/build/head.html'],
    ],
    kinds: [
      /^dist\/(?:[\w-]+\/)*[\w.-]+\.(?:js|d\.ts)$/,
      /^starter\/(?:[\w.-]+\/)*[\w.-]+\.(?:html|css|json)$/,
      /^library\/(?:[\w.-]+\/)*[\w.-]+\.(?:html|css|json|svg|jpg|png|webp)$/,
      /^www\/(?:[\w.-]+\/)*[\w.-]+\.(?:html|css|js|js\.map|json|svg|webp|woff2|md|txt|png)$/,
    ],
  },
  'feaas-kit-compat': {
    files: [
      ...['LICENSE', 'README.md', 'THIRD-PARTY-LICENSES.md', 'package.json', 'dist/page.js', 'dist/page.js.map'],
      ...['index', 'headless', 'react'].flatMap((name) => [`dist/${name}.js`, `dist/${name}.d.ts`]),
      ...['graph', 'graph.server', 'nodes', 'nodes.browser', 'owner', 'owner.browser'].map((name) => `dist/${name}.js`),
    ],
    kinds: [/^dist\/[a-z-]+(?:\.browser|\.server)?\.(?:js|js\.map|d\.ts)$/],
  },
  'create-feaas': {
    files: [
      ...['LICENSE', 'README.md', 'package.json', 'dist/create-feaas.js', 'dist/starter/library.json'],
      ...['templates/editing.ts', 'templates/html/public/index.html', 'templates/html/public/editing.js'],
      ...TEMPLATE_NAMES.flatMap((name) =>
        ['README.md', '_gitignore', 'package.json'].map((file) => `templates/${name}/${file}`),
      ),
    ],
    kinds: [
      /^dist\/starter\/(?:[\w.-]+\/)*[\w.-]+\.(?:html|css|json)$/,
      /^templates\/(?!html\/)[a-z-]+\/(?:[\w.+-]+\/)*[\w.+-]+\.(?:html|json|ts|tsx|vue|svelte|astro|js|mjs)$/,
    ],
  },
};

test('npm pack creates exactly the listed files', async () => {
  assert.deepEqual(Object.keys(CONTENTS), Object.keys(project.packed));
  for (const [name, { files, kinds }] of Object.entries(CONTENTS)) {
    const [manifest] = project.manifests;
    const packed = readdirSync(within(name), { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name: file }) => join(parentPath, file).slice(within(name).length + 1))
      .filter((path) => !path.startsWith('node_modules/'));
    for (const path of files) assert.ok(packed.includes(path), `${name} lacks ${path}`);
    const patterns = kinds.map(
      (kind) => new RegExp(kind.source.replace('VERSION', manifest!.version.replaceAll('.', '\\.'))),
    );
    const unlisted = packed.filter((path) => !files.includes(path) && !patterns.some((pattern) => pattern.test(path)));
    assert.deepEqual(unlisted, [], name);
    for (const pattern of patterns)
      assert.ok(
        packed.some((path) => pattern.test(path)),
        `${name}: ${String(pattern)}`,
      );
  }
});

test('a published package.json names the repository, and has no development fields', () => {
  for (const { name, ...manifest } of project.manifests as readonly Record<string, any>[]) {
    for (const field of ['private', 'workspaces', 'allowScripts', 'scripts', 'devDependencies'])
      assert.ok(!(field in manifest), `${name}: ${field}`);
    for (const field of ['description', 'license', 'homepage', 'engines', 'keywords'])
      assert.ok(field in manifest, `${name}: ${field}`);
    assert.match(manifest['repository'].url, /^git\+https:\/\/github\.com\/.+\.git$/);
    assert.match(manifest['bugs'].url, /^https:\/\/github\.com\/.+\/issues$/);
    assert.deepEqual(manifest['publishConfig'], { access: 'public', provenance: true });
    assert.doesNotMatch(JSON.stringify(manifest), /"(?:file|link|workspace):/, name);
  }
});

test('each link in a packed README and changelog is absolute, and names a file of this version', () => {
  const { version } = project.manifests[0]!;
  const root = new URL('../../', import.meta.url).pathname;
  for (const { name } of project.manifests)
    for (const file of ['README.md', 'CHANGELOG.md']) {
      if (!existsSync(within(`${name}/${file}`))) continue;
      const links = [...readFileSync(within(`${name}/${file}`), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(
        ([, to]) => to!,
      );
      for (const to of links) {
        assert.match(to, /^(?:https?:|mailto:|#)/, `${name}/${file}: ${to}`);
        const [, path] =
          new RegExp(`^https://github\\.com/feaas-kit/feaas-kit/(?:blob|raw)/v${version}/([^#]*)`).exec(to) ?? [];
        if (path !== undefined) assert.ok(existsSync(root + path), `${name}/${file}: ${to}`);
      }
    }
});

test('npm publish --dry-run accepts each package, without a warning but that nobody is logged in', async () => {
  for (const [name, folder] of Object.entries(project.packed)) {
    // No server listens there: a dry run needs no registry.
    const argv = ['publish', folder, '--dry-run', '--registry', 'http://127.0.0.1:9', '--fetch-retries', '0'];
    // The suite uses `npm run --silent`, which also silences nested npm commands.
    argv.push('--loglevel', 'notice');
    const { stdout, stderr } = await run('npm', argv, { cwd: project.folder });
    assert.ok(stdout.startsWith(`+ ${name}@`), stdout);
    const warnings = stderr.split('\n').filter((line) => /npm (?:warn|error)/i.test(line) && !/logged in/.test(line));
    assert.deepEqual(warnings, [], name);
  }
});

test('source maps contain their sources, with paths in the repository', () => {
  for (const folder of ['feaas-kit/dist/components', 'feaas-kit-react/dist', 'feaas-kit-compat/dist']) {
    const maps = readdirSync(within(folder)).filter((name) => name.endsWith('.map'));
    assert.ok(maps.length > 5, folder);
    let sources = 0;
    for (const name of maps) {
      const map = JSON.parse(readFileSync(within(`${folder}/${name}`), 'utf8')) as {
        sources: string[];
        sourcesContent?: (string | null)[];
      };
      for (const source of map.sources) assert.doesNotMatch(source, /^(?:\/|file:)/, name);
      assert.ok(!map.sources.length || map.sourcesContent?.some(Boolean), name);
      sources += map.sources.length;
    }
    assert.ok(sources > 5, folder);
  }
});

/** The largest number of lines of one statement. */
const STATEMENT_LINES = 5;

test('source maps of minified modules map each message to its statement', () => {
  const folder = 'feaas-kit/dist/components';
  let messages = 0;
  for (const name of readdirSync(within(folder)).filter((each) => each.endsWith('.js.map'))) {
    const map = JSON.parse(readFileSync(within(`${folder}/${name}`), 'utf8')) as SourceMapPayload;
    const code = readFileSync(within(`${folder}/${name.replace(/\.map$/, '')}`), 'utf8').split('\n');
    const sources = map.sources.flatMap((source, index) =>
      map.sourcesContent[index]!.split('\n').map((text, line) => ({ source, line, text })),
    );
    const lines = new SourceMap(map);
    for (const [line, text] of code.entries()) {
      for (const { 0: literal, index } of text.matchAll(/"[\w<][\w <>,.:;-]{19,}"/g)) {
        const places = sources.filter((each) => each.text.includes(`'${literal.slice(1, -1)}'`));
        // Skip messages that occur twice, since either source is correct. Skip libraries, whose own source maps limit the precision.
        if (places.length !== 1 || !places[0]!.source.startsWith('src/')) continue;
        const { originalSource, originalLine } = lines.findEntry(line, index) as SourceMapping;
        assert.equal(originalSource, places[0]!.source, literal);
        // The statement may begin some lines earlier.
        assert.ok(Math.abs(originalLine - places[0]!.line) <= STATEMENT_LINES, `${literal}: ${originalLine}`);
        messages++;
      }
    }
  }
  assert.ok(messages > 20, String(messages));
});

test('npm run release -- --dry-run: every package in order, nothing published, and status 1 exactly where something is not ready', async () => {
  const argv = ['run', 'release', '--', '--dry-run'];
  // No server listens there: a dry run needs no registry.
  const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' };
  const options = { cwd: new URL('../../', import.meta.url).pathname, env, maxBuffer: 64 * 1024 * 1024 };
  const { stdout, stderr, code } = await run('npm', argv, options).then(
    (result) => ({ ...result, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  const expected = Object.keys(project.packed).map((name) => `${name}@${project.manifests[0]!.version}`);
  assert.deepEqual(
    [...stderr.matchAll(/^Would publish (\S+) …$/gm)].map(([, name]) => name),
    expected,
    stderr,
  );
  assert.deepEqual(
    [...stdout.matchAll(/^\+ (\S+)$/gm)].map(([, name]) => name),
    expected,
    stdout,
  );
  assert.equal(code, /^Not ready: /m.test(stderr) ? 1 : 0, stderr);
});
