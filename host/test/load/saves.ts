/** Saves by many concurrent editors, each of its own version, and the fsync rate of the disk. */
import { spawn } from 'node:child_process';
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import { LIBRARY, nameOf, viewOf } from './library.js';
import type { Measurement } from './scenarios.js';

const SAVE = `mutation Save($id: ID!, $view: String!, $expected: Int!, $key: String!) {
  saveVersion(id: $id, view: $view, expectedRevision: $expected, idempotencyKey: $key) { revision }
}`;
/** The size of the log of a small commit. */
const PAGE = Buffer.alloc(4096 + 24);

let runs = 0;

/** Runs editors that save again as soon as their last save is acknowledged. */
export async function measureSaves(
  url: string,
  secret: string,
  editors: number,
  seconds: number,
): Promise<Measurement> {
  const run = `run${Date.now()}-${runs++}`;
  const pool = new Pool(url, { connections: editors });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` };
  const started = performance.now();
  const end = started + seconds * 1000;
  const milliseconds: number[] = [];
  let failures = 0;
  const edit = async (editor: number): Promise<void> => {
    const id = `${LIBRARY}/${nameOf(0)}/${run}-${editor}`;
    for (let expected = 0, sent = started; sent < end; sent = performance.now()) {
      const variables = { id, view: viewOf(expected), expected, key: `${id}-${expected}` };
      const body = JSON.stringify({ query: SAVE, variables });
      const answer = await pool.request({ path: '/graphql', method: 'POST', headers, body });
      const { data } = (await answer.body.json()) as { data?: { saveVersion?: { revision: number } } };
      milliseconds.push(performance.now() - sent);
      if (answer.statusCode === 200 && data?.saveVersion?.revision === expected + 1) expected++;
      else failures++;
    }
  };
  await Promise.all(Array.from({ length: editors }, (_, editor) => edit(editor)));
  const took = (performance.now() - started) / 1000;
  await pool.close();
  milliseconds.sort((one, other) => one - other);
  return {
    rate: (milliseconds.length - failures) / took,
    p99: Math.round(milliseconds[Math.floor(milliseconds.length * 0.99)]!),
    failures,
  };
}

/** Appends of a page per second, each synced to disk before the next. */
export function fsyncRate(folder: string, seconds: number): number {
  const path = join(folder, 'fsync-probe');
  const file = openSync(path, 'w');
  const started = performance.now();
  let count = 0;
  while (performance.now() - started < seconds * 1000) {
    writeSync(file, PAGE);
    fdatasyncSync(file);
    count++;
  }
  const rate = (count / (performance.now() - started)) * 1000;
  closeSync(file);
  rmSync(path);
  return rate;
}

/** Counts the calls of fsync and fdatasync of a process while `work` runs. */
export async function countFsyncs<Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<{ fsyncs: number; result: Result }> {
  const tracer = spawn('strace', ['-f', '-q', '-e', 'trace=fsync,fdatasync', '-p', String(pid)]);
  let fsyncs = 0;
  tracer.stderr.on('data', (part: Buffer) => (fsyncs += part.toString().match(/f(data)?sync\(/g)?.length ?? 0));
  const result = await work();
  const ended = new Promise((resolve) => tracer.once('close', resolve));
  tracer.kill('SIGINT');
  await ended;
  return { fsyncs, result };
}
