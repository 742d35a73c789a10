/** The whole test suite, one part after the other; says at the end what ran. */
import { spawnSync } from 'node:child_process';

const PARTS = ['build', 'test:types', 'test:lint', 'test:spec', 'test:node', 'test:e2e', 'test:size'];
const only = process.argv.slice(2);
const rows = [];
for (const part of PARTS) {
  if (only.length && part !== 'build' && !only.includes(part)) continue;
  console.log(`\n── ${part}`);
  const start = Date.now();
  const { status } = spawnSync('npm', ['run', '--silent', part], { stdio: 'inherit' });
  rows.push({ part, status, seconds: Math.round((Date.now() - start) / 1000) });
  if (status && part === 'build') break;
}
console.log('\n── what ran');
for (const { part, status, seconds } of rows)
  console.log(`${status ? 'FAILED' : 'passed'}  ${part.padEnd(12)} ${seconds} s`);
process.exit(rows.some(({ status }) => status) ? 1 : 0);
