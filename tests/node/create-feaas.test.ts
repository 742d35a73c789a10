/** The packed `create-feaas`: the files that it writes from each template, and the arguments that it rejects. Journeys run the sites. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { USAGE } from '../../create-feaas/src/arguments';
import { TEMPLATE_NAMES, TEMPLATES, type Template } from '../../create-feaas/src/templates';
import { parseArguments } from '../../host/src/cli/command-line/arguments';

const ROOT = new URL('../../', import.meta.url).pathname;
const COMMAND = `${ROOT}create-feaas/dist/create-feaas.js`;

let home: string;
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'feaas-create-'));
});
after(() => rm(home, { recursive: true, force: true }));

const create = (args: readonly string[], environment: NodeJS.ProcessEnv = {}) => {
  const env = { ...process.env, FEAAS_PACKAGES: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    ...{ cwd: home, encoding: 'utf8', env: { ...env, ...environment } },
  });
  return { status, out: stdout, err: stderr };
};

/** Returns the paths of all files below a folder. */
const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();

const kitVersion = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8')).version as string;

for (const name of TEMPLATE_NAMES)
  test(`${name}: a site with its own name and ports, a library, and scripts that the host understands`, async () => {
    const folder = join(home, name, 'Shop_1');
    const { status, err } = create([folder, '--template', name, '--port', '8123', '--host-port', '4567']);
    assert.deepEqual([status, err], [0, '']);
    const files = await filesIn(folder);
    for (const path of ['.gitignore', 'README.md', 'package.json', 'libraries/Shop_1/library.json'])
      assert.ok(files.includes(path), path);
    const { port: usual, editing }: Template = TEMPLATES[name];
    if (editing !== undefined) assert.ok(files.includes(`${editing}/editing.ts`));
    for (const path of files) {
      const text = await readFile(join(folder, path), 'utf8');
      assert.doesNotMatch(text, new RegExp(`my-(?:site|library)|127\\.0\\.0\\.1:3333|localhost:${usual}`), path);
      // Visitors get no editor: no page has the attribute `editable` in its source.
      assert.doesNotMatch(text, /<feaas-component[^>]*\seditable(?:\s|=["'{]?true|>)/i, path);
    }

    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    assert.equal(manifest.name, 'shop_1');
    const all: Record<string, string> = { ...manifest.dependencies, ...manifest.devDependencies };
    const kit = Object.entries(all).filter(([package_]) => package_.startsWith('feaas-kit'));
    assert.ok(kit.length > 0);
    for (const [package_, range] of kit) assert.equal(range, `^${kitVersion}`, package_);
    assert.ok('feaas-kit-host' in manifest.devDependencies);
    const words = (script: string): string[] =>
      [...script.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!).slice(1);
    const development = parseArguments(words(manifest.scripts.dev));
    assert.ok(development.command === 'start');
    assert.deepEqual(development.settings['dev'], '1');
    assert.equal(development.settings['dev-origins'], 'http://localhost:8123');
    assert.equal(development.settings['port'], '4567');
    assert.match(String(development.flags['run']), / --port 8123\b/);
    // On a terminal, the site starts without a prompt, and file changes do not clear the address of the host from the screen.
    if (/^vite /.test(String(development.flags['run'])))
      assert.match(String(development.flags['run']), / --clearScreen false\b/);
    if (files.includes('angular.json'))
      assert.equal(JSON.parse(await readFile(join(folder, 'angular.json'), 'utf8')).cli?.analytics, false);
    const production = parseArguments(words(manifest.scripts.host));
    assert.ok(production.command === 'start');
    assert.equal(production.settings['dev'], undefined);
    assert.match(manifest.scripts.start, / --port 8123\b/);

    const library = JSON.parse(await readFile(join(folder, 'libraries/Shop_1/library.json'), 'utf8'));
    assert.equal(library.id, 'Shop_1');
    assert.equal(
      join('libraries/Shop_1', library.$schema),
      'node_modules/feaas-kit-host/www/schemas/library.schema.json',
      'where npm installs the host',
    );
  });

test('names and ports that contain their placeholder are replaced once', async () => {
  for (const [folder, ...ports] of [
    ['my-site-2', '5173', '8080'],
    ['my-library', '3333', '5173'],
    ['shop-my-site', '51730', '33330'],
  ] as const) {
    const { status, err } = create([
      ...[folder, '--template', 'vite-react', '--host-port', ports[0], '--port', ports[1]],
    ]);
    assert.deepEqual([status, err], [0, '']);
    const { name, scripts } = JSON.parse(await readFile(join(home, folder, 'package.json'), 'utf8'));
    assert.equal(name, folder);
    assert.ok(scripts.dev.includes(`--port ${ports[0]} `), scripts.dev);
    assert.ok(scripts.dev.includes(`--dev-origins http://localhost:${ports[1]}`), scripts.dev);
    assert.ok(`${scripts.start} `.includes(`--port ${ports[1]} `), scripts.start);
    const pages = await readFile(join(home, folder, 'src/App.tsx'), 'utf8');
    const library = /library[=:]\s*\{?["']([^"']+)/.exec(pages)?.[1];
    assert.equal(library, folder, pages);
  }
});

test('errors name the argument and its value, and no file is written', async () => {
  await mkdir(join(home, 'full'));
  await mkdir(join(home, 'tarballs'));
  await mkdir(join(home, 'empty'));
  await writeFile(join(home, 'full/notes.txt'), '');
  await symlink('nowhere', join(home, 'nowhere-link'));
  await writeFile(join(home, 'tarballs/feaas-kit-0.1.0.tgz'), '');
  const names = TEMPLATE_NAMES.join(', ');
  const rows: readonly [string[], string | RegExp][] = [
    [[], `No folder is given. Name one:\n\n${USAGE}`],
    [
      ['new'],
      /^No template is given\. Add -- --template <name>, with one of html, .*\. The two dashes before it are for npm\.$/,
    ],
    [['new', '--template', 'svelte'], `There is no template 'svelte'. Use one of ${names}.`],
    [
      ['new', 'other', '--template', 'html'],
      "Only one folder can be given, but there is 'other' after 'new'. Leave one of them out.",
    ],
    [['', '--template', 'html'], '<folder> is empty. Give the name of a new folder.'],
    [['new', '--template', 'html', '--port', '0'], "--port must be a whole number from 1 to 65535, but is '0'."],
    [
      ['new', '--template', 'html', '--host-port', 'x'],
      "--host-port must be a whole number from 1 to 65535, but is 'x'.",
    ],
    [
      ['new', '--template', 'next', '--host-port', '3000'],
      'The site and the content host can not share the port 3000. Give another one to --port or --host-port.',
    ],
    [['new', '--template', 'html', '--typo'], /^Unknown option '--typo'\.\n\nUsage: /],
    [['full', '--template', 'html'], "'full' is not empty: it holds 'notes.txt'. Give a new or an empty folder."],
    [
      ['nowhere-link', '--template', 'html'],
      /^could not create the site \(.*nowhere-link.*\)\. Check the path and its permissions\.$/,
    ],
    [['my shop', '--template', 'html'], /^'my shop' can be no library: .*'my shop' is no id/],
    [
      ['new', '--template', 'html', '--packages', 'nowhere'],
      "--packages: there is no folder 'nowhere'. Check the path.",
    ],
    [['new', '--template', 'html', '--packages', 'empty'], /^--packages: 'empty' holds no tarballs of the kit\./],
    [
      ['new', '--template', 'html', '--packages', 'tarballs'],
      "--packages: 'tarballs' has no tarball of feaas-kit-host. Add it with npm pack.",
    ],
  ];
  for (const [args, message] of rows) {
    const { status, out, err } = create(args);
    assert.deepEqual([status, out], [1, ''], args.join(' '));
    const said = /^create-feaas: ([^]*)\n$/.exec(err)?.[1] ?? err;
    if (typeof message === 'string') assert.equal(said, message);
    else assert.match(said, message);
  }
  assert.ok(!existsSync(join(home, 'new')));
  assert.deepEqual(create(['--help']), { status: 0, out: `${USAGE}\n`, err: '' });
});

test('the printed next commands can be copied, also if the path contains spaces', () => {
  const { status, out } = create(['my sites/ünï/shop', '--template', 'html']);
  assert.equal(status, 0);
  assert.match(out, /\n {2}cd "my sites\/ünï\/shop"\n/);
});

test('FEAAS_PACKAGES installs the kit from tarballs', async () => {
  const tarballs = join(home, 'packed');
  await mkdir(tarballs);
  await writeFile(join(tarballs, 'feaas-kit-host-0.1.0.tgz'), '');
  assert.equal(create(['from-tarballs', '--template', 'html'], { FEAAS_PACKAGES: tarballs }).status, 0);
  const { devDependencies } = JSON.parse(await readFile(join(home, 'from-tarballs/package.json'), 'utf8'));
  assert.equal(devDependencies['feaas-kit-host'], `file:${tarballs}/feaas-kit-host-0.1.0.tgz`);
});

const hasTerminal = spawnSync('script', ['--version']).status === 0;

const onTerminal = { skip: hasTerminal ? false : 'there is no script(1), which makes a terminal' };

/** Runs the command on a terminal and answers its prompts. */
async function answer(answers: [question: RegExp, text: string][]): Promise<{ code: unknown; said: string }> {
  const child = spawn('script', ['-qec', `"${process.execPath}" "${COMMAND}"`, '/dev/null'], { cwd: home });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    // eslint-disable-next-line no-control-regex -- a terminal moves its caret
    said = (said + text).replace(/\u001b\[[\d;]*[A-Za-z]/g, '');
    if (answers[0]?.[0].test(said)) child.stdin.write(answers.shift()![1]);
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, said };
}

test('the command asks for missing arguments on a terminal', onTerminal, async () => {
  const { code, said } = await answer([
    [/Folder \(my-site\): $/, 'asked\n'],
    [/Template \(1\): $/, '2\n'],
  ]);
  assert.equal(code, 0, said);
  const manifest = JSON.parse(await readFile(join(home, 'asked/package.json'), 'utf8'));
  assert.ok('react' in manifest.dependencies);
});

test('Ctrl+C or Ctrl+D at a prompt ends the command without a stack trace', onTerminal, async () => {
  for (const key of ['\u0003', '\u0004']) {
    const { code, said } = await answer([[/Folder \(my-site\): $/, key]]);
    assert.deepEqual([code, said.trim()], [130, 'Folder (my-site):']);
  }
});
