/** `npm test`: the whole suite; says at the end what ran and what failed. What stands together runs at the same time. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { failures } from './failures';

interface Row {
  readonly part: string;
  readonly status: number | null;
  readonly seconds: number;
  readonly printed: string;
}

const PARTS = [
  ['build', 'browser'],
  ['test:types', 'test:lint'],
  ['test:spec', 'test:node'],
  ['test:e2e'],
  ['test:size'],
];
const only = process.argv.slice(2);
const rows: Row[] = [];

/** Runs one part; where another runs beside it, what it prints comes when it is over. */
async function run(part: string, isAlone: boolean): Promise<void> {
  const start = Date.now();
  const child = spawn('npm', ['run', '--silent', part], { stdio: ['inherit', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (isAlone) process.stdout.write(text);
    });
  }
  if (isAlone) console.log(`\n── ${part}`);
  const [status] = (await once(child, 'close')) as [number | null];
  if (!isAlone) process.stdout.write(`\n── ${part}\n${printed}`);
  rows.push({ part, status, seconds: Math.round((Date.now() - start) / 1000), printed });
}

for (const parts of PARTS) {
  const chosen = parts.filter((part) => !only.length || parts === PARTS[0] || only.includes(part));
  await Promise.all(chosen.map((part) => run(part, chosen.length === 1)));
  if (parts === PARTS[0] && rows.some(({ status }) => status !== 0)) break;
}
const failed = rows.filter(({ status }) => status !== 0);
console.log('\n── what ran');
for (const { part, status, seconds } of rows)
  console.log(`${status === 0 ? 'passed' : 'FAILED'}  ${part.padEnd(12)} ${seconds} s`);
for (const { part, printed } of failed) {
  console.log(`\n── what failed in ${part}`);
  for (const line of failures(printed)) console.log(line);
}
process.exitCode = failed.length ? 1 : 0;
