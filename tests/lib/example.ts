/** Starts an example with its own command, on free ports, with a host that has its own data folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagesIn } from '../../scripts/folders';
import { freePort } from '../../host/test/support/free-port';
import { startService } from './service';

const ROOT = new URL('../../', import.meta.url).pathname;

export interface Example {
  /** Origin of the site. */
  readonly origin: string;
  readonly host: string;
  /** Token of a publisher. */
  readonly token: string;
  /** Returns what the process has printed. */
  readonly output: () => string;
  stop(): Promise<void>;
}

/** Runs `npm start` of an example. Resolves when its site responds. */
export async function startExample(name: string, environment: Record<string, string> = {}): Promise<Example> {
  if (name === 'next') packagesIn('examples/next');
  const data = await mkdtemp(join(tmpdir(), 'feaas-example-'));
  const port = await freePort();
  const site = startService('npm', ['start'], {
    name: `npm start of ${name}`,
    cwd: `${ROOT}examples/${name}`,
    env: { ...process.env, PORT: String(port), HOST_PORT: '0', FEAAS_DATA: data, ...environment },
  });
  const stop = async (): Promise<void> => {
    await site.stop();
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const origin = `http://127.0.0.1:${port}`;
    const [, host, token] = await site.waitForOutput(/ready at (\S+?)\/?\s+editor token: (\S+)/);
    await site.waitForResponse(origin);
    return { origin, host: host!, token: token!, output: site.output, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
