/** Errors of the system, the disk and the blob store that an operator reads: sentences without stacks. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { formatError } from '../src/cli/command-line/format-error.js';
import { BlobStoreError } from '../src/storage/blob-store.js';
import {
  UNSET_ENVIRONMENT,
  CLI_ARGUMENTS,
  spawnCli,
  runCliInProcess,
  makeTemporaryFolder,
  trackProcess,
} from './support/cli.js';
import { makeFixtureFolder } from './support/folder-host.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

test('system errors name the call, the path and the reason', () => {
  const failed = (fields: object, message = 'X: words of the system') => Object.assign(new Error(message), fields);
  assert.equal(
    formatError(failed({ code: 'EACCES', syscall: 'mkdir', path: '/d' })),
    "mkdir '/d' failed: this user may not. Change the permissions, or run as the user whose folder it is (EACCES).",
  );
  const full = failed({ code: 'ENOSPC', syscall: 'write' });
  assert.equal(formatError(full), 'write failed: no space is left on the disk (ENOSPC).');
  assert.equal(
    formatError(failed({ code: 'EBUSY', syscall: 'rename', path: '/a', dest: '/b' })),
    "rename '/a' to '/b' failed: it is in use, or is where a disk is mounted (EBUSY).",
  );
  assert.equal(
    formatError(failed({ code: 'EWEIRD', syscall: 'open' })),
    'open failed: X: words of the system (EWEIRD).',
  );
  assert.match(
    formatError(failed({ code: 'SQLITE_CORRUPT' }, 'malformed'))!,
    /could not use the database file: malformed/,
  );
  const blob = new BlobStoreError("Blob 'k' could not be written.", { cause: full });
  assert.equal(
    formatError(blob),
    "Blob 'k' could not be written. write failed: no space is left on the disk (ENOSPC).",
  );
  assert.equal(formatError(new TypeError('a fault of ours')), undefined);
  assert.equal(formatError('text'), undefined);
});

test('commands print system errors', async (t) => {
  const folder = await makeFixtureFolder(t);
  const cases: [string[], RegExp][] = [
    [
      ['start', '--data', 'secret.txt/x', '--site', 'site'],
      /^feaas-host: could not make the folder '.*secret\.txt\/x'\. Check the permissions and the space: /,
    ],
    [
      ['import', 'libraries', '--data', 'secret.txt/x'],
      /^feaas-host: could not make the folder '.*secret\.txt\/x'\. Check the permissions and the space: /,
    ],
    [['restore', 'none.gz'], /there is no such file/],
  ];
  for (const [args, message] of cases) {
    const { code, err } = await runCliInProcess(folder, args);
    assert.equal(code, 1, args.join(' '));
    assert.match(err, message);
    assert.doesNotMatch(err, /\n\s+at /);
  }
  assert.equal((await runCliInProcess(folder, ['import', 'libraries'])).code, 0);
  const { code, err } = await runCliInProcess(folder, ['backup', 'nowhere/b.gz']);
  assert.equal(code, 1);
  assert.match(
    err,
    /^feaas-host: could not write '.*nowhere\/b\.gz': there is no folder '.*nowhere'\. Create it, or choose another one\.\n$/,
  );
});

test('a different or emptied blob store is detected at the start and can be filled', async (t) => {
  const folder = await makeFixtureFolder(t);
  const start = ['start', '--port', '0', '--library', 'libraries', '--site', 'site'];
  const first = spawnCli(t, folder, start);
  await first.waitUntilReady();
  first.process.kill('SIGTERM');
  assert.equal(await first.exited, 0);

  await rm(join(folder, '.feaas/blobs'), { recursive: true });
  const refused = await runCliInProcess(folder, start);
  assert.equal(refused.code, 1);
  assert.match(
    refused.err,
    /^feaas-host: the database \(file .*feaas\.db\) delivered to another blob store than this one \(/,
  );
  assert.equal((await runCliInProcess(folder, ['check'])).code, 1);
  const repaired = await runCliInProcess(folder, ['check', '--repair']);
  assert.equal(repaired.code, 0, repaired.out + repaired.err);

  const second = spawnCli(t, folder, start);
  await second.waitUntilReady();
  second.process.kill('SIGTERM');
  assert.equal(await second.exited, 0);
});

test('a command fails if the blob store rejects requests', async (t) => {
  const folder = await makeFixtureFolder(t);
  assert.equal((await runCliInProcess(folder, ['import', 'libraries'])).code, 0);
  await rm(join(folder, '.feaas/blobs'), { recursive: true });
  await mkdir(join(folder, '.feaas/blobs/.writing'), { recursive: true });
  await writeFile(join(folder, '.feaas/blobs/components'), 'in the way');
  const { code, err } = await runCliInProcess(folder, ['check', '--repair']);
  assert.equal(code, 1);
  assert.match(
    err,
    /could not write \d+ blobs\. The host tries again by itself; check the store if it continues\. The first: Could not write blob '/,
  );
});

test('an unreadable data folder is not treated as a missing one', async (t) => {
  const folder = await makeTemporaryFolder(t);
  assert.equal(
    (await runCliInProcess(folder, ['import', fileURLToPath(new URL('../library/aurora', import.meta.url))])).code,
    0,
  );
  const data = join(folder, '.feaas');
  const isRoot = process.getuid!() === 0;
  // Root can read everything, so the command runs as another user.
  await chmod(folder, 0o755);
  await chmod(data, isRoot ? 0o700 : 0);
  cleanUp(t, () => chmod(data, 0o700));
  for (const args of [['backup', 'b.gz'], ['check'], ['token', 'list'], ['export', 'files']]) {
    const child = spawn(process.execPath, [...CLI_ARGUMENTS, ...args], {
      ...{ cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...UNSET_ENVIRONMENT } },
      ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
    });
    const { exited, output } = trackProcess(t, child);
    assert.equal(await exited, 1, args.join(' '));
    assert.match(output.err, /^feaas-host: .*\.feaas.*(?:this user may not|Check its permissions)/, args.join(' '));
    assert.doesNotMatch(output.err, /there is no database|\n {4}at /);
  }
});
