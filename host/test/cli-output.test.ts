/** Commands whose output cannot be written, and folders that cannot be created. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { makeFolders } from '../src/lib/make-folders.js';
import { sendRequest } from './support/client.js';
import { spawnCli, runCli, makeTemporaryFolder } from './support/cli.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

test('a command whose output pipe is closed ends silently', async (t) => {
  const folder = await makeTemporaryFolder(t);
  for (const args of [['token', 'list'], ['forks', 'list'], ['--help']]) {
    const running = spawnCli(t, folder, args);
    running.process.stdout!.destroy();
    await running.exited;
    assert.doesNotMatch(running.output.err, /EPIPE|^ +at /m, args.join(' '));
  }
});

test('a host whose output pipe is closed goes on, and says on standard error that its log is lost', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const host = spawnCli(t, folder, ['start', '--port', '0', '--env', 'production']);
  const [, url] = await host.waitForOutput(/ready at ([^\s"]+)"/);
  host.process.stdout!.destroy();
  const reported = host.waitForOutput(/could not write the output: .*EPIPE\. The host goes on, but/, 'err');
  for (let times = 0; times < 3; times++) assert.equal((await sendRequest(`${url}/missing`)).status, 404);
  await reported;
  assert.equal((await sendRequest(`${url}/healthz`)).status, 200);
  host.process.kill('SIGTERM');
  assert.equal(await host.exited, 0);
  assert.equal(host.output.err.match(/could not write the output/g)?.length, 1);
});

test('an unwritable output is reported in one sentence', { skip: process.platform !== 'linux' }, async (t) => {
  const folder = await makeTemporaryFolder(t);
  const running = spawnCli(t, folder, ['--help'], {}, '/dev/full');
  assert.equal(await running.exited, 1);
  assert.equal(
    running.output.err,
    'feaas-host: could not write the output: ENOSPC: no space left on device, write. Check where it goes.\n',
  );
});

test(
  'folders are created one by one, and a folder that cannot be created is an error',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const root = mkdtempSync(join(tmpdir(), 'feaas-folders-'));
    cleanUp(t, () => rmSync(root, { recursive: true }));
    const deep = join(root, 'a/b/c');
    assert.equal(makeFolders(deep, 0o700), join(root, 'a'));
    assert.equal(statSync(deep).mode & 0o777, 0o700);
    assert.equal(makeFolders(deep), undefined);
    mkdirSync(join(root, 'd'));
    assert.equal(makeFolders(join(root, 'd/e')), join(root, 'd/e'));
    assert.throws(() => makeFolders('/proc/feaas/x'), { code: 'ENOENT' });
    const { code, err } = await runCli(t, root, ['start', '--data', '/proc/feaas/x']);
    assert.equal(code, 1);
    assert.match(
      err,
      /^feaas-host: could not make the folder '\/proc\/feaas\/x'\. Check the permissions and the space: ENOENT/,
    );
  },
);
