/** The host as people start it: a process of its own on a folder, which tests kill and start again on its port. */
import type { TestContext } from 'node:test';
import { feaas, runHere, type Running, temporary } from '../../host/test/support/cli';
import { freePort } from '../../host/test/support/free-port';

export interface RealHost {
  readonly port: number;
  readonly url: string;
  /** What signs its own pages in. */
  readonly code: string;
  /** The secret of a new token for every library. */
  token(name: string): Promise<string>;
  /** Ends without warning, in the middle of whatever it does. */
  kill(): Promise<void>;
  /** Resolves when it is ready again. */
  start(): Promise<void>;
}

const LIBRARIES = new URL('../../host/library/', import.meta.url).pathname;

/** Starts a host with the demo library `aurora`. */
export async function startRealHost(t: TestContext): Promise<RealHost> {
  const folder = await temporary(t);
  const port = await freePort();
  let running: Running | undefined;
  const host: RealHost = {
    port,
    url: `http://127.0.0.1:${port}`,
    get code() {
      return /#code=(\S+)/.exec(running!.output.out)![1]!;
    },
    async token(name) {
      const { out, err } = await runHere(folder, ['token', 'create', name, '--role', 'publisher']);
      const secret = /feaas_\S+/.exec(out)?.[0];
      if (!secret) throw new Error(`no token: ${out}${err}`);
      return secret;
    },
    async kill() {
      running?.process.kill('SIGKILL');
      await running?.ended;
    },
    async start() {
      running = feaas(t, folder, ['start', '--port', String(port), '--library', LIBRARIES], { LOG_LEVEL: 'silent' });
      await running.says(/#code=\S+\n/);
    },
  };
  await host.start();
  return host;
}
