import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseArguments } from '../src/cli/arguments.js';
import { DEFAULTS } from '../src/defaults.js';
import { HostError } from '../src/index.js';
import { ask } from './support/client.js';
import { makeFolder } from './support/fixture.js';

const CLI = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

interface Running {
  readonly process: ChildProcess;
  readonly output: { out: string; err: string };
  readonly ended: Promise<number | string | null>;
  ready(): Promise<string>;
}

function start(t: TestContext, args: string[], environment: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, ['--import', 'tsx', CLI, ...args], {
    env: { ...process.env, PORT: undefined, ...environment },
  });
  t.after(() => void child.kill('SIGKILL'));
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  const ended = new Promise<number | string | null>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal)),
  );
  const ready = async (): Promise<string> => {
    const seen = new Promise<string>((resolve) => {
      const look = (): void => {
        const url = /ready at (\S+)\n/.exec(output.out)?.[1];
        if (url) resolve(url);
      };
      child.stdout.on('data', look);
      look();
    });
    const early = ended.then((code) => Promise.reject(new Error(`ended with ${code}: ${output.err}`)));
    return Promise.race([seen, early]);
  };
  return { process: child, output, ended, ready };
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`start says one line, serves, and ends in order on ${signal}`, async (t) => {
    const folder = await makeFolder(t);
    const folders = ['--library', join(folder, 'libraries'), '--site', join(folder, 'site')];
    const running = start(t, ['start', '--port', '0', ...folders]);
    const url = await running.ready();
    assert.match(running.output.out, /^feaas-host is ready at http:\/\/127\.0\.0\.1:\d+\n$/);
    assert.equal((await ask(`${url}/components/demo/hero/responsive/published.html`)).status, 200);
    assert.equal((await ask(`${url}/`)).status, 200);
    running.process.kill(signal);
    assert.equal(await running.ended, 0);
    assert.equal(running.output.err, '');
  });
}

test('a port in use ends with 1 and names it', async (t) => {
  const folder = await makeFolder(t);
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  t.after(() => new Promise((resolve) => other.close(resolve)));
  const { port } = other.address() as AddressInfo;
  const folders = ['--library', join(folder, 'libraries'), '--site', join(folder, 'site')];
  const running = start(t, ['start', ...folders], { PORT: String(port) });
  assert.equal(await running.ended, 1);
  assert.equal(
    running.output.err,
    `feaas-host: port ${port} on 127.0.0.1 is already in use. Stop what uses it, or choose another port.\n`,
  );
  assert.equal(running.output.out, '');
});

test('mistakes on the command line end with 1, in words', async (t) => {
  const folder = await makeFolder(t);
  const cases: [string[], RegExp][] = [
    [['start', '--port', '70000'], /^feaas-host: --port must be a whole number from 0 to 65535, but is '70000'\.\n$/],
    [['start', '--library', '/no/such/folder'], /^feaas-host: --library: there is no folder '\/no\/such\/folder'\.\n$/],
    [['start', '--library', join(folder, 'libraries/demo')], /is one library\. Give the folder that holds it\.\n$/],
    [['start', '--library', folder, '--site', join(folder, 'secret.txt')], /^feaas-host: --site: there is no folder/],
    [['stop'], /^feaas-host: unknown command 'stop'\.\n\nUsage: /],
  ];
  await Promise.all(
    cases.map(async ([args, message]) => {
      const running = start(t, args);
      assert.equal(await running.ended, 1, args.join(' '));
      assert.match(running.output.err, message);
      assert.doesNotMatch(running.output.err, /\n\s+at /);
    }),
  );
});

test('--help explains and ends with 0', async (t) => {
  const running = start(t, ['--help']);
  assert.equal(await running.ended, 0);
  assert.match(running.output.out, /--port[^]*--host[^]*--library[^]*--site/);
});

test('arguments', () => {
  const port = (args: string[], environment = {}) => {
    const parsed = parseArguments(['start', ...args], environment);
    return parsed.command === 'start' ? parsed.port : undefined;
  };
  assert.equal(port([]), 3333);
  assert.equal(DEFAULTS.port, 3333);
  assert.equal(port([], { PORT: '8080' }), 8080);
  assert.equal(port([], { PORT: '' }), 3333);
  assert.equal(port(['--port', '81'], { PORT: '8080' }), 81);
  assert.equal(port(['--port=0'], { PORT: '8080' }), 0);
  const parsed = parseArguments(['start', '--host', '::1', '--max-age', '60'], {});
  assert.ok(parsed.command === 'start');
  assert.equal(parsed.hostname, '::1');
  assert.equal(parsed.deliveryMaxAge, 60);

  const cases: [string[], Record<string, string>, RegExp][] = [
    [[], {}, /^no command given/],
    [['start', 'now'], {}, /'now'/],
    [['start', '--colour'], {}, /--colour/],
    [['start', '--port'], {}, /--port/],
    [['start', '--host='], {}, /^--host is empty/],
    [['start', '--max-age', 'long'], {}, /^--max-age .* 'long'/],
    [['start'], { PORT: 'http' }, /^PORT must .* 'http'/],
    ...['', '-1', '1e3', '0x50', '65536', '80 ', '8.5', 'abc'].map(
      (text): [string[], Record<string, string>, RegExp] => [
        ['start', `--port=${text}`],
        {},
        new RegExp(`--port must .* '${text}'`),
      ],
    ),
  ];
  for (const [args, environment, message] of cases) {
    assert.throws(
      () => parseArguments(args, environment),
      (error: unknown) => error instanceof HostError && message.test(error.message),
      args.join(' '),
    );
  }
});
