/** Cleanup steps: an error of one step must not leave a process running, since that would keep the test file from ending. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import test, { type TestContext } from 'node:test';
import { cleanUp, killAfterTest } from '../lib/clean-up';

/** A test context with only `after`, and a function that runs the end of the test. */
function newTest(): { t: TestContext; end: () => Promise<void> } {
  const hooks: (() => unknown)[] = [];
  const t = { after: (hook: () => unknown) => void hooks.push(hook) } as unknown as TestContext;
  return {
    t,
    // Like the test runner: in order, and without the hooks after a failed one.
    end: async () => {
      for (const hook of hooks) await hook();
    },
  };
}

test('the last registered step runs first, and each step waits for the previous one', async () => {
  const { t, end } = newTest();
  const ran: string[] = [];
  cleanUp(t, () => ran.push('folder'));
  cleanUp(t, async () => {
    await Promise.resolve();
    ran.push('database');
  });
  cleanUp(t, () => {
    ran.push('host');
    cleanUp(t, () => ran.push('what the host left'));
  });
  await end();
  assert.deepEqual(ran, ['host', 'what the host left', 'database', 'folder']);
});

test('each step runs also after others have failed, and every error is reported', async () => {
  const { t, end } = newTest();
  let isClosed = false;
  cleanUp(t, () => (isClosed = true));
  const first = new Error('the folder is not empty');
  cleanUp(t, () => Promise.reject(first));
  await assert.rejects(end(), first);
  assert.equal(isClosed, true);

  const other = newTest();
  const second = new Error('the port is taken');
  cleanUp(other.t, () => Promise.reject(first));
  cleanUp(other.t, () => {
    throw second;
  });
  await assert.rejects(other.end(), { errors: [second, first] });
});

test('a child process has ended when the next step runs', async () => {
  const { t, end } = newTest();
  const child = spawn('sleep', ['1000']);
  let signal: NodeJS.Signals | null = null;
  cleanUp(t, () => (signal = child.signalCode));
  killAfterTest(t, child);
  await end();
  assert.equal(signal, 'SIGKILL');
});

test('a child process that has ended or that never started delays nothing', async () => {
  const { t, end } = newTest();
  const ended = spawn('true');
  await EventEmitter.once(ended, 'exit');
  killAfterTest(t, ended);
  killAfterTest(t, spawn('/no/such/program'));
  await end();
});
