/**
 * What a visitor pays before a component shows, and an editor before the editor is ready, held against their budgets.
 * Prints the byte tables.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync, brotliCompressSync } from 'node:zlib';
import { firstRenderFiles } from './head';
import { pickerFits } from './picker-size';

/** Bytes after gzip, files, and requests that must follow one another. */
interface Budget {
  readonly bytes: number;
  readonly files: number;
  readonly chain: number;
}
const BUDGET: Budget = { bytes: 22_000, files: 6, chain: 2 };

const FOLDER = 'www/build';
const read = (name: string): string => readFileSync(`${FOLDER}/${name}`, 'utf8');

/** The longest row of files behind one, itself included, each of which asks for the next, of those that the tags do not ask for. */
function chain(name: string, files: readonly string[], tags: ReadonlySet<string>): number {
  const next = files.filter((each) => !tags.has(each) && read(name).includes(`"./${each}"`));
  return 1 + Math.max(0, ...next.map((each) => chain(each, files, tags)));
}

let failed = false;
function report(title: string, files: readonly string[], ahead: ReadonlySet<string>): void {
  console.log(`\n${title}`);
  let total = 0;
  for (const name of files) {
    const code = read(name);
    const bytes = gzipSync(code, { level: 9 }).length;
    total += bytes;
    console.log(
      `  ${String(bytes).padStart(7)} B gz ${String(brotliCompressSync(code).length).padStart(7)} B br  ${name}`,
    );
  }
  const longest = Math.max(...files.filter((name) => ahead.has(name)).map((name) => chain(name, files, ahead)));
  const rows = [
    ['bytes, gzip', total, BUDGET.bytes],
    ['files', files.length, BUDGET.files],
    ['round trips, one after the other', longest, BUDGET.chain],
  ] as const;
  for (const [what, value, limit] of rows) {
    const over = value > limit;
    failed ||= over;
    console.log(`  ${over ? 'OVER  ' : 'within'} ${what}: ${value} of ${limit}`);
  }
}

const tags = read('head.html');
const ahead = new Set([...tags.matchAll(/\/build\/([^"]+)"/g)].map(([, name]) => name!));
report('One component, lazy build with the tags of head.html', firstRenderFiles(FOLDER), ahead);
report('One component, one-file build', ['one/feaas.js'], new Set(['one/feaas.js']));

/** The scripts of the frontend host: what each imports before it can do anything. */
const SCRIPTS = 'www';
const SCRIPT_BUDGETS: readonly (readonly [name: string, bytes: number])[] = [['editor.js', 170_000]];

/** A file and all that it imports statically. */
function closure(path: string, into = new Set<string>()): ReadonlySet<string> {
  if (into.has(path)) return into;
  into.add(path);
  const code = readFileSync(path, 'utf8');
  for (const [, next] of code.matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[^"';()]*?from\s*)?"(\.[^"]+)"/g))
    closure(join(dirname(path), next!), into);
  return into;
}

for (const [name, limit] of SCRIPT_BUDGETS) {
  const files = [...closure(join(SCRIPTS, name))];
  const bytes = files.reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0);
  failed ||= bytes > limit;
  console.log(`\n/${name} with all it needs to be ready, ${files.length} files`);
  console.log(`  ${bytes > limit ? 'OVER  ' : 'within'} bytes, gzip: ${bytes} of ${limit}`);
}

if (!pickerFits()) failed = true;
if (failed) {
  console.error(
    '\nA budget is exceeded: move what a first paint does without into src/utils/more.ts, and what an editor is ready without behind import().',
  );
  process.exitCode = 1;
}
