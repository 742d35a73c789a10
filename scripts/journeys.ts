/** Every journey, some at a time: those that take longest begin first, so that none of them is alone at the end. */
import { readdirSync } from 'node:fs';
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
const files = [...LONGEST.map((name) => `${name}.test.ts`), ...names.filter((name) => !isLong(name))];

run({ files: files.map((name) => FOLDER + name), concurrency: AT_ONCE, timeout: LIMIT })
  .on('test:fail', () => (process.exitCode = 1))
  .compose(tap)
  .pipe(process.stdout);
