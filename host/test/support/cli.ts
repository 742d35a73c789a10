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
import { cleanUp, killAtEnd } from '../../../tests/lib/clean-up.js';

const fileOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Node's arguments for the command line: as it is built, which starts in a third of the time, or its source if that is newer. */
export const CLI = isHostBuilt()
  ? [fileOf('dist/cli.js')]
  : ['--import', import.meta.resolve('tsx'), fileOf('src/cli.ts')];

export interface Running {
  readonly process: ChildProcess;
  readonly output: { out: string; err: string };
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
  /** Resolves with the URL once the host says that it is ready. */
  ready(): Promise<string>;
  /** Resolves with the match once the output so far matches. */
  says(pattern: RegExp, stream?: 'out' | 'err'): Promise<RegExpExecArray>;
}

/** Settings that no test inherits. */
export const CLEAN = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) =>
      /^(FEAAS_|AZURE_|AWS_)|^(PORT|HOST|DATABASE_URL|DATABASE_REPLICA_URL|REDIS_URL|NODE_ENV|LOG_LEVEL)$/.test(name),
    )
    .map((name) => [name, undefined]),
);

export async function temporary(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-cli-'));
  cleanUp(t, () => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The real command line in a process of its own, in a folder; what it prints goes to a device, if there is one. */
export function feaas(
  t: TestContext,
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  device?: string,
): Running {
  const child = spawn(process.execPath, [...CLI, ...args], {
    cwd: folder,
    stdio: ['pipe', device === undefined ? 'pipe' : openSync(device, 'w'), 'pipe'],
    // As `npm start` has it: most tests want a host that prints its address for people. FEAAS_ENV turns it off.
    env: {
      ...process.env,
      ...CLEAN,
      ...(environment['FEAAS_ENV'] || args.includes('--env') ? {} : { FEAAS_DEV: '1' }),
      ...environment,
    },
  });
  return watched(t, child);
}

/** A process of the host: what it says is kept, and it ends with the test. */
export function watched(t: TestContext, child: ChildProcess): Running {
  endWithTests(child);
  killAtEnd(t, child);
  const output = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  const ended = new Promise<number | string | null>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal)),
  );
  child.stdout?.setMaxListeners(0);
  child.stderr!.setMaxListeners(0);
  const says = async (pattern: RegExp, stream: 'out' | 'err' = 'out'): Promise<RegExpExecArray> => {
    let timeout: NodeJS.Timeout | undefined;
    const failed = (why: string): Error =>
      new Error(`${why} before it said ${pattern}. It said:\n${output.out}\n${output.err}`);
    const seen = new Promise<RegExpExecArray>((resolve, reject) => {
      const look = (): void => {
        const match = pattern.exec(output[stream]);
        if (match) resolve(match);
      };
      child[stream === 'out' ? 'stdout' : 'stderr']!.on('data', look);
      look();
      void ended.then((code) => reject(failed(`ended with ${code}`)));
      // A test that fails should say so.
      timeout = setTimeout(() => reject(failed('a minute went by')), 60_000);
    });
    return seen.finally(() => clearTimeout(timeout));
  };
  return { process: child, output, ended, says, ready: async () => (await says(/ready at (\S+)\n/))[1]! };
}

interface Ended {
  readonly code: number | string | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command to its end, in a process of its own. */
export async function run(
  t: TestContext,
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const running = feaas(t, folder, args, environment);
  const code = await running.ended;
  return { code, ...running.output };
}

/** The same in this process, which is quicker. */
export async function runHere(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const out = new PassThrough();
  const err = new PassThrough();
  const texts = Promise.all([text(out), text(err)]);
  const code = await runCommand(args, environment, folder, { out, err });
  out.end();
  err.end();
  const [outText, errText] = await texts;
  return { code, out: outText, err: errText };
}

/** Runs commands in a folder of its own, where the library `library/demo` with one published component is imported. */
export async function importDemo(t: TestContext): Promise<(...args: string[]) => Promise<Ended>> {
  const folder = await temporary(t);
  const hero = join(folder, 'library/demo/components/hero');
  await mkdir(hero, { recursive: true });
  await writeFile(join(folder, 'library/demo/library.json'), '{"id":"demo","name":"Demo"}');
  await writeFile(join(hero, 'responsive.html'), '<p>1</p>');
  const run = (...args: string[]): Promise<Ended> => runHere(folder, args);
  const { code, err } = await run('import', 'library/demo');
  if (code !== 0) throw new Error(err);
  return run;
}
