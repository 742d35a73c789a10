/**
 * Requests a page at a fixed rate in its own process, so that the load generator does not affect the measured latency. Starts at
 * a message of the parent, and at the next message sends the milliseconds of each request.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

/** Milliseconds between the starts of two requests, which may overlap. */
const PACE = 20;
const WARM_UP = 20;

const [url, path] = process.argv.slice(2) as [string, string];
const pool = new Pool(url, { connections: 32, headersTimeout: 120_000, bodyTimeout: 120_000 });

async function get(): Promise<number> {
  const started = performance.now();
  const { body, statusCode } = await pool.request({ path, method: 'GET' });
  await body.dump();
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
  return performance.now() - started;
}

process.send!('ready');
for (;;) {
  await once(process, 'message');
  for (let count = 0; count < WARM_UP; count++) await get();
  let isOver = false;
  void once(process, 'message').then(() => (isOver = true));
  process.send!('begun');
  const pending: Promise<number>[] = [];
  while (!isOver) {
    pending.push(get());
    await sleep(PACE);
  }
  process.send!(await Promise.all(pending));
}
