/**
 * Checked by system calls: on the embedded database no write is acknowledged before it is on disk, and nothing else waits
 * for the disk.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { bundle } from './kill/bundle.js';
import { cleanUp } from '../../tests/lib/clean-up.js';

const SAVES = 20;
const CALLS = 'write,pwrite64,writev,pwritev,fsync,fdatasync';

const missing = spawnSync('strace', ['-V']).error;
const straceOptions = { skip: missing ? `strace can not be run (${missing.message}): install it` : false };

/**
 * Runs a script of the kill tests on a content service in a new folder. Returns its output and its system calls.
 * @param before arguments of an untraced run before it, which creates the tables.
 */
async function trace(
  t: TestContext,
  name: string,
  options: readonly string[],
  args: readonly string[],
  before?: readonly string[],
): Promise<{ output: string; log: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-fsync-'));
  cleanUp(t, () => rm(folder, { recursive: true, force: true }));
  const script = await bundle(name);
  cleanUp(t, () => script.remove());
  const log = join(folder, 'calls.txt');
  const command = [script.path, join(folder, 'host.db'), join(folder, 'blobs')];
  if (before) execFileSync(process.execPath, [...command, ...before]);
  const output = execFileSync('strace', ['-f', ...options, '-o', log, process.execPath, ...command, ...args], {
    encoding: 'utf8',
  });
  return { output, log };
}

test('the event loop runs while a commit waits for the disk', straceOptions, async (t) => {
  // Every fsync takes 0.4 s longer: enough time for event loop iterations, also on a busy machine.
  const slow = ['-e', 'trace=fsync', '-e', 'inject=fsync:delay_enter=400000'];
  const { output, log } = await trace(t, 'event-loop-ticks', slow, ['second'], ['first']);
  assert.match(await readFile(log, 'utf8'), /fsync\(.*DELAYED/);
  const turns = Number(/^turns (\d+)$/m.exec(output)?.[1]);
  // A loop that waits for the fsync has only a few iterations, before and after it.
  assert.ok(turns > 100, `${turns} turns`);
});

test('each acknowledgement comes after the fsync that covers it', straceOptions, async (t) => {
  // -y prints file names, -s prints whole pages of the log.
  const options = ['-y', '-s', '5000', '-e', `trace=${CALLS}`];
  const { output, log } = await trace(t, 'acknowledged-saves', options, [String(SAVES)]);
  const acknowledged = [...output.matchAll(/^acknowledged (.*)$/gm)].map(([, marker]) => marker ?? '');
  assert.equal(acknowledged.length, SAVES * 3);

  const calls = completed(await readFile(log, 'utf8'));
  const inLog = calls.filter(({ text }) => /^p?write(v|64)?\(\d+<[^>]*host\.db-wal>/.test(text));
  const syncs = calls.filter(({ text }) => /^f(data)?sync\(\d+<[^>]*host\.db-wal>\)\s+= 0/.test(text));
  assert.ok(inLog.length > 0 && syncs.length > 0, 'the calls are not the ones that were expected');
  for (const marker of acknowledged) {
    const told = calls.find(({ text }) => text.startsWith('write(1<') && text.includes(`acknowledged ${marker}\\n`));
    const written = inLog.find(({ text }) => text.includes(marker));
    assert.ok(told && written, `${marker}: its calls are not there`);
    // All writes of the transaction are before the fsync, which is before the acknowledgement.
    const sync = syncs.find(({ began }) => began > written.ended);
    assert.ok(sync && sync.ended < told.began, `${marker} was acknowledged before it was on the disk`);
  }
  // The fsyncs for the tables, which are created before, are not of saves.
  const first = inLog.find(({ text }) => acknowledged.some((marker) => text.includes(marker)))!.began;
  const count = syncs.filter(({ began }) => began > first).length;
  assert.ok(count < acknowledged.length, `${count} fsyncs for ${acknowledged.length} saves: no groups`);
});

interface Call {
  readonly text: string;
  /** Lines of the log. */
  readonly began: number;
  readonly ended: number;
}

/** Calls of several threads: an interrupted call has two lines. */
function completed(log: string): Call[] {
  const calls: Call[] = [];
  const open = new Map<string, { text: string; began: number }>();
  for (const [line, full] of log.split('\n').entries()) {
    const [, thread = '', text = ''] = /^(\d+)\s+(.*)$/.exec(full) ?? [];
    const interrupted = / <unfinished \.\.\.>$/.exec(text);
    const resumed = /^<\.\.\. \w+ resumed>/.exec(text);
    if (interrupted) open.set(thread, { text: text.slice(0, interrupted.index), began: line });
    else if (resumed) {
      const before = open.get(thread);
      open.delete(thread);
      if (before) calls.push({ text: before.text + text.slice(resumed[0].length), began: before.began, ended: line });
    } else calls.push({ text, began: line, ended: line });
  }
  return calls;
}
