/** `npm start` ends with all of its processes, whichever of them gets the signal. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { endWithTests } from '../../host/test/support/end-with-tests';
import { UNSET_ENVIRONMENT } from '../../host/test/support/cli';
import { COMPLETE } from '../../scripts/fresh';
import { cleanUp } from '../lib/clean-up';
import { killAll, markedProcesses } from '../lib/marked-processes';
import { copyRepository } from '../lib/repository-copy';
import { pollUntil } from '../lib/wait-until';

const COPIED = [
  ...[
    'src',
    'scripts',
    'site',
    'frontend',
    'host/src',
    'host/starter',
    'docs',
    'react-wrapper',
    'compat',
    'create-feaas',
  ],
  ...['stencil.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'],
];
const LINKED = ['node_modules', 'host/node_modules', 'host/package.json'];
/** What a build writes. Only a copy that builds nothing may link to it. */
const BUILT = ['www', 'host/dist', 'host/library'];
const MARK = 'START_TEST';

for (const during of ['a build', 'the site'] as const)
  // Process managers send SIGTERM to npm alone, and terminals SIGINT to the whole process group.
  for (const [signal, receiver] of (
    [
      ['SIGTERM', 'npm'],
      ['SIGINT', 'the group of npm'],
    ] as const
  ).slice(0, process.env['FEAAS_LONG'] ? undefined : 1))
    test(
      `${signal} to ${receiver} ends each process of npm start during ${during}`,
      { skip: process.platform !== 'linux' },
      async (t) => {
        const isBuilt = during === 'the site';
        const copy = await copyRepository(COPIED, isBuilt ? [...LINKED, ...BUILT] : LINKED);
        cleanUp(t, () => copy.remove());
        if (isBuilt) {
          const complete = join(copy.folder, COMPLETE);
          await mkdir(dirname(complete));
          await writeFile(complete, '');
          // The clock of the file system may give the same time to all these files.
          const soon = Date.now() / 1000 + 60;
          await utimes(complete, soon, soon);
        }
        const mark = randomUUID();
        const npm = spawn('npm', ['start', '--', '--data', join(copy.folder, 'data'), '--port', '0'], {
          cwd: copy.folder,
          detached: true,
          env: { ...process.env, ...UNSET_ENVIRONMENT, [MARK]: mark },
        });
        endWithTests(npm);
        cleanUp(t, () => killAll(markedProcesses(MARK, mark)));
        let output = '';
        for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (output += String(text)));
        const isRunning = (): boolean =>
          isBuilt
            ? output.includes('ready at ')
            : markedProcesses(MARK, mark).some(({ command }) => command.includes('stencil'));
        assert.ok(await pollUntil(() => isRunning() || npm.exitCode !== null, Boolean));
        assert.equal(npm.exitCode, null, output);
        process.kill(receiver === 'npm' ? npm.pid! : -npm.pid!, signal);
        const left = await pollUntil(
          () => markedProcesses(MARK, mark),
          (processes) => processes.length === 0,
          20_000,
        );
        assert.deepEqual(left, [], output);
        for (const stream of [npm.stdout, npm.stderr]) stream.destroy();
      },
    );
