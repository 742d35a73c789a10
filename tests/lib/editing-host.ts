/** Runs the content host as `npm start` does, with a separate database, and with pages that a journey adds. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endWithTests } from '../../host/test/support/end-with-tests';
import { WWW } from './server';

const CLI = new URL('../../host/dist/cli.js', import.meta.url).pathname;

/** A token of the host. */
export interface HostToken {
  readonly id: string;
  readonly secret: string;
}

export interface EditingHost {
  readonly origin: string;
  /** A publisher token for all libraries. */
  readonly token: string;
  /** The code that signs the host's own pages in. */
  readonly code: string;
  /** The folder that the host serves. */
  readonly site: string;
  /** Writes a page that loads the kit. @param name the path of the page @param attributes of the body element */
  writePage(name: string, body: string, attributes?: string): Promise<void>;
  /** Creates a token with a role for all libraries. It stays valid when the host restarts. */
  createToken(role?: 'viewer' | 'editor' | 'publisher'): Promise<HostToken>;
  /** Rotates the key that signs sessions, and revokes the previous one, which ends its sessions. */
  rotateKeys(): Promise<void>;
  /** Imports a library from a folder. */
  importLibrary(folder: string): Promise<void>;
  /** Revokes a token. */
  revoke(token: HostToken): Promise<void>;
  /** Advances the clock of the host process, until the process ends. */
  advance(milliseconds: number): void;
  /** Kills the host process with SIGKILL. */
  kill(): Promise<void>;
  /** Restarts the host on the same port and data. Resolves when it is ready. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A module that the host process loads before the host: it shifts the clock by the received number of milliseconds. */
const CLOCK = `data:text/javascript,${encodeURIComponent(`
  const now = Date.now;
  let ahead = 0;
  Date.now = () => now() + ahead;
  process.on('message', (milliseconds) => (ahead += milliseconds));
  // Worker threads have no channel.
  process.channel?.unref();
`)}`;

export interface EditingHostOptions {
  /** A free port by default. */
  readonly port?: number;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a host with the demo library. */
export async function startEditingHost({ port = 0, env = {} }: EditingHostOptions = {}): Promise<EditingHost> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-journey-'));
  const site = join(folder, 'site');
  await cp(WWW, site, { recursive: true });
  const settings = ['--data', join(folder, 'data')];
  const cli = async (...args: string[]): Promise<{ stdout: string; stderr: string }> =>
    promisify(execFile)(process.execPath, [CLI, ...args, ...settings], { cwd: folder });
  const errors: string[] = [];
  let host: ChildProcess;
  let ended: Promise<void>;
  const run = async (port: string): Promise<[string, string, string]> => {
    const args = ['--import', CLOCK, CLI, 'start', '--port', port, ...settings, '--site', site];
    host = spawn(process.execPath, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, FEAAS_DEV: '1', ...env },
    });
    endWithTests(host);
    ended = new Promise<void>((resolve) => host.once('exit', () => resolve()));
    let output = '';
    return new Promise((resolve, reject) => {
      const onOutput = (text: Buffer): void => {
        output += String(text);
        const found = /ready at (\S+)\neditor token: (\S+)\n.*#code=(\S+)/.exec(output);
        if (found) resolve([found[1]!.replace(/\/$/, ''), found[2]!, found[3]!]);
      };
      host.stdout!.on('data', onOutput);
      host.stderr!.on('data', onOutput).on('data', (text: Buffer) => errors.push(String(text)));
      void ended.then(() => reject(new Error(`the host ended:\n${output}`)));
    });
  };
  const [origin, token, code] = await run(String(port));
  return {
    origin,
    token,
    code,
    site,
    writePage: (name, body, attributes = 'cdn="/cdn"') =>
      writeFile(
        join(site, name),
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Journey</title><link rel="icon" href="/favicon.svg">` +
          `<script type="module" src="/build/feaas.esm.js"></script></head><body ${attributes}><main>${body}</main></body></html>`,
      ),
    async createToken(role = 'publisher') {
      const { stdout, stderr } = await cli('token', 'create', 'journey', '--role', role);
      return { id: /^(\S+): .* This is the only time that you see it/m.exec(stderr)![1]!, secret: stdout.trim() };
    },
    async rotateKeys() {
      await cli('keys', 'rotate', '--revoke');
    },
    async importLibrary(from) {
      await cli('import', from);
    },
    async revoke({ id }) {
      await cli('token', 'revoke', id);
    },
    advance: (milliseconds) => void host.send(milliseconds),
    async kill() {
      host.kill('SIGKILL');
      await ended;
    },
    async start() {
      await run(new URL(origin).port);
    },
    async stop() {
      host.kill();
      await ended;
      // A page does not receive the details of an internal error: print the log.
      if (errors.length) console.error(`The log of the host:\n${errors.join('')}`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
