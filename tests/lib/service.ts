/** Runs programs during a test: hosts, sites, development servers. Each is stopped together with its child processes. */
import { spawn } from 'node:child_process';
import { endWithTests } from '../../host/test/support/end-with-tests';

export interface ServiceOptions {
  /** The name for messages, such as `next: npm start`. */
  readonly name: string;
  readonly cwd: string;
  /** The complete environment. */
  readonly env: NodeJS.ProcessEnv;
}

export interface Service {
  /** Returns the output so far, without colors. */
  output(): string;
  /** Resolves with the match when the output matches. @throws Error with the output, if the program has ended or after `timeout` ms */
  waitForOutput(pattern: RegExp, timeout?: number): Promise<RegExpExecArray>;
  /** Resolves when the URL responds with a success status. @throws Error like {@link waitForOutput} */
  waitForResponse(url: string, timeout?: number): Promise<void>;
  /** Stops the program and its child processes. Resolves when it has ended. */
  stop(): Promise<void>;
}

/** Timeout of the start in milliseconds, long enough for slow machines. */
const START_TIMEOUT = 180_000;
/** Milliseconds between SIGTERM and SIGKILL. */
const STOP_TIMEOUT = 20_000;

// eslint-disable-next-line no-control-regex -- colors
const COLOR = /\u001b\[[\d;]*m/g;

export function startService(command: string, args: readonly string[], { name, cwd, env }: ServiceOptions): Service {
  // A separate process group: killing only a shell or npm would leave its child processes running.
  const child = spawn(command, [...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  endWithTests(child, { isGroup: true });
  let output = '';
  let isOver = false;
  const listeners = new Set<() => void>();
  const changed = (): void => listeners.forEach((listener) => listener());
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text.replace(COLOR, '');
      changed();
    });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', (error) => {
      output += `\n${error.message}`;
      resolve();
    });
  }).then(() => {
    isOver = true;
    changed();
  });
  const signal = (kind: NodeJS.Signals): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, kind);
    } catch (error) {
      // The whole group has ended.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };

  return {
    output: () => output,
    waitForOutput: (pattern, timeout = START_TIMEOUT) =>
      new Promise((resolve, reject) => {
        const end = (work: () => void): void => {
          listeners.delete(check);
          clearTimeout(timer);
          work();
        };
        const fail = (reason: string): void =>
          end(() => reject(new Error(`${name} ${reason} before it printed ${pattern}:\n${output}`)));
        const check = (): void => {
          const match = pattern.exec(output);
          if (match) end(() => resolve(match));
          else if (isOver) fail('ended');
        };
        const timer = setTimeout(() => fail(`took ${timeout / 1000} s`), timeout);
        listeners.add(check);
        check();
      }),
    async waitForResponse(url, timeout = START_TIMEOUT) {
      const until = Date.now() + timeout;
      for (;;) {
        const response = await fetch(url, { signal: AbortSignal.timeout(60_000) }).catch(() => undefined);
        await response?.body?.cancel();
        if (response?.ok) return;
        const reason = isOver ? 'ended' : Date.now() > until ? `took ${timeout / 1000} s` : undefined;
        if (reason) throw new Error(`${name} ${reason} before ${url} answered:\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    async stop() {
      if (!isOver) signal('SIGTERM');
      const timer = setTimeout(() => signal('SIGKILL'), STOP_TIMEOUT);
      await ended;
      clearTimeout(timer);
      // A child process can have closed its output and still be running.
      signal('SIGKILL');
    },
  };
}
