/** The whole test suite; says at the end what ran. What stands together runs at the same time. */
import { spawn } from 'node:child_process';
import { Buffer } from 'node:buffer';
import { once } from 'node:events';

const PARTS = [
  ['build', 'browser'],
  ['test:types', 'test:lint'],
  ['test:spec', 'test:node'],
  ['test:e2e'],
  ['test:size'],
];
const only = process.argv.slice(2);
const rows = [];

/** Runs one part; where another runs beside it, what it prints comes when it is over. */
async function run(part, isAlone) {
  const start = Date.now();
  const child = spawn('npm', ['run', '--silent', part], {
    stdio: ['inherit', ...Array(2).fill(isAlone ? 'inherit' : 'pipe')],
  });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => printed.push(data));
  if (isAlone) console.log(`\n── ${part}`);
  const [status] = await once(child, 'close');
  if (!isAlone) process.stdout.write(`\n── ${part}\n${Buffer.concat(printed)}`);
  rows.push({ part, status, seconds: Math.round((Date.now() - start) / 1000) });
}

for (const parts of PARTS) {
  const chosen = parts.filter((part) => !only.length || parts === PARTS[0] || only.includes(part));
  await Promise.all(chosen.map((part) => run(part, chosen.length === 1)));
  if (parts === PARTS[0] && rows.some(({ status }) => status)) break;
}
console.log('\n── what ran');
for (const { part, status, seconds } of rows)
  console.log(`${status ? 'FAILED' : 'passed'}  ${part.padEnd(12)} ${seconds} s`);
process.exit(rows.some(({ status }) => status) ? 1 : 0);
