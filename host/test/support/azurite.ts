import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { packagesIn } from '../../../scripts/folders';
import { endWithTests } from './end-with-tests';

/** The published account and key of the emulator. */
const ACCOUNT = 'devstoreaccount1';
const KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

/** Options that the client requires; compose.azurite.yaml has the same. */
export const AZURITE_OPTIONS = ['--disableTelemetry', '--skipApiVersionCheck'];

export interface Azurite {
  /** The URL of the account; a blob is at `{url}/{container}/{key}`. */
  readonly url: string;
  readonly connectionString: string;
}

/** Starts Microsoft's emulator of Azure Storage, in memory, on a free port; it is killed after the tests of the file. */
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
