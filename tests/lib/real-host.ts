/** Starts the host as a separate process on a data folder. Tests can kill it and restart it on the same port. */
import type { TestContext } from 'node:test';
import { spawnCli, runCliInProcess, type CliProcess, makeTemporaryFolder } from '../../host/test/support/cli';
import { freePort } from '../../host/test/support/free-port';

export interface RealHost {
  readonly port: number;
  readonly url: string;
  /** The code that signs the host's own pages in. */
  readonly code: string;
  /** Creates a publisher token for all libraries. Resolves with its secret. */
  token(name: string): Promise<string>;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
  /** Starts the process again. Resolves when it is ready. */
  start(): Promise<void>;
}

const LIBRARIES = new URL('../../host/library/', import.meta.url).pathname;

/** Starts a host with the demo library `aurora`. */
export async function startRealHost(t: TestContext): Promise<RealHost> {
  const folder = await makeTemporaryFolder(t);
  const port = await freePort();
  let running: CliProcess | undefined;
  const host: RealHost = {
    port,
    url: `http://127.0.0.1:${port}`,
    get code() {
      return /#code=(\S+)/.exec(running!.output.out)![1]!;
    },
    async token(name) {
      const { out, err } = await runCliInProcess(folder, ['token', 'create', name, '--role', 'publisher']);
      const secret = /feaas_\S+/.exec(out)?.[0];
      if (!secret) throw new Error(`no token: ${out}${err}`);
      return secret;
    },
    async kill() {
      running?.process.kill('SIGKILL');
      await running?.exited;
    },
    async start() {
      running = spawnCli(t, folder, ['start', '--port', String(port), '--library', LIBRARIES], { LOG_LEVEL: 'silent' });
      await running.waitForOutput(/#code=\S+\n/);
    },
  };
  await host.start();
  return host;
}
