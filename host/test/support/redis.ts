/** Debian's redis-server, or valkey-server, which has the same commands. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { endWithTests } from './end-with-tests';
import { freePort } from './free-port';
import { waitUntil } from '../../../tests/lib/wait-until';
import { cleanUp, killAfterTest } from '../../../tests/lib/clean-up';

const SERVER_PROGRAM = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0);
const PASSWORD = 'a-password-of-redis';

/** Why tests with Redis are skipped; false if it is installed. */
export const redisSkipReason = SERVER_PROGRAM === undefined && 'needs redis-server or valkey-server; install either';

export interface Redis {
  readonly url: string;
  /** The password, which no log may contain. */
  readonly password: string;
  /** Suspends the server, which then does not respond. */
  suspend(): void;
  resume(): void;
}

export async function startRedis(t: TestContext): Promise<Redis> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-redis-'));
  const port = await freePort();
  const serverArguments = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--dir',
    folder,
    '--requirepass',
    PASSWORD,
  ];
  const server: ChildProcess = spawn(SERVER_PROGRAM!, serverArguments, { stdio: 'ignore' });
  endWithTests(server);
  cleanUp(t, () => rm(folder, { recursive: true, force: true }));
  killAfterTest(t, server);
  await waitUntil(() => isListening(port));
  return {
    url: `redis://:${PASSWORD}@127.0.0.1:${port}/1`,
    password: PASSWORD,
    suspend: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
  };
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.end();
  });
