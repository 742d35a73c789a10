/** Processes of tests also end when the runner ends a test file, for example after its time limit. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { killAll, type MarkedProcess, markedProcesses } from '../lib/marked-processes';
import { pollUntil, waitUntil } from '../lib/wait-until';
import { cleanUp } from '../lib/clean-up';

const MARK = 'END_WITH_TESTS';
const path = (name: string): string => JSON.stringify(new URL(`../${name}`, import.meta.url).href);
const UNSUPPORTED = existsSync('/proc') ? false : 'needs /proc';

/** An environment variable that marks processes. Marked processes are killed after the test. */
function newMark(t: TestContext): string {
  const mark = randomUUID();
  cleanUp(t, () => killAll(markedProcesses(MARK, mark)));
  return mark;
}

/** Marked processes that still run after they had time to end. */
const left = (mark: string): Promise<MarkedProcess[]> =>
  pollUntil(
    () => markedProcesses(MARK, mark),
    ({ length }) => length === 0,
    20_000,
  );

/** Runs a script in a separate process, without the variables of the test runner. */
const runScript = (script: string, mark: string): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: new URL('../..', import.meta.url),
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, [MARK]: mark },
  });

/** Runs a test runner with one file that starts processes and then hangs. Ends the file when they run. */
async function runUntilItHangs(t: TestContext, work: string, started: string, count: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-end-'));
  cleanUp(t, () => rm(folder, { recursive: true, force: true }));
  const mark = newMark(t);
  const file = join(folder, 'hangs.mjs');
  await writeFile(
    file,
    `import test from 'node:test'; ${work} test('hangs', () => new Promise(() => setInterval(() => {}, 1e9)));`,
  );
  // The abort signal has the same effect as the time limit of the runner.
  const script = `import { run } from 'node:test'; const stop = new AbortController();
    process.stdin.once('data', () => { process.stdin.destroy(); stop.abort(); });
    process.execArgv.splice(0, Infinity, '--import', 'tsx');
    for await (const _ of run({ files: [${JSON.stringify(file)}], signal: stop.signal }));`;
  const runner = runScript(script, mark);
  const ended = once(runner, 'close');
  await waitUntil(() => markedProcesses(MARK, mark).filter(({ command }) => command === started).length === count);
  runner.stdin!.write('stop');
  await ended;
  return mark;
}

test('a service ends with its child processes when the runner ends the file', { skip: UNSUPPORTED }, async (t) => {
  const work = `const { startService } = await import(${path('lib/service.ts')});
    startService('sh', ['-c', 'sleep 1000 & sleep 1000'], { name: 'a service', cwd: '/', env: process.env });`;
  const mark = await runUntilItHangs(t, work, 'sleep 1000', 2);
  assert.deepEqual(await left(mark), []);
});

test('a child process that has just started ends as well', { skip: UNSUPPORTED }, async (t) => {
  const mark = newMark(t);
  const script = `import { spawn } from 'node:child_process';
    const { endWithTests } = await import(${path('../host/test/support/end-with-tests.ts')});
    const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
    process.kill(process.pid, 'SIGTERM');
    endWithTests(child, { isGroup: true });
    setInterval(() => {}, 1e9);`;
  const [code, signal] = (await once(runScript(script, mark), 'close')) as [number | null, string | null];
  assert.deepEqual({ left: await left(mark), code, signal }, { left: [], code: 143, signal: null });
});

test('a failed wait names its condition', async () => {
  await assert.rejects(
    waitUntil(() => 'never'.length === 0, 10),
    /After 0\.01 s the condition is still false: .*never/,
  );
});
