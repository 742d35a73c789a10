import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { parseArguments } from '../src/cli/command-line/arguments.js';
import { HostError } from '../src/index.js';
import { spawnCli, runCli, runCliInProcess } from './support/cli.js';
import { sendRequest } from './support/client.js';
import { HERO_HTML, makeFixtureFolder } from './support/folder-host.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const HERO_URL = '/components/demo/hero/responsive/published.html';

const started = (t: TestContext, folder: string, args: string[] = [], environment: Record<string, string> = {}) =>
  spawnCli(t, folder, ['start', '--library', 'libraries', '--site', 'site', ...args], { PORT: '0', ...environment });

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`start imports the library, prints its address and storage, serves, and shuts down on ${signal}`, async (t) => {
    const folder = await makeFixtureFolder(t);
    const running = started(t, folder);
    const url = await running.waitUntilReady();
    const [, token] = await running.waitForOutput(/^editor token: (\S+)\n/m);
    const staged = '/components/demo/hero/responsive/staged.html';
    assert.equal((await sendRequest(url + HERO_URL)).text, HERO_HTML);
    assert.equal((await sendRequest(url + staged)).status, 401);
    assert.equal(
      (await sendRequest(url + staged, { headers: { authorization: `Bearer ${token}` } })).text,
      '<p>staged</p>',
    );
    assert.equal((await sendRequest(`${url}/`)).status, 200);
    running.process.kill(signal);
    assert.equal(await running.exited, 0);
    assert.match(
      running.output.out,
      /^feaas-host is ready at http:\/\/127\.0\.0\.1:\d+\neditor token: \S+\nopen this to edit: http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{32}\ndatabase: file \/\S+\.db\nblobs: folder \/\S+\n$/,
      'and nothing else',
    );
  });
}

test('an interrupted first import ends at once, and the next start continues it', async (t) => {
  const folder = await makeFixtureFolder(t);
  const names = Array.from({ length: 100 }, (_, index) => `part-${index}`);
  for (const name of names) {
    const component = join(folder, 'libraries/demo/components', name);
    await mkdir(component, { recursive: true });
    await writeFile(join(component, 'responsive.html'), `<p>${name}</p>`);
  }
  await writeFile(join(folder, 'libraries/demo/data/wrong.json'), 'no JSON');
  const first = started(t, folder);
  // Data is imported before components.
  await first.waitForOutput(/data\/wrong\.json/, 'err');
  first.process.kill('SIGTERM');
  assert.equal(await first.exited, 0);
  assert.equal(first.output.out, '', 'it was never ready');
  assert.match(first.output.err, /Stopped during the first import\. The next start goes on with it\./);
  const url = await started(t, folder).waitUntilReady();
  for (const name of names) {
    const { status, text } = await sendRequest(`${url}/components/demo/${name}/responsive/published.html`);
    assert.deepEqual([status, text], [200, `<p>${name}</p>`]);
  }
});

