/** A signal in the middle of a command: it ends at once, with advice. Nothing is torn, and running it again completes it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { cleanUp, killAfterTest } from '../../tests/lib/clean-up.js';
import { waitUntil } from '../../tests/lib/wait-until.js';
import {
  CLI_ARGUMENTS,
  type CliProcess,
  makeTemporaryFolder,
  runCliInProcess,
  spawnCli,
  UNSET_ENVIRONMENT,
} from './support/cli.js';
import { endWithTests } from './support/end-with-tests.js';
import { type PostgresServer, startPostgres } from './support/postgres.js';
import { S3_ACCESS_KEY, type S3, startS3 } from './support/s3.js';

let server: PostgresServer;
let s3: S3;
before(async () => {
  server = await startPostgres();
  s3 = await startS3();
});
after(() => Promise.all([server.stop(), s3.stop()]));

const PICTURES = 40;
/** Whether to try each command on both databases and each place of blobs. */
const isLong = !!process.env['FEAAS_LONG'];
/** Bytes of a picture: enough that no command is over when the signal comes. */
const SIZE = 500_000;

type Environment = Readonly<Record<string, string>>;

const succeeds = async (folder: string, args: readonly string[], environment: Environment): Promise<string> => {
  const { code, out, err } = await runCliInProcess(folder, args, environment);
  assert.equal(code, 0, `${args.join(' ')}: ${out}${err}`);
  return out;
};

/** Files that a command has not removed. */
async function leftovers(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => /\.unfinished$|\.new$|\.restoring$|(?:\.writing|\.uploads)\/./.test(name));
}

interface Case {
  readonly args: readonly string[];
  readonly advice: RegExp;
  /** Runs before the command. */
  prepare?(folder: string, environment: Environment): Promise<void>;
  /** Resolves in the middle of the command. */
  isRunning(folder: string, command: CliProcess): Promise<unknown>;
  /** Completes what the signal has interrupted. */
  readonly again?: readonly string[];
}

const s3Environment = (bucket: string): Environment => ({
  FEAAS_STORAGE: s3.locationOf(bucket),
  AWS_ACCESS_KEY_ID: S3_ACCESS_KEY,
  AWS_SECRET_ACCESS_KEY: S3_ACCESS_KEY,
});

const SCRIPT = '/usr/bin/script';

const CASES: Readonly<Record<string, Case>> = {
  import: {
    args: ['import', 'library'],
    advice: /Run it again: it imports the rest\.\n$/,
    isRunning: (_, command) => command.waitForOutput(/^media\/.*: stored$/m),
  },
  export: {
    args: ['export', 'out'],
    advice: /Run it again with --force: it writes the rest\.\n$/,
    prepare: async (folder, environment) => void (await succeeds(folder, ['import', 'library'], environment)),
    isRunning: (folder) => waitUntil(() => existsSync(join(folder, 'out/demo/media'))),
    again: ['export', 'out', '--force'],
  },
  backup: {
    args: ['backup', 'new.gz'],
    advice: /It wrote no backup\. Run it again\.\n$/,
    prepare: async (folder, environment) => void (await succeeds(folder, ['import', 'library'], environment)),
    isRunning: (folder) => waitUntil(() => existsSync(join(folder, 'new.gz.unfinished'))),
  },
  'storage copy': {
    args: ['storage', 'copy', '--to', 'other.env'],
    advice: /Run it again: it copies the rest\.\n$/,
    prepare: async (folder, environment) => {
      await succeeds(folder, ['import', 'library'], environment);
      const settings = Object.entries(s3Environment(`copy-${crypto.randomUUID()}`));
      await writeFile(join(folder, 'other.env'), settings.map((each) => `${each.join('=')}\n`).join(''));
    },
    isRunning: (_, command) => command.waitForOutput(/copied 1 of/, 'err'),
  },
};

