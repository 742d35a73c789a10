/** The processes that a load test needs beside its own; all of them end with it. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { CrowdOptions, CrowdReport } from './crowd.js';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const CROWD = fileURLToPath(new URL('crowd.ts', import.meta.url));
const YARDSTICKS = fileURLToPath(new URL('yardsticks.ts', import.meta.url));

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

function own<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

export interface Host {
  readonly url: string;
  readonly pid: number;
  /** Lets it end as an operator would. */
  stop(): Promise<void>;
}

/** The built host as an operator runs it, but for logging each request. */
export async function startHost(data: string, environment: Readonly<Record<string, string>>): Promise<Host> {
  const child = own(
    spawn(process.execPath, [CLI, 'start'], {
      env: { ...process.env, FEAAS_DATA: data, PORT: '0', LOG_LEVEL: 'warn', FEAAS_DEV: '1', ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => {
      said += part.toString();
      const ready = /feaas-host is ready at (\S+)/.exec(said);
      if (ready) resolve(ready[1]!);
    });
    child.once('exit', (code) => reject(new Error(`the host ended with ${code}: ${said}`)));
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

/** A command of the host; what it printed. */
export async function runHost(data: string, ...args: string[]): Promise<string> {
  const child = own(
    spawn(process.execPath, [CLI, ...args], {
      env: { ...process.env, FEAAS_DATA: data },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  let said = '';
  child.stdout.on('data', (part: Buffer) => (said += part.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`feaas-host ${args.join(' ')} ended with ${code}: ${said}`);
  return said;
}

export async function startYardstick(...args: string[]): Promise<{ url: string }> {
  const child = own(fork(YARDSTICKS, args, { execArgv: ['--import', 'tsx'] }));
  const [message] = (await once(child, 'message')) as [{ url: string }];
  return message;
}

export interface Crowd {
  /** Lets them save; what they saw once they have ended. */
  run(): Promise<CrowdReport>;
}

/** Many editors, once all are subscribed. They yield to the host: elsewhere they have machines of their own. */
export async function startCrowd(options: CrowdOptions): Promise<Crowd> {
  const child = own(fork(CROWD, [JSON.stringify(options)], { execArgv: ['--import', 'tsx'] }));
  setPriority(child.pid!, 10);
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the editors ended with ${code}`);
  });
  failed.catch(() => {});
  await Promise.race([once(child, 'message'), failed]);
  return {
    async run() {
      const ended = once(child, 'message');
      child.send('run');
      const [report] = (await Promise.race([ended, failed])) as [CrowdReport];
      return report;
    },
  };
}
