/** The processes that a load test needs beside its own; all of them end with it. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const BYSTANDER = fileURLToPath(new URL('bystander.ts', import.meta.url));
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

/** What the host is compared with. It checks no more than the built host does: GraphQL.js asks the environment whether it is in production. */
export async function startYardstick(...args: string[]): Promise<{ url: string }> {
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = own(fork(YARDSTICKS, args, { execArgv: ['--import', 'tsx'], env }));
  const [message] = (await once(child, 'message')) as [{ url: string }];
  return message;
}

export interface Bystander {
  /** The milliseconds of each of its requests while the work goes on. */
  during<Result>(work: () => Promise<Result>): Promise<{ milliseconds: number[]; result: Result }>;
  stop(): void;
}

export async function startBystander(url: string, path: string): Promise<Bystander> {
  const child = own(fork(BYSTANDER, [url, path], { execArgv: ['--import', 'tsx'] }));
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the bystander ended with ${code}`);
  });
  failed.catch(() => {});
  const message = async (): Promise<unknown> =>
    ((await Promise.race([once(child, 'message'), failed])) as unknown[])[0];
  await message();
  return {
    async during(work) {
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
