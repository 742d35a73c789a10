/**
 * Side-by-side benchmarks. `npm run bench -- [--quick] [--only W1,W6] [--out file.md] [--check]`
 *
 * --quick  few rounds, about three minutes on an idle machine; for a first look
 * --only   W1 paint, W2 change, W3 lists, W4 delivery, W5 load, W6 print, growth, memory, typing, bytes
 * --out    where the report goes; tests/reports/bench.md by default
 * --check  exits with 1 when a target is missed
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { launch } from '../tests/lib/browser';
import { HOSTS, delivery } from './delivery';
import { editorBytes } from './editor-bytes';
import { growth } from './growth';
import { COMPETITORS, openLanes } from './lanes';
import { load, loadFiles } from './load';
import { memory } from './memory';
import { assertEqualContent, paint, type Row } from './paint';
import { report, type Check, type Measured } from './report';
import { bundlePages, startServer } from './server';
import { typing } from './typing';
import { update } from './update';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    out: { type: 'string', default: 'tests/reports/bench.md' },
    check: { type: 'boolean', default: false },
  },
});
const NAMES = ['w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'growth', 'memory', 'typing', 'bytes'];
const chosen = options.only?.toLowerCase().split(',');
const unknown = chosen?.find((name) => !NAMES.includes(name));
if (unknown !== undefined) throw new Error(`--only ${unknown}: there is ${NAMES.join(', ')}.`);
if (!existsSync(new URL('../dist/server/index.js', import.meta.url)))
  throw new Error('Not built: npm run build first.');
const only = (name: string): boolean => !chosen || chosen.includes(name.toLowerCase());
const rounds = options.quick
  ? { paint: 3, update: 3, delivery: 1, load: 1, print: 5, growth: 1, typing: 2 }
  : { paint: 9, update: 7, delivery: 7, load: 5, print: 15, growth: 3, typing: 5 };
/** Quick runs leave out data as JSON text. */
const modes = options.quick ? (['object'] as const) : (['object', 'json'] as const);

const say = (what: string): void => console.error(`${new Date().toTimeString().slice(0, 8)} ${what}`);

const rows: Row[] = [];
const checks: Check[] = [];
let delivered: Measured['delivered'];
let loaded: Measured['loaded'];
let printed: Measured['printed'] = [];

// All that is built is read first.
const server = await startServer(await bundlePages([...COMPETITORS, 'engine']));
const toLoad = await loadFiles();
const browser = await launch();
if (only('W6')) {
  say('W6 print');
  // Late, as it imports what is built.
  printed = (await import('./print')).print(rounds.print);
}
try {
  if (['W1', 'W2', 'W3', 'growth'].some(only)) {
    const lanes = await openLanes(browser, server);
    await assertEqualContent(lanes);
    const tell = (row: Row): void => {
      say(`${row.workload} ${row.mode}`);
      rows.push(row);
    };
    if (only('W1')) for await (const row of paint(lanes, modes, rounds.paint)) tell(row);
    for await (const row of update(lanes, modes, rounds.update, only)) tell(row);
    if (only('growth')) checks.push(...(await growth(lanes, rounds.growth)));
    for (const { page } of lanes) await page.close();
  }
  if (only('memory')) {
    say('memory');
    checks.push(...(await memory(browser, server)));
  }
  if (only('W4')) {
    say('W4 delivery');
    delivered = {
      near: await delivery(browser, toLoad, rounds.delivery, HOSTS.near),
      far: await delivery(browser, toLoad, Math.ceil(rounds.delivery / 2), HOSTS.far),
    };
  }
  if (only('W5')) {
    say('W5 load');
    loaded = await load(browser, toLoad, rounds.load);
  }
  if (only('typing')) {
    say('typing');
    checks.push(...(await typing(rounds.typing)));
  }
  if (only('bytes')) {
    say('bytes');
    checks.push(...(await editorBytes()));
  }
  const date = new Date().toISOString().slice(0, 10);
  const { text, met } = report({
    rows,
    printed,
    delivered,
    loaded,
    checks,
    circumstances: `${date}, ${await browser.version()}, Node ${process.version}; rounds: ${JSON.stringify(rounds)};`,
  });
  mkdirSync(dirname(options.out), { recursive: true });
  writeFileSync(options.out, text);
  console.log(text);
  if (options.check && !met) process.exitCode = 1;
} finally {
  await browser.close();
  await server.close();
}
