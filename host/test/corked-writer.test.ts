import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { Writable } from 'node:stream';
import test from 'node:test';
import { setImmediate as iteration } from 'node:timers/promises';
import { createCorkedWriter } from '../src/server/logging/corked-writer.js';

/** A stream that records the data of each write call. */
function stream(): { stream: Writable; calls: string[] } {
  const calls: string[] = [];
  const write = (text: string, done: () => void): void => {
    calls.push(text);
    done();
  };
  return {
    calls,
    stream: new Writable({
      decodeStrings: false,
      write: (chunk: string, _encoding, done) => write(chunk, done),
      writev: (chunks, done) => write(chunks.map(({ chunk }) => chunk as string).join(''), done),
    }),
  };
}

test('the texts of one iteration of the event loop are written by one call, in order with other writes', async () => {
  const { stream: out, calls } = stream();
  const write = createCorkedWriter(out);
  write('1 ');
  await Promise.resolve();
  write('2 ');
  out.write('3 ');
  write('4');
  await iteration();
  await iteration();
  assert.deepEqual(calls, ['1 2 3 4']);
  out.write('5');
  assert.deepEqual(calls, ['1 2 3 4', '5'], 'others do not wait');
  write('6');
  await iteration();
  await iteration();
  assert.deepEqual(calls, ['1 2 3 4', '5', '6']);
  assert.equal(process.listeners('exit').filter(({ name }) => name === 'uncork').length, 0);
});

test('texts are dropped while nobody reads, and counted once somebody does', async () => {
  const calls: string[] = [];
  let release: (() => void) | undefined;
  const out = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      calls.push(chunk);
      release = done;
    },
  });
  const dropped: number[] = [];
  const write = createCorkedWriter(out, {
    maxWaiting: 1_000,
    onDropped(count) {
      dropped.push(count);
      write(`dropped ${count};`);
    },
  });
  let longest = 0;
  for (let index = 0; index < 500; index++) {
    write(`${String(index).padEnd(99)};`);
    longest = Math.max(longest, out.writableLength);
    await iteration();
  }
  assert.ok(longest <= 1_100, `${longest} bytes wait`);
  for (; out.writableLength > 0; await iteration()) release!();
  write('again;');
  await iteration();
  for (; out.writableLength > 0; await iteration()) release!();
  assert.deepEqual(dropped, [490]);
  assert.deepEqual(
    calls.map((text) => text.trim()).map((text) => text.replace(/ +;/, ';')),
    [...Array.from({ length: 10 }, (_, index) => `${index};`), 'dropped 490;', 'again;'],
  );
});

for (const [how, end] of Object.entries({
  'ends by itself': '',
  exits: 'process.exit(3);',
  'ends with an error': 'throw new Error("it failed");',
}))
  test(`all is written when the process ${how}`, () => {
    const module = JSON.stringify(new URL('../src/server/logging/corked-writer.ts', import.meta.url).href);
    const script = `const { createCorkedWriter } = await import(${module});
      const write = createCorkedWriter(process.stdout);
      for (let index = 0; index < 2000; index++) write('line ' + index + '\\n');
      ${end}`;
    const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      cwd: new URL('../..', import.meta.url),
      encoding: 'utf8',
    });
    assert.equal(stdout, Array.from({ length: 2000 }, (_, index) => `line ${index}\n`).join(''));
  });
