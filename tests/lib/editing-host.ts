/** The content host as `npm start` runs it, on a database of its own, with pages that a journey adds. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endWithTests } from '../../host/test/support/end-with-tests';
import { WWW } from './server';

const CLI = new URL('../../host/dist/cli.js', import.meta.url).pathname;

/** A token that the host knows. */
export interface HostToken {
  readonly id: string;
  readonly secret: string;
}

export interface EditingHost {
  readonly origin: string;
  /** Token of a publisher of every library. */
  readonly token: string;
  /** What signs its own pages in. */
  readonly code: string;
  /** Folder that the host serves. */
  readonly site: string;
  /** Writes a page that loads the kit: its path, and what its body holds. */
  writePage(name: string, body: string, attributes?: string): Promise<void>;
  /** A token of a role for every library, which is good after a start of the host, too. */
  createToken(role?: 'viewer' | 'editor' | 'publisher'): Promise<HostToken>;
  /** Signs sessions with another key; those of the last one end. */
  rotateKeys(): Promise<void>;
  /** Imports a folder of a library's files. */
  importLibrary(folder: string): Promise<void>;
  /** From now on the host refuses it. */
  revoke(token: HostToken): Promise<void>;
  /** Moves the clock of its process forward, until it ends. */
  advance(milliseconds: number): void;
  /** Ends it without warning, in the middle of whatever it does. */
  kill(): Promise<void>;
  /** Starts it again, where it was and with what it had; resolves when it is ready. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Loaded into the host's process before the host: what another machine's clock would show. */
const CLOCK = `data:text/javascript,${encodeURIComponent(`
  const now = Date.now;
  let ahead = 0;
  Date.now = () => now() + ahead;
  process.on('message', (milliseconds) => (ahead += milliseconds));
  // Its threads have none.
  process.channel?.unref();
`)}`;

export interface EditingHostOptions {
  /** A free one by default. */
  readonly port?: number;
  /** Settings beside its own. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts it with the demo library. */
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
    let said = '';
    return new Promise((resolve, reject) => {
      const hear = (text: Buffer): void => {
        said += String(text);
        const found = /ready at (\S+)\neditor token: (\S+)\n.*#code=(\S+)/.exec(said);
        if (found) resolve([found[1]!.replace(/\/$/, ''), found[2]!, found[3]!]);
      };
      host.stdout!.on('data', hear);
      host.stderr!.on('data', hear).on('data', (text: Buffer) => errors.push(String(text)));
      void ended.then(() => reject(new Error(`the host ended:\n${said}`)));
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
      // A page is told of an internal error only that there was one.
      if (errors.length) console.error(`The log of the host:\n${errors.join('')}`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