async function library(t: TestContext): Promise<string> {
  const folder = await makeTemporaryFolder(t);
  await mkdir(join(folder, 'library/demo/components/hero'), { recursive: true });
  await mkdir(join(folder, 'library/demo/media'));
  await writeFile(join(folder, 'library/demo/library.json'), '{"name":"Demo"}');
  await writeFile(join(folder, 'library/demo/components/hero/responsive.html'), '<p>one</p>');
  for (let number = 0; number < PICTURES; number++)
    await writeFile(
      join(folder, `library/demo/media/${number}.svg`),
      `<svg>${randomBytes(SIZE / 2).toString('hex')}</svg>`,
    );
  return folder;
}

for (const kind of isLong ? (['embedded', 'postgres'] as const) : (['embedded'] as const))
  for (const [name, { args, advice, prepare, isRunning, again = args }] of Object.entries(CASES))
    // Advice and cleaning up do not depend on the database.
    for (const signal of kind === 'embedded' ? (['SIGTERM', 'SIGKILL'] as const) : (['SIGKILL'] as const))
      test(`${signal} during ${name}, on ${kind}`, async (t) => {
        const folder = await library(t);
        const environment: Environment = kind === 'embedded' ? {} : { DATABASE_URL: await server.newDatabase() };
        await prepare?.(folder, environment);
        const command = spawnCli(t, folder, args, environment);
        await isRunning(folder, command);
        command.process.kill(signal);
        assert.equal(await command.exited, signal, command.output.out + command.output.err);
        if (signal === 'SIGTERM') {
          assert.match(command.output.err, /^feaas-host: SIGTERM ended the command\. /m);
          assert.match(command.output.err, advice);
          // Others are overwritten by the next call.
          if (name === 'backup') assert.deepEqual(await leftovers(folder), []);
        }
        await succeeds(folder, again, environment);
        assert.equal(await succeeds(folder, ['check'], environment), 'database and blobs agree\n');
        assert.deepEqual(await leftovers(folder), []);
      });

/** Places whose restore fills a subfolder of the data folder first. */
const FOLDERS = { 'a folder': () => ({}), S3: () => s3Environment(`restore-${crypto.randomUUID()}`) } as const;

for (const [place, environmentOf] of Object.entries(FOLDERS).slice(0, isLong ? undefined : 1))
  for (const signal of ['SIGTERM', 'SIGKILL'] as const)
    for (const next of place === 'S3' || !isLong ? (['restore'] as const) : (['check', 'start', 'restore'] as const))
      test(`${signal} during a restore with blobs in ${place}: ${next} finds the old content and no rest`, async (t) => {
        const folder = await library(t);
        const environment = environmentOf();
        await succeeds(folder, ['import', 'library'], environment);
        await succeeds(folder, ['backup', 'all.gz'], environment);
        await writeFile(join(folder, 'library/demo/components/hero/responsive.html'), '<p>two</p>');
        await succeeds(folder, ['import', 'library'], environment);
        const restoring = spawnCli(t, folder, ['restore', 'all.gz', '--force'], environment);
        const rest = join(folder, '.feaas/.restoring');
        await waitUntil(() => existsSync(join(rest, 'data')));
        restoring.process.kill(signal);
        assert.equal(await restoring.exited, signal, restoring.output.err);
        assert.equal(existsSync(rest), signal === 'SIGKILL');
        if (signal === 'SIGTERM')
          assert.match(
            restoring.output.err,
            /feaas-host: SIGTERM ended the command\. The old content stays\. Run it again\.\n$/,
          );
        const removed =
          /removed what an interrupted restore left: '.*\.feaas' has its old content\. Run 'restore' again\./;
        let said: string;
        if (next === 'start') {
          const host = spawnCli(t, folder, ['start', '--port', '0', '--site', '.'], environment);
          await host.waitUntilReady();
          host.process.kill('SIGTERM');
          assert.equal(await host.exited, 0);
          said = host.output.err + host.output.out;
        } else {
          const args = next === 'check' ? ['check'] : ['restore', 'all.gz', '--force'];
          const { code, out, err } = await runCliInProcess(folder, args, environment);
          assert.equal(code, 0, err);
          assert.match(out, next === 'check' ? /^database and blobs agree\n$/ : / rows and \d+ blobs restored; /);
          said = err;
        }
        if (signal === 'SIGKILL') assert.match(said, removed);
        else assert.doesNotMatch(said, removed);
        assert.deepEqual(await leftovers(folder), []);
        await succeeds(folder, ['export', 'out'], environment);
        const hero = await readFile(join(folder, 'out/demo/components/hero/responsive.html'), 'utf8');
        assert.equal(hero, next === 'restore' ? '<p>one</p>' : '<p>two</p>');
      });

