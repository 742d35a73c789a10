/** `init`, and the features of `start` for site development: it publishes saved files, signs in pages of the site, and runs its server. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { spawnCli, runCli, runCliInProcess, makeTemporaryFolder } from './support/cli.js';
import { sendRequest } from './support/client.js';
import { freePort } from './support/free-port.js';

const CONTENT = '/components/shop/welcome/responsive/published.html';

test('init writes a library with a new id that the host serves, and prints the next command', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const { code, out, err } = await runCliInProcess(folder, ['init', 'libraries/shop']);
  assert.deepEqual([code, err], [0, '']);
  assert.match(out, /^Created the library 'shop' in libraries\/shop\.\n/);
  const [, next] = /^ {2}feaas-host (start .*)$/m.exec(out) ?? [];
  assert.equal(next, 'start --dev --watch --library libraries');

  const running = spawnCli(t, folder, [...next!.split(' '), '--port', '0'], { FEAAS_DEV: '' });
  const url = await running.waitUntilReady();
  const template = (await sendRequest(url + CONTENT)).text;
  assert.match(
    template,
    /<h1>Your first component<\/h1>/,
    'a heading that is not bound to data can be edited in place',
  );
  assert.match((await sendRequest(`${url}/styles/shop/published.css`)).text, /-theme--night/);
  assert.equal(JSON.parse((await sendRequest(`${url}/api/shop/news.json`)).text).items.length, 2);
  assert.equal(running.output.err, '', 'every file is taken');
  const file = join(folder, 'libraries/shop/components/welcome/responsive.html');
  await writeFile(file, template.replace('Your first component', 'Saved while it runs'));
  await running.waitForOutput(/responsive\.html: saved, published/);
  assert.match((await sendRequest(url + CONTENT)).text, /<h1>Saved while it runs<\/h1>/);
  running.process.kill('SIGTERM');
  assert.equal(await running.exited, 0);

  // Files that were saved while no host ran are published by the next one.
  await writeFile(file, template.replace('Your first component', 'Saved without a host'));
  const again = spawnCli(t, folder, [...next!.split(' '), '--port', '0'], { FEAAS_DEV: '' });
  assert.match((await sendRequest((await again.waitUntilReady()) + CONTENT)).text, /<h1>Saved without a host<\/h1>/);
});

test('init rejects an unusable folder with the reason and changes nothing', async (t) => {
  const folder = await makeTemporaryFolder(t);
  await mkdir(join(folder, 'full/sub'), { recursive: true });
  for (const name of ['b.txt', 'a.txt', 'c.txt']) await writeFile(join(folder, 'full', name), name);
  await writeFile(join(folder, 'file'), '');
  const rows: readonly [string[], string][] = [
    [
      ['full'],
      "'FOLDER/full' is not empty: it holds 'a.txt', 'b.txt', 'c.txt' and 1 more. Give a new or an empty folder.",
    ],
    [['file'], "'FOLDER/file' is a file. Give a new or an empty folder."],
    [
      ['my shop'],
      "'FOLDER/my shop' can be no library: its id is the name of the folder, and 'my shop' is no id. Use letters, digits, - and _.",
    ],
    [[], "'init' needs <folder>. Add it; see 'feaas-host init --help'."],
    [['one', 'two'], "'init' takes <folder> only, but got 'two'. Remove it."],
  ];
  for (const [operands, message] of rows) {
    const { code, out, err } = await runCliInProcess(folder, ['init', ...operands]);
    assert.deepEqual([code, out], [1, '']);
    assert.equal(err, `feaas-host: ${message.replace('FOLDER', folder)}\n`);
  }
  assert.equal(await readFile(join(folder, 'full/a.txt'), 'utf8'), 'a.txt');
});

test('init accepts a folder with only a Git repository, and uses the schemas of the installed package', async (t) => {
  const folder = await makeTemporaryFolder(t);
  await mkdir(join(folder, 'shop/.git'), { recursive: true });
  await mkdir(join(folder, 'node_modules/feaas-kit-host/www/schemas'), { recursive: true });
  assert.equal((await runCliInProcess(folder, ['init', 'shop'])).code, 0);
  const schemaOf = async (path: string): Promise<string> =>
    JSON.parse(await readFile(join(folder, 'shop', path), 'utf8')).$schema;
  assert.equal(await schemaOf('library.json'), '../node_modules/feaas-kit-host/www/schemas/library.schema.json');
  assert.equal(
    await schemaOf('data/news.settings.json'),
    '../../node_modules/feaas-kit-host/www/schemas/data-settings.schema.json',
  );
});

/** Whether a process runs. An ended process may be a zombie until its parent reads its status. */
const isRunning = (pid: string): boolean =>
  /^[^Z\s]/.test(spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout);

