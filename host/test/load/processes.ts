/** The child processes of a load test; all of them are killed when it exits. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const LATENCY_MONITOR = fileURLToPath(new URL('latency-monitor.ts', import.meta.url));
const BASELINES = fileURLToPath(new URL('baselines.ts', import.meta.url));

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

function killOnExit<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

export interface LoadHost {
  readonly url: string;
  readonly pid: number;
  /** Stops the host like an operator, with SIGTERM. */
  stop(): Promise<void>;
}

/** Starts the built host as in production, but without a log line for each request. */
export async function startHost(data: string, environment: Readonly<Record<string, string>>): Promise<LoadHost> {
  const child = killOnExit(
    spawn(process.execPath, [CLI, 'start'], {
      env: { ...process.env, FEAAS_DATA: data, PORT: '0', LOG_LEVEL: 'warn', FEAAS_DEV: '1', ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => {
      output += part.toString();
      const ready = /feaas-host is ready at (\S+)/.exec(output);
      if (ready) resolve(ready[1]!);
    });
    child.once('exit', (code) => reject(new Error(`the host ended with ${code}: ${output}`)));
  });
  return {
    url,
    pid: child.pid!,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Runs a command of the host, and returns its output. */
export async function runHostCommand(data: string, ...args: string[]): Promise<string> {
  const child = killOnExit(
    spawn(process.execPath, [CLI, ...args], {
      env: { ...process.env, FEAAS_DATA: data },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  let output = '';
  child.stdout.on('data', (part: Buffer) => (output += part.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`feaas-host ${args.join(' ')} ended with ${code}: ${output}`);
  return output;
}

/** Starts a baseline of the host. NODE_ENV disables the development checks of GraphQL.js, which the built host does not run either. */
export async function startBaseline(...args: string[]): Promise<{ url: string }> {
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = killOnExit(fork(BASELINES, args, { execArgv: ['--import', 'tsx'], env }));
  const [message] = (await once(child, 'message')) as [{ url: string }];
  return message;
}

export interface LatencyMonitor {
  /** Returns the milliseconds of each request of the monitor while the work runs. */
  measureDuring<Result>(work: () => Promise<Result>): Promise<{ milliseconds: number[]; result: Result }>;
  stop(): void;
}

export async function startLatencyMonitor(url: string, path: string): Promise<LatencyMonitor> {
  const child = killOnExit(fork(LATENCY_MONITOR, [url, path], { execArgv: ['--import', 'tsx'] }));
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the latency monitor ended with ${code}`);
  });
  failed.catch(() => {});
  const message = async (): Promise<unknown> =>
    ((await Promise.race([once(child, 'message'), failed])) as unknown[])[0];
  await message();
  return {
    async measureDuring(work) {
      const begun = message();
      child.send('begin');
      await begun;
      const result = await work();
      const answered = message();
      child.send('end');
      return { milliseconds: (await answered) as number[], result };
    },
    stop: () => void child.kill(),
  };
}
