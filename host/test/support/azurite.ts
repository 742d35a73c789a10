import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { packagesIn } from '../../../scripts/folders';
import { endWithTests } from './end-with-tests';

/** The emulator's own, published account and key. */
const ACCOUNT = 'devstoreaccount1';
const KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

/** What it needs to understand the client; compose.azurite.yaml gives it the same. */
export const AZURITE_OPTIONS = ['--disableTelemetry', '--skipApiVersionCheck'];

export interface Azurite {
  /** Of the account; a blob is at `{url}/{container}/{key}`. */
  readonly url: string;
  readonly connectionString: string;
}

/** Microsoft's emulator of Azure Storage, in memory, on a free port, ended with the tests of the file. */
export async function startAzurite(): Promise<Azurite> {
  const require = createRequire(join(packagesIn('host/test/services'), 'package.json'));
  const main = join(dirname(require.resolve('azurite/package.json')), 'dist/src/blob/main.js');
  const options = ['--inMemoryPersistence', '--blobPort', '0', ...AZURITE_OPTIONS];
  const child = spawn(process.execPath, [main, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  endWithTests(child);
  after(() => child.kill());
  for await (const line of createInterface({ input: child.stdout })) {
    const origin = /successfully listens on (http:\S+)/.exec(line)?.[1];
    if (!origin) continue;
    child.stdout.resume();
    const url = `${origin}/${ACCOUNT}`;
    return {
      url,
      connectionString: `DefaultEndpointsProtocol=http;AccountName=${ACCOUNT};AccountKey=${KEY};BlobEndpoint=${url};`,
    };
  }
  throw new Error('azurite ended before it listened');
}
