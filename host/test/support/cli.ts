import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isHostBuilt } from '../../../scripts/host-built.js';
import { run as runCommand } from '../../src/cli/run.js';
import { endWithTests } from './end-with-tests.js';
import { cleanUp, killAfterTest } from '../../../tests/lib/clean-up.js';

const pathOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Node's arguments for the CLI: the build, which starts in a third of the time, or the source if that is newer. */
export const CLI_ARGUMENTS = isHostBuilt()
  ? [pathOf('dist/cli.js')]
  : ['--import', import.meta.resolve('tsx'), pathOf('src/cli.ts')];

export interface CliProcess {
  readonly process: ChildProcess;
  readonly output: { out: string; err: string };
  /** The exit code, or the signal that ended the process. */
  readonly exited: Promise<number | string | null>;
  /** Resolves with the URL once the host prints that it is ready. */
  waitUntilReady(): Promise<string>;
  /** Resolves with the match once the output matches. Rejects after the exit, or after a minute. */
  waitForOutput(pattern: RegExp, stream?: 'out' | 'err'): Promise<RegExpExecArray>;
}

/** Settings of the environment that tests must not inherit, as undefined. */
export const UNSET_ENVIRONMENT = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) =>
      /^(FEAAS_|AZURE_|AWS_)|^(PORT|HOST|DATABASE_URL|DATABASE_REPLICA_URL|REDIS_URL|NODE_ENV|LOG_LEVEL)$/.test(name),
    )
    .map((name) => [name, undefined]),
);

export async function makeTemporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-cli-'));
  cleanUp(t, () => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the CLI in its own process, in a folder. With a device, its output goes there. */
export function spawnCli(
  t: TestContext,
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  device?: string,
): CliProcess {
  const child = spawn(process.execPath, [...CLI_ARGUMENTS, ...args], {
    cwd: folder,
    stdio: ['pipe', device === undefined ? 'pipe' : openSync(device, 'w'), 'pipe'],
    // As in `npm start`: most tests need a host that prints its address as text. FEAAS_ENV disables that.
    env: {
      ...process.env,
      ...UNSET_ENVIRONMENT,
      ...(environment['FEAAS_ENV'] || args.includes('--env') ? {} : { FEAAS_DEV: '1' }),
      ...environment,
    },
  });
  return trackProcess(t, child);
}

/** Records the output of a host process, and kills the process after the test. */
export function trackProcess(t: TestContext, child: ChildProcess): CliProcess {
  endWithTests(child);
  killAfterTest(t, child);
  const output = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  const exited = new Promise<number | string | null>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal)),
  );
  child.stdout?.setMaxListeners(0);
  child.stderr!.setMaxListeners(0);
  const waitForOutput = async (pattern: RegExp, stream: 'out' | 'err' = 'out'): Promise<RegExpExecArray> => {
    let timeout: NodeJS.Timeout | undefined;
    const failure = (why: string): Error =>
      new Error(`${why} before it said ${pattern}. It said:\n${output.out}\n${output.err}`);
    const seen = new Promise<RegExpExecArray>((resolve, reject) => {
      const check = (): void => {
        const match = pattern.exec(output[stream]);
        if (match) resolve(match);
      };
      child[stream === 'out' ? 'stdout' : 'stderr']!.on('data', check);
      check();
      void exited.then((code) => reject(failure(`ended with ${code}`)));
      // A failing test reports the reason instead of the timeout of the runner.
      timeout = setTimeout(() => reject(failure('a minute went by')), 60_000);
    });
    return seen.finally(() => clearTimeout(timeout));
  };
  return {
    process: child,
    output,
    exited,
    waitForOutput,
    waitUntilReady: async () => (await waitForOutput(/ready at (\S+)\n/))[1]!,
  };
}

interface CliResult {
  readonly code: number | string | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command to its end, in its own process. */
export async function runCli(
  t: TestContext,
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CliResult> {
  const running = spawnCli(t, folder, args, environment);
  const code = await running.exited;
  return { code, ...running.output };
}

/** Runs a command in this process, which is faster. */
export async function runCliInProcess(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CliResult> {
  const out = new PassThrough();
  const err = new PassThrough();
  const texts = Promise.all([text(out), text(err)]);
  const code = await runCommand(args, environment, folder, { out, err });
  out.end();
  err.end();
  const [outText, errText] = await texts;
  return { code, out: outText, err: errText };
}

/** Imports the library `library/demo`, with one published component, in a new folder. Returns a function that runs commands there. */
export async function importDemoLibrary(t: TestContext): Promise<(...args: string[]) => Promise<CliResult>> {
  const folder = await makeTemporaryFolder(t);
  const hero = join(folder, 'library/demo/components/hero');
  await mkdir(hero, { recursive: true });
  await writeFile(join(folder, 'library/demo/library.json'), '{"id":"demo","name":"Demo"}');
  await writeFile(join(hero, 'responsive.html'), '<p>1</p>');
  const run = (...args: string[]): Promise<CliResult> => runCliInProcess(folder, args);
  const { code, err } = await run('import', 'library/demo');
  if (code !== 0) throw new Error(err);
  return run;
}
