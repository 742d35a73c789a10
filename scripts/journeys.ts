/**
 * `npm run test:e2e [-- name …]`: every journey, or those that are named, some at a time: those that take longest begin first,
 * so that none of them is alone at the end. A name is a file's, `editor-link` or `tests/editor-link.test.ts`.
 */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { run } from 'node:test';
import { tap } from 'node:test/reporters';

const FOLDER = new URL('../tests/', import.meta.url).pathname;
const AT_ONCE = 4;
/** Milliseconds that no file takes, unless something hangs. */
const LIMIT = 8 * 60_000;
/** The longest ones; the others follow by name. */
const LONGEST = [
  ...['editor-states', 'faults', 'external-form', 'xss', 'docs', 'editor-chrome', 'editor-host-down', 'inspect'],
  ...['editor-contrast', 'picker-large', 'picker-modes', 'templates', 'example-next', 'frameworks', 'dev'],
];

const names = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.test.ts'))
  .sort();
const isLong = (name: string): boolean => LONGEST.includes(name.replace('.test.ts', ''));
const wanted = process.argv.slice(2).map((name) => `${basename(name).replace(/(?:\.test)?\.ts$/, '')}.test.ts`);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length) {
  console.error(
    `There is no journey tests/${unknown.join(', tests/')}. Name files of tests/: npm run test:e2e -- editor-link. ` +
      'A file elsewhere, or one test of a file, runs by: node --import tsx --test --test-name-pattern=… <file>',
  );
  process.exit(1);
}
const all = [...LONGEST.map((name) => `${name}.test.ts`), ...names.filter((name) => !isLong(name))];
const files = wanted.length ? all.filter((name) => wanted.includes(name)) : all;

run({ files: files.map((name) => FOLDER + name), concurrency: AT_ONCE, timeout: LIMIT })
  .on('test:fail', () => (process.exitCode = 1))
  .compose(tap)
  .pipe(process.stdout);
