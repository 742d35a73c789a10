/** Registers cleanup steps of a test. */
import type { ChildProcess } from 'node:child_process';
import type { TestContext } from 'node:test';

const steps = new WeakMap<TestContext, (() => unknown)[]>();

/**
 * Registers a cleanup step that runs when the test ends. Unlike `t.after`, the last registered step runs first, so that a
 * process or database ends before its folder is removed. And each step runs even if another one has failed: a process that
 * is still running would keep the test file from ending.
 */
export function cleanUp(t: TestContext, step: () => unknown): void {
  const before = steps.get(t);
  if (before) {
    before.push(step);
    return;
  }
  const all = [step];
  steps.set(t, all);
  t.after(async () => {
    const errors: unknown[] = [];
    for (let next = all.pop(); next !== undefined; next = all.pop()) {
      try {
        await next();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 1) throw new AggregateError(errors, `${errors.length} steps at the end of the test failed`);
    if (errors.length === 1) throw errors[0];
  });
}

/** Kills a child process when the test ends, and waits for its exit: a running process could still write into its folder. */
export function killAfterTest(t: TestContext, child: ChildProcess): void {
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve());
    if (child.exitCode !== null || child.signalCode !== null) resolve();
  });
  cleanUp(t, () => {
    child.kill('SIGKILL');
    return ended;
  });
}