test('start --run runs the server of a site with the host, and both end together', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const site = join(folder, 'site.mjs');
  await writeFile(
    site,
    "console.log('the site runs'); process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1e3);",
  );
  const flags = ['start', '--dev', '--port', '0', '--dev-origins', 'http://localhost:5173'];
  const running = spawnCli(t, folder, [...flags, '--run', 'node site.mjs'], { FEAAS_DEV: '' });
  await running.waitForOutput(/the site runs/);
  assert.match(running.output.out, /open this to edit: http:\/\/localhost:5173\/#code=\S+\n/);
  running.process.kill('SIGTERM');
  assert.equal(await running.exited, 0);

  // A shell between the processes passes no signal on.
  await writeFile(
    join(folder, 'mark.mjs'),
    "console.log('runs as ' + process.pid); process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1e3);",
  );
  await writeFile(
    join(folder, 'stubborn.mjs'),
    "process.on('SIGTERM', () => console.log('asked to end')); console.log('runs as ' + process.pid); setInterval(() => {}, 1e3);",
  );
  for (const command of ['NAME=value node site.mjs', 'node site.mjs; true', '(node site.mjs && true)']) {
    const between = spawnCli(t, folder, [...flags, '--run', command.replace('site', 'mark')], { FEAAS_DEV: '' });
    const [, pid] = await between.waitForOutput(/runs as (\d+)/);
    between.process.kill('SIGTERM');
    assert.equal(await between.exited, 0, command);
    assert.equal(isRunning(pid!), false, command);
  }
  const stubborn = spawnCli(t, folder, [...flags, '--run', 'node stubborn.mjs'], { FEAAS_DEV: '' });
  const [, pid] = await stubborn.waitForOutput(/runs as (\d+)/);
  stubborn.process.kill('SIGTERM');
  await stubborn.waitForOutput(/asked to end/);
  assert.equal(await stubborn.exited, 0);
  assert.equal(isRunning(pid!), false);

  const failing = spawnCli(t, folder, [...flags, '--run', 'sh -c "exit 3"'], { FEAAS_DEV: '' });
  assert.equal(await failing.exited, 3);
  assert.match(
    failing.output.err,
    /error --run: 'sh -c "exit 3"' ended with exit code 3; the host stops, too\. See its output above\.\n$/m,
  );
});

test('start --run prints the address again when the site responds, because its server may clear the terminal', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const port = await freePort();
  await writeFile(
    join(folder, 'site.mjs'),
    `import { createServer } from 'node:http';
const server = createServer((_, response) => response.end());
// The host asks in vain until somebody lets the site begin, as while a framework compiles.
const begins = createServer((_, response) => response.end(() => server.listen(${port}, () => console.log('\\x1bc the site is ready'))));
begins.listen(0, () => console.log('begins at ' + begins.address().port + ';'));
process.on('SIGTERM', () => process.exit(0));`,
  );
  const flags = [
    'start',
    '--dev',
    '--port',
    '0',
    '--dev-origins',
    `http://localhost:${port},http://localhost:${await freePort()}`,
  ];
  const running = spawnCli(t, folder, [...flags, '--run', 'node site.mjs'], { FEAAS_DEV: '' });
  const [, begins] = await running.waitForOutput(/begins at (\d+);/);
  assert.equal(running.output.out.match(/open this to edit/g)?.length, 2);
  await fetch(`http://localhost:${begins}`);
  await running.waitForOutput(/the site is ready\n(open this to edit: \S+#code=\S+\n){2}/);
  running.process.kill('SIGTERM');
  assert.equal(await running.exited, 0);
});

test('development-only options are rejected in production with a hint', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const rows: readonly [string[], string][] = [
    [['--run', 'node site.mjs'], '--run works in development only. Add --dev, or leave it out.'],
    [['--watch', '--library', '.'], '--watch works in development only. Add --dev, or leave it out.'],
    [
      ['--dev-origins', 'http://localhost:5173'],
      '--dev-origins signs people in, so it works in development only. Add --dev, or leave it out.',
    ],
    ...['--watch', '--run'].map((option): [string[], string] => [
      ['--dev', '--files', '--library', '.', option, ...(option === '--run' ? ['node site.mjs'] : [])],
      `${option} needs a database, but --files serves files alone. Leave one of them out.`,
    ]),
    [
      ['--dev', '--files', '--dev-origins', 'http://localhost:5173'],
      '--dev-origins needs a database, but --files serves files alone. Leave one of them out.',
    ],
    [['--dev', '--watch'], '--watch needs the folder of libraries to publish. Add --library <folder>.'],
  ];
  for (const [flags, message] of rows) {
    const { code, err } = await runCli(t, folder, ['start', '--port', '0', ...flags], { FEAAS_DEV: '' });
    assert.deepEqual([code, err], [1, `feaas-host: ${message}\n`]);
  }
});
