/** Hosts as in production: several processes on one PostgreSQL and one S3, behind nginx. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { connect } from 'node:net';
import { spawnCli, runCli, type CliProcess, makeTemporaryFolder, trackProcess } from './cli.js';
import { freePort } from './free-port.js';
import { startPostgres } from './postgres.js';
import { S3_ACCESS_KEY, startS3 } from './s3.js';
import { waitUntil } from '../../../tests/lib/wait-until.js';
import { cleanUp } from '../../../tests/lib/clean-up.js';

const NGINX = ['nginx', '/usr/sbin/nginx'].find((path) => spawnSync(path, ['-v']).status === 0);

/** Why tests with nginx are skipped; false if it is installed. */
export const nginxSkipReason = NGINX === undefined && 'nginx is not installed. On Debian: apt-get install nginx-light';

/** Rate limits that no test reaches, because all requests come from one address. */
export const UNLIMITED_RATE_SETTINGS = Object.freeze(
  Object.fromEntries(
    ['TOKEN_READS', 'TOKEN_WRITES', 'ADDRESS_READS', 'ADDRESS_WRITES', 'ADDRESS_DELIVERY'].map((which) => [
      `FEAAS_RATE_${which}`,
      '999999/9999999',
    ]),
  ),
);

export interface Cluster {
  readonly databaseUrl: string;
  /** The URLs of the hosts, without nginx. */
  readonly urls: readonly string[];
  readonly hosts: readonly CliProcess[];
  /** A token with the role publisher. */
  readonly publisherToken: string;
  /** Starts nginx in front of some of the hosts, and returns its URL. */
  startNginx(urls: readonly string[]): Promise<string>;
  runCommand(...args: string[]): ReturnType<typeof runCli>;
}

export interface ClusterOptions {
  readonly hosts: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether PostgreSQL waits for the disk at each commit. */
  readonly durable?: boolean;
  /** The number of published components `card-0` … in library `demo`. */
  readonly components?: number;
}

export async function startCluster(
  t: TestContext,
  { hosts: count, environment = {}, durable = false, components = 1 }: ClusterOptions,
): Promise<Cluster> {
  const folder = await makeTemporaryFolder(t);
  const postgres = await startPostgres({ durable });
  cleanUp(t, () => postgres.stop());
  const s3 = await startS3();
  cleanUp(t, () => s3.stop());
  const databaseUrl = await postgres.newDatabase();
  const settings = {
    FEAAS_ENV: 'production',
    DATABASE_URL: databaseUrl,
    FEAAS_STORAGE: s3.locationOf('cluster'),
    AWS_ACCESS_KEY_ID: S3_ACCESS_KEY,
    AWS_SECRET_ACCESS_KEY: S3_ACCESS_KEY,
    FEAAS_TRUSTED_PROXIES: '127.0.0.1',
    FEAAS_DRAIN_SECONDS: '0',
    LOG_LEVEL: 'info',
    ...environment,
  };
  const runCommand = (...args: string[]) => runCli(t, folder, args, settings);
  const library = join(folder, 'demo');
  await mkdir(library);
  await writeFile(join(library, 'library.json'), '{"id":"demo","name":"Demo"}');
  for (let index = 0; index < components; index++) {
    await mkdir(join(library, `components/card-${index}`), { recursive: true });
    await writeFile(join(library, `components/card-${index}/responsive.html`), `<p>Card ${index}</p>`);
  }
  const imported = await runCommand('import', library);
  if (imported.code !== 0) throw new Error(imported.err);
  const token = await runCommand('token', 'create', 'cluster', '--role', 'publisher');
  if (token.code !== 0) throw new Error(token.err);
  const hosts: CliProcess[] = [];
  const urls: string[] = [];
  for (let index = 0; index < count; index++) {
    const data = join(folder, `host-${index}`);
    const host = spawnCli(t, folder, ['start', '--port', '0', '--data', data, '--site', library], settings);
    hosts.push(host);
    urls.push((await host.waitForOutput(/feaas-host is ready at (http:\/\/[\d.:]+)/))[1]!);
  }
  return {
    ...{ databaseUrl, urls, hosts, runCommand, publisherToken: token.out.trim() },
    async startNginx(behind) {
      const port = await freePort();
      const prefix = join(folder, `nginx-${port}`);
      await mkdir(prefix);
      await writeFile(join(prefix, 'nginx.conf'), nginxConfig(port, behind));
      // Without a master process, no worker survives the kill of its parent.
      const flags = ['-p', prefix, '-c', 'nginx.conf', '-e', 'stderr', '-g', 'master_process off; daemon off;'];
      trackProcess(t, spawn(NGINX!, flags, { stdio: ['ignore', 'pipe', 'pipe'] }));
      await waitUntil(() => isListening(port));
      return `http://127.0.0.1:${port}`;
    },
  };
}

/** The configuration for several hosts in docs/host.md. nginx does not retry writes: clients retry them with their idempotency keys. */
const nginxConfig = (port: number, urls: readonly string[]): string => `
pid nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  upstream feaas {
${urls.map((url) => `    server ${new URL(url).host} max_fails=1 fail_timeout=5s;`).join('\n')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://feaas;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_connect_timeout 2s;
      proxy_next_upstream error timeout http_502 http_503;
      proxy_read_timeout 1h;
      client_max_body_size 16m;
    }
  }
}
`;

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
