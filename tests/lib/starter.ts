/** Creates sites as `npm create feaas` does: from packed tarballs, in a separate folder, on free ports. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../host/test/support/free-port';
import { packFolders } from '../../scripts/pack';
import { startService, type Service } from './service';

const execute = promisify(execFile);

/** Folders of the packages to pack. */
const SOURCES = ['.', 'react-wrapper', 'host', 'create-feaas'];

/** The environment of the sites, without settings of the test run. */
const ENVIRONMENT: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(FEAAS_|AZURE_|npm_)|^(PORT|HOST|DATABASE_URL|NODE_ENV|NODE_OPTIONS)$/.test(name),
    ),
  ),
  // Disable prompts and telemetry of the frameworks.
  ...{
    CI: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
    NG_CLI_ANALYTICS: 'false',
  },
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
};

export interface Tarballs {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Packs the kit's packages and `create-feaas`. */
export async function packAll(): Promise<Tarballs> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-tarballs-'));
  await packFolders(folder, SOURCES);
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

export interface Step {
  /** The command as a user would type it. */
  readonly command: string;
  readonly seconds: number;
}

export interface Starter {
  readonly folder: string;
  readonly origin: string;
  readonly hostPort: number;
  /** The commands that have ended so far. */
  readonly steps: Step[];
  run(command: string): Promise<string>;
  start(command: string, environment?: Record<string, string>): Service;
  remove(): Promise<void>;
}

const NAME = 'my-site';

/** Creates a site from a template, as `npm create feaas` does, and installs its packages. */
export async function createStarter(template: string, tarballs: Tarballs): Promise<Starter> {
  const home = await mkdtemp(join(tmpdir(), `feaas-starter-${template}-`));
  const folder = join(home, NAME);
  const [port, hostPort] = [await freePort(), await freePort()];
  const steps: Step[] = [];
  const services: Service[] = [];
  const runIn = async (cwd: string, command: string, shown = command): Promise<string> => {
    const begun = Date.now();
    const { stdout, stderr } = await execute('sh', ['-c', command], {
      cwd,
      env: ENVIRONMENT,
      maxBuffer: 2 ** 26,
    }).catch((error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(`${template}: ${shown} failed.\n${error.stdout ?? ''}\n${error.stderr ?? error.message}`);
    });
    steps.push({ command: shown, seconds: (Date.now() - begun) / 1000 });
    return stdout + stderr;
  };
  const remove = async (): Promise<void> => {
    for (const service of services) await service.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await runIn(
      home,
      `npx --yes --package ${tarballs.folder}/create-feaas-*.tgz create-feaas ${NAME} --template ${template} ` +
        `--packages ${tarballs.folder} --port ${port} --host-port ${hostPort}`,
      `npm create feaas@latest ${NAME} -- --template ${template}`,
    );
    await runIn(folder, 'npm install');
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    ...{ folder, hostPort, steps, remove },
    origin: `http://localhost:${port}`,
    run: (command) => runIn(folder, command),
    start(command, environment = {}) {
      const service = startService('sh', ['-c', command], {
        name: `${template}: ${command}`,
        cwd: folder,
        env: { ...ENVIRONMENT, ...environment },
      });
      services.push(service);
      return service;
    },
  };
}
