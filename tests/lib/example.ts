/** Examples as people start them: by their one command, on free ports, with a host whose data is their own. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagesIn } from '../../scripts/folders';
import { freePort } from '../../host/test/support/free-port';

const ROOT = new URL('../../', import.meta.url).pathname;

export interface Example {
  /** The site's. */
  readonly origin: string;
  readonly host: string;
  /** Of somebody who may publish. */
  readonly token: string;
  /** What it said. */
  readonly said: () => string;
  stop(): Promise<void>;
}

/** `npm start` of an example; resolves when its site answers. */
export async function startExample(name: string, environment: Record<string, string> = {}): Promise<Example> {
  if (name === 'next') packagesIn('examples/next');
  const data = await mkdtemp(join(tmpdir(), 'feaas-example-'));
  const port = await freePort();
  const child = spawn('npm', ['start'], {
    cwd: `${ROOT}examples/${name}`,
    env: { ...process.env, PORT: String(port), HOST_PORT: '0', FEAAS_DATA: data, ...environment },
    // A group of its own, which ends as one.
    detached: true,
  });
  let said = '';
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGTERM');
    await ended;
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  };
  let over = false;
  void ended.then(() => (over = true));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  const origin = `http://127.0.0.1:${port}`;
  for (;;) {
    const answer = await fetch(origin, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
    const [, host, token] = /ready at (\S+?)\/?\s+editor token: (\S+)/.exec(said) ?? [];
    if (answer?.ok && host && token) return { origin, host, token, said: () => said, stop };
    if (over) throw new Error(`npm start of ${name} ended:\n${said}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
