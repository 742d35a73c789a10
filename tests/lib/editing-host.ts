/** The content host as `npm start` runs it, on a database of its own, with pages that a journey adds. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WWW } from './server';

const ROOT = new URL('../../', import.meta.url).pathname;

export interface EditingHost {
  readonly origin: string;
  /** Token of a publisher of every library. */
  readonly token: string;
  /** Folder that the host serves. */
  readonly site: string;
  /** Writes a page that loads the kit: its path, and what its body holds. */
  page(name: string, body: string, attributes?: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it with the demo library, on a free port. */
export async function startEditingHost(): Promise<EditingHost> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-journey-'));
  const site = join(folder, 'site');
  await cp(WWW, site, { recursive: true });
  const host: ChildProcess = spawn(
    process.execPath,
    [`${ROOT}host/dist/cli.js`, 'start', '--port', '0', '--data', join(folder, 'data'), '--site', site],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => host.once('exit', () => resolve()));
  let said = '';
  const [origin, token] = await new Promise<[string, string]>((resolve, reject) => {
    const hear = (text: Buffer): void => {
      said += String(text);
      const found = /ready at (\S+)\neditor token: (\S+)/.exec(said);
      if (found) resolve([found[1]!.replace(/\/$/, ''), found[2]!]);
    };
    host.stdout!.on('data', hear);
    host.stderr!.on('data', hear);
    void ended.then(() => reject(new Error(`the host ended:\n${said}`)));
  });
  return {
    origin,
    token,
    site,
    page: (name, body, attributes = 'cdn="/cdn"') =>
      writeFile(
        join(site, name),
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Journey</title><link rel="icon" href="/favicon.svg">` +
          `<script type="module" src="/build/feaas.esm.js"></script></head><body ${attributes}><main>${body}</main></body></html>`,
      ),
    async stop() {
      host.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
