/**
 * `npm test [-- part …]`: runs the whole test suite and prints a summary. Parts of a stage run in parallel. `npm run
 * test:quick`: runs a part of it in less than 3 minutes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { failures } from './failures';
import { clock, counts } from './progress';
import { QUICK_JOURNEYS, QUICK_TESTS } from './quick';

interface Part {
  readonly name: string;
  /** Arguments of `npm run`. */
  readonly run: readonly string[];
}

interface Row {
  readonly name: string;
  readonly status: number | null;
  readonly seconds: number;
  readonly printed: string;
}

const part = (name: string, ...run: string[]): Part => ({ name, run: run.length ? run : [name] });

/** Stages; all others need the first one. */
const WHOLE: readonly (readonly Part[])[] = [
  [part('build'), part('browser'), part('folders')],
  [part('test:types'), part('test:lint')],
  [part('test:spec'), part('test:size'), part('test:node')],
  [part('test:e2e')],
];

const QUICK: readonly (readonly Part[])[] = [
  [part('build', 'build', '--', '--if-changed'), part('browser')],
  // It also checks the types of the built packages.
  [part('test:types', 'test:types:root'), part('test:lint', 'test:lint:quick'), part('test:spec')],
  [part('test:node', 'test:node', '--', ...QUICK_TESTS), part('test:e2e', 'test:e2e', '--', ...QUICK_JOURNEYS)],
];

/** Printed by test:e2e before it runs failed files again. */
const RUN_AGAIN = /^# Run again alone: /m;

/** Milliseconds between progress lines of parts whose output is not shown yet. */
const PROGRESS_INTERVAL = 30_000;

const args = process.argv.slice(2);
const stages = args.includes('--quick') ? QUICK : WHOLE;
const requested = args.filter((arg) => arg !== '--quick');
const names = stages.flat().map(({ name }) => name);
const unknown = requested.filter((name) => !names.includes(name));
if (unknown.length) {
  console.error(`There is no part ${unknown.join(', ')}. There are ${names.join(', ')}.`);
  process.exit(1);
}

const started = Date.now();
const elapsed = (): string => clock(Date.now() - started);
const selected = stages
  .map((stage, index) => stage.filter(({ name }) => !requested.length || index === 0 || requested.includes(name)))
  .filter((stage) => stage.length);
const total = selected.flat().length;
const rows: Row[] = [];
let startedCount = 0;

/** Runs one part. If others run in parallel, its output is printed at its end. */
async function run({ name, run: command }: Part, isAlone: boolean): Promise<void> {
  const start = Date.now();
  console.log(`\n── ${name}, ${++startedCount} of ${total}, begins after ${elapsed()}`);
  const child = spawn('npm', ['run', '--silent', ...command], { stdio: ['inherit', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      // Show which browser will be installed before that happens.
      if (isAlone || name === 'browser') process.stdout.write(text);
    });
  }
  const timer = setInterval(() => {
    if (!isAlone) console.log(`   ${name} runs for ${clock(Date.now() - start)}${counts(printed)}`);
  }, PROGRESS_INTERVAL);
  const [status] = (await once(child, 'close')) as [number | null];
  clearInterval(timer);
  const seconds = Math.round((Date.now() - start) / 1000);
  rows.push({ name, status, seconds, printed });
  const outcome = status === 0 ? 'passed' : 'FAILED';
  if (!isAlone && name !== 'browser') process.stdout.write(`\n── ${name} printed\n${printed}`);
  console.log(
    `── ${name} ${outcome} in ${clock(seconds * 1000)}; ${rows.length} of ${total} are over, after ${elapsed()}`,
  );
}

for (const [index, stage] of selected.entries()) {
  await Promise.all(stage.map((each) => run(each, stage.length === 1)));
  if (index === 0 && rows.some(({ status }) => status !== 0)) break;
}
const failed = rows.filter(({ status }) => status !== 0);
console.log(`\n── what ran, in ${elapsed()}`);
for (const { name, status, seconds } of rows)
  console.log(`${status === 0 ? 'passed' : 'FAILED'}  ${name.padEnd(12)} ${seconds} s`);
for (const { name, printed } of rows.filter(({ status, printed }) => status === 0 && RUN_AGAIN.test(printed))) {
  console.log(`\n── what failed in ${name} beside other files, and passed alone; a race of the test or of the kit`);
  for (const line of failures(printed)) console.log(line);
}
for (const { name, printed } of failed) {
  console.log(`\n── what failed in ${name}`);
  for (const line of failures(printed)) console.log(line);
}
process.exitCode = failed.length ? 1 : 0;