test('a second start keeps changes and prints the same token, or a new one if that was revoked', async (t) => {
  const folder = await makeFixtureFolder(t);
  const first = started(t, folder);
  await first.waitUntilReady();
  const [, old] = await first.waitForOutput(/^editor token: (\S+)\n/m);
  await writeFile(join(folder, 'libraries/demo/components/hero/responsive.html'), '<p>new</p>');
  const imported = await runCli(t, folder, ['import', 'libraries/demo']);
  assert.equal(imported.code, 0, imported.err);
  assert.match(
    imported.out,
    /^components\/hero\/responsive\.html: saved, published, saved \(revision \d+\)\n1 changed\n$/m,
  );
  first.process.kill('SIGTERM');
  assert.equal(await first.exited, 0);
  await writeFile(join(folder, 'libraries/demo/components/hero/responsive.html'), '<p>not imported</p>');

  const second = started(t, folder);
  const url = await second.waitUntilReady();
  assert.equal((await sendRequest(url + HERO_URL)).text, '<p>new</p>');
  const stagedWith = async (origin: string, token: string): Promise<number> =>
    (
      await sendRequest(`${origin}/components/demo/hero/responsive/staged.html`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  const [, same] = await second.waitForOutput(/^editor token: (\S+)\n/m);
  assert.equal(same, old);
  assert.equal(await stagedWith(url, old!), 200);
  const listed = await runCli(t, folder, ['token', 'list']);
  const [id] = /^\S+(?=.*\bdevelopment\b)/m.exec(listed.out)!;
  assert.equal((await runCli(t, folder, ['token', 'revoke', id])).code, 0);
  second.process.kill('SIGTERM');
  assert.equal(await second.exited, 0);

  const third = started(t, folder);
  const last = await third.waitUntilReady();
  const [, other] = await third.waitForOutput(/^editor token: (\S+)\n/m);
  assert.notEqual(other, old);
  assert.deepEqual([await stagedWith(last, old!), await stagedWith(last, other!)], [401, 200]);
  third.process.kill('SIGTERM');
  assert.equal(await third.exited, 0);
});

test('start --files serves a folder as it is, without a database', async (t) => {
  const folder = await makeFixtureFolder(t);
  const running = started(t, folder, ['--files']);
  const url = await running.waitUntilReady();
  assert.equal((await sendRequest(url + HERO_URL)).text, HERO_HTML);
  await writeFile(join(folder, 'libraries/demo/components/hero/responsive.html'), '<p>edited</p>');
  assert.equal((await sendRequest(url + HERO_URL)).text, '<p>edited</p>');
  running.process.kill('SIGINT');
  assert.equal(await running.exited, 0);
  assert.match(running.output.out, /^feaas-host is ready at \S+\n$/);
  assert.equal(running.output.err, '');
});

test('the default is production: no printed token, no demo import, no development sign-in, JSON logs without secrets', async (t) => {
  const folder = await makeFixtureFolder(t);
  const running = spawnCli(t, folder, ['start', '--site', 'site', '--drain-seconds', '0'], {
    PORT: '0',
    FEAAS_DEV: '',
  });
  const [, url] = await running.waitForOutput(/"url":"([^"]+)"/);
  const own = { 'sec-fetch-site': 'same-origin' };
  assert.equal((await sendRequest(`${url}/dev/session`, { headers: own })).status, 404);
  assert.equal((await sendRequest(url! + HERO_URL)).status, 404);
  assert.equal((await sendRequest(`${url}/components/aurora/hero/responsive/published.html`)).status, 404);
  running.process.kill('SIGTERM');
  assert.equal(await running.exited, 0);
  assert.match(running.output.out, /"environment":"production","database":"file \/.*feaas\.db","blobs":"folder \//);
  assert.match(running.output.out, /"level":"info",[^\n]*"msg":"stopping: [^]*"msg":"stopped"/);
  assert.doesNotMatch(running.output.out, /token/);
  for (const line of running.output.out.trim().split('\n')) assert.ok('time' in JSON.parse(line), line);
});

test('--dev signs in with the printed code, and starts on a loopback address only', async (t) => {
  const folder = await makeFixtureFolder(t);
  const start = (...more: string[]) =>
    spawnCli(t, folder, ['start', '--site', 'site', '--port', '0', ...more], { FEAAS_DEV: '' });
  const running = start('--dev');
  const [, url, code] = await running.waitForOutput(/edit: (http\S+)\/#code=(\S+)\n/);
  const session = (headers: object) =>
    sendRequest(`${url}/dev/session`, { headers: { 'sec-fetch-site': 'same-origin', ...headers } });
  assert.equal((await session({})).status, 401);
  const { token } = JSON.parse((await session({ authorization: `Bearer ${code}` })).text);
  assert.match(token, /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
  running.process.kill('SIGTERM');
  assert.equal(await running.exited, 0);
  const again = start('--dev');
  assert.equal((await again.waitForOutput(/#code=(\S+)\n/))[1], code, 'a browser that has it needs it once');
  again.process.kill('SIGTERM');
  await again.exited;
  for (const hostname of ['0.0.0.0', '::']) {
    const refused = start('--dev', '--host', hostname);
    assert.equal(await refused.exited, 1);
    assert.equal(
      refused.output.err,
      `feaas-host: --dev signs people in, so it needs a loopback address such as 127.0.0.1, but --host is '${hostname}'. ` +
        'Leave one of them out.\n',
    );
  }
});

test('a second host on the same data fails within a second and names the first host', async (t) => {
  const folder = await makeFixtureFolder(t);
  const first = started(t, folder);
  await first.waitUntilReady();
  const second = await runCli(t, folder, ['start', '--library', 'libraries', '--site', 'site'], { PORT: '0' });
  assert.equal(second.code, 1);
  assert.match(
    second.err,
    new RegExp(`^feaas-host: the folder '.*\\.feaas' is in use by process ${first.process.pid}\\.`),
  );
});

test('a port in use makes start exit with 1 and name the port', async (t) => {
  const folder = await makeFixtureFolder(t);
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  cleanUp(t, () => new Promise((resolve) => other.close(resolve)));
  const { port } = other.address() as AddressInfo;
  for (const files of [[], ['--files']]) {
    const running = started(t, folder, files, { PORT: String(port) });
    assert.equal(await running.exited, 1);
    const message = `feaas-host: port ${port} on 127.0.0.1 is already in use. Stop what uses it, or choose another port.\n`;
    assert.ok(running.output.err.endsWith(message), running.output.err);
    assert.equal(running.output.out, '');
  }
});

test('mistakes on the command line exit with 1 and an explanation', async (t) => {
  const folder = await makeFixtureFolder(t);
  const cases: [string[], RegExp, Record<string, string>?][] = [
    [['start', '--port', '70000'], /^feaas-host: --port must be a whole number from 0 to 65535, but is '70000'\.\n$/],
    [
      ['start', '--library', '/no/such/folder'],
      /^feaas-host: --library: there is no folder '\/no\/such\/folder'\. Create it, or name another\.\n$/,
    ],
    [
      ['start'],
      /^feaas-host: FEAAS_SITE: there is no folder '\/none'\. Create it, or name another\.\n$/,
      { FEAAS_SITE: '/none' },
    ],
    [['start', '--library', 'libraries/demo'], /is one library\. Give the folder that holds it\.\n$/],
    [['start', '--library', folder, '--site', join(folder, 'secret.txt')], /^feaas-host: --site: there is no folder/],
    [['stop'], /^feaas-host: unknown command 'stop'\. Use one of these:\n\nUsage: /],
    [['import', 'nowhere'], /^feaas-host: there is no folder '.*nowhere'\. Check the path\.\n$/],
    [['import', 'site'], /^feaas-host: '.*site' holds no library\. Give a folder with /],
    [
      ['token', 'creat'],
      /^feaas-host: 'token' takes create, revoke, list, not 'creat'; the nearest is 'create'\. Use one of these\.\n$/,
    ],
    [
      ['check'],
      /^feaas-host: could not use the database at 127\.0\.0\.1:1[^]*$/,
      { DATABASE_URL: 'postgres://u:hush@127.0.0.1:1/db' },
    ],
  ];
  for (const [args, message, environment] of cases) {
    const { code, err } = await runCliInProcess(folder, args, environment);
    assert.equal(code, 1, args.join(' '));
    assert.match(err, message);
    assert.doesNotMatch(err, /\n\s+at |hush/);
  }
});

test('--help prints the usage and exits with 0', async (t) => {
  const { code, out } = await runCliInProcess(await makeFixtureFolder(t), ['--help']);
  assert.equal(code, 0);
  for (const name of ['start', 'import <folder>', '--watch', 'token create', 'backup', 'restore', 'check']) {
    assert.ok(out.includes(name), name);
  }
  for (const name of ['PORT', 'DATABASE_URL', 'FEAAS_TRUSTED_PROXIES', 'LOG_LEVEL'])
    assert.ok(out.includes(name), name);
  for (const line of out.split('\n')) assert.ok(line.length <= 160, line);
});

test('--version prints the version of the package', async (t) => {
  const folder = await makeFixtureFolder(t);
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  for (const args of [['--version'], ['-V'], ['start', '--version']])
    assert.deepEqual(await runCliInProcess(folder, args), { code: 0, out: `${version}\n`, err: '' });
});

test('--help of a command prints its usage and settings', async (t) => {
  const folder = await makeFixtureFolder(t);
  for (const args of [
    ['import', '--help'],
    ['-h', 'import'],
    ['import', 'x', '--watch', '-h'],
  ]) {
    const { code, out, err } = await runCliInProcess(folder, args);
    assert.deepEqual([code, err], [0, '']);
    assert.match(
      out,
      /^Usage: feaas-host import <folder> \[options\]\n\n {2}import <folder> .*(?:\n {4}--.*)*\n {4}--watch /,
    );
    assert.match(out, /DATABASE_URL/);
    assert.doesNotMatch(out, /token create/);
  }
});

test('arguments', () => {
  const parsed = parseArguments(['start', '--host', '::1', '--max-age=60', '--files']);
  assert.ok(parsed.command === 'start');
  assert.equal(parsed.settings['host'], '::1');
  assert.equal(parsed.settings['max-age'], '60');
  assert.equal(parsed.flags['files'], true);
  // Flags may be anywhere; the last one counts; a value may begin with a dash, and so may an operand after `--`.
  const anywhere = parseArguments(['--watch', 'import', '--library=-x', '--port', '1', '--port=2', '--', '-folder']);
  assert.ok(anywhere.command === 'import');
  assert.deepEqual([anywhere.operands, anywhere.flags['watch']], [['-folder'], true]);
  assert.deepEqual([anywhere.settings['library'], anywhere.settings['port']], ['-x', '2']);
  const imported = parseArguments(['import', 'a folder', '--watch']);
  assert.ok(imported.command === 'import');
  assert.deepEqual(imported.operands, ['a folder']);

  const cases: [string[], RegExp][] = [
    [[], /^no command given/],
    [['constructor'], /^unknown command 'constructor'/],
    [['start', 'now'], /^'start' takes no further argument, but got 'now'/],
    [['start', '--prot=1'], /^there is no option --prot here; the nearest is --port\. Correct it, or leave it out\.$/],
    [['check', '--watch'], /^there is no option --watch here/],
    [['start', '--port'], /--port/],
    [['import'], /^'import' needs <folder>/],
    [['export', 'a', 'b'], /^'export' takes <folder> only, but got 'b'/],
    [['backup', ''], /^\[file\] of 'backup' is empty/],
    [['start', '--host', '--files'], /^--host has no value\. If '--files' is one, write --host=--files\.$/],
    [['start', '--port'], /^--port has no value\. Write --port=<value>\.$/],
    [['start', '--files=1'], /^--files takes no value\. Write --files alone\.$/],
    [['start', '-x'], /^there is no option -x here; the nearest is --/],
  ];
  for (const [args, message] of cases) {
    assert.throws(
      () => parseArguments(args),
      (error: unknown) => error instanceof HostError && message.test(error.message),
      args.join(' '),
    );
  }
});