for (const signal of ['SIGTERM', 'SIGKILL'] as const)
  test(`${signal} during a restore into PostgreSQL: the database has one of the contents, and another restore completes it`, async (t) => {
    const folder = await library(t);
    const environment = { DATABASE_URL: await server.newDatabase() };
    await succeeds(folder, ['import', 'library'], environment);
    await succeeds(folder, ['backup', 'all.gz'], environment);
    // The restore writes the first picture again.
    const blobs = join(folder, '.feaas/blobs/media/demo');
    const pictures = await readdir(blobs);
    for (const name of pictures) await rm(join(blobs, name));
    const restoring = spawnCli(t, folder, ['restore', 'all.gz', '--force'], environment);
    await waitUntil(async () => (await readdir(blobs)).length > 0);
    restoring.process.kill(signal);
    assert.equal(await restoring.exited, signal, restoring.output.err);
    if (signal === 'SIGTERM')
      assert.match(restoring.output.err, /feaas-host: SIGTERM ended the command\. Run it again with --force\.\n$/);
    await succeeds(folder, ['restore', 'all.gz', '--force'], environment);
    assert.deepEqual((await readdir(blobs)).sort(), pictures.sort());
    assert.equal(await succeeds(folder, ['check'], environment), 'database and blobs agree\n');
    assert.deepEqual(await leftovers(folder), []);
  });

test('Ctrl+C on a terminal shows the cursor again and prints the advice', { skip: !existsSync(SCRIPT) }, async (t) => {
  const folder = await library(t);
  const command = [process.execPath, ...CLI_ARGUMENTS, 'import', 'library'];
  const terminal = spawn(SCRIPT, ['-qec', command.map((each) => `'${each}'`).join(' '), '/dev/null'], {
    cwd: folder,
    env: { ...process.env, ...UNSET_ENVIRONMENT },
  });
  endWithTests(terminal);
  killAfterTest(t, terminal);
  let output = '';
  terminal.stdout.on('data', (chunk: Buffer) => {
    const isFirst = !output.includes(' steps, ');
    output += chunk.toString();
    if (isFirst && output.includes(' steps, ')) terminal.stdin.write('\u0003');
  });
  await once(terminal, 'close');
  assert.match(output, /feaas-host: SIGINT ended the command\. Run it again: it imports the rest\.\r\n/);
  assert.ok(output.lastIndexOf('\u001b[?25h') > output.lastIndexOf('\u001b[?25l'), JSON.stringify(output.slice(-500)));
});

test('a signal ends a start at once while the database does not answer', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  cleanUp(t, () => silent.close());
  const connected = once(silent, 'connection');
  const url = `postgres://u:p@127.0.0.1:${(silent.address() as AddressInfo).port}/content`;
  const host = spawnCli(t, folder, ['start', '--port', '0', '--site', '.'], { DATABASE_URL: url });
  const [connection] = (await connected) as [Socket];
  host.process.kill('SIGTERM');
  assert.equal(await host.exited, 0, host.output.err);
  assert.match(host.output.err + host.output.out, /Stopped before the database was open\. Start again\./);
  connection.destroy();
});
