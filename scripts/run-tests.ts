/**
 * `npm run test:e2e [-- name …]` and `npm run test:node [-- name …]`: runs all or the given test files in parallel. The
 * longest files start first, so that none runs alone at the end. A name is that of a file, `editor-link` or
 * `tests/editor-link.test.ts`.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { run } from 'node:test';
import { tap } from 'node:test/reporters';
import { foldersOf, packagesIn } from './folders';
import { bundleTests } from './test-bundle';

interface Suite {
  readonly folders: readonly string[];
  readonly atOnce: number;
  /** Folders of sources, with tests next to the modules. */
  readonly sources?: readonly string[];
  /** The longest files; the others follow by name. */
  readonly longest: readonly string[];
  /** Whether a failed file runs once more, alone. */
  readonly isRunAgain?: boolean;
}

const CORES = Math.max(2, availableParallelism());

const SUITES: Readonly<Record<string, Suite>> = {
  e2e: {
    folders: ['tests'],
    // A browser uses a whole core. With more browsers than cores, each journey takes several times as long, and so does
    // the run.
    atOnce: CORES,
    // Other browsers may slow down a page beyond a journey's timeout. A test that also fails alone has a defect.
    isRunAgain: true,
    longest: [
      ...['editor-text', 'dev', 'editor-pages', 'editor-clipboard', 'faults', 'docs', 'starters', 'editor-states'],
      ...['editor-words', 'editor-shortcuts', 'editor-input', 'editor-files', 'editor-data', 'editor-drag', 'inspect'],
      ...['editor-host-down', 'editor-chrome', 'editor-insert', 'context-sign-in', 'libraries', 'example-next'],
    ],
  },
  node: {
    folders: ['tests/node', 'host/test'],
    sources: ['src', 'react-wrapper/src'],
    // Hosts wait for disks, locks and timeouts, so that one file per core leaves the cores idle at times.
    atOnce: CORES + 1,
    longest: [
      ...[
        'packages',
        'cli-signals',
        'content-kill',
        'delete-library',
        'cli-storage',
        'webhooks',
        'cli-foreign-store',
        'content-types',
      ],
      ...['cli', 'cli-backup', 'database-unavailable', 'cli-restore', 'shared-hosts', 'suspended-host', 'cli-init'],
      ...['gateway-versions', 'gateway-changes', 'rate-limits', 'scale-out', 'shared-limits'],
    ],
  },
};

const ROOT = new URL('..', import.meta.url).pathname;
/** Maximum milliseconds for a file; even slow computers exceed it only if a test hangs. */
const FILE_TIMEOUT = 20 * 60_000;
const TEST_SUFFIX = '.test.ts';
/** Number of longest files to print at the end, for the order in `SUITES`. */
const LONGEST_SHOWN = 30;

/** A finished test as reported by the runner. */
interface TestOutcome {
  readonly file?: string | undefined;
  readonly name: string;
  readonly nesting: number;
  readonly details: { readonly duration_ms: number };
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const [name = '', ...requested] = process.argv.slice(2);
const suite = SUITES[name] ?? fail(`There is no suite '${name}', but ${Object.keys(SUITES).join(' and ')}.`);
const nameOf = (path: string): string => basename(path).replace(/(?:\.test)?\.[jt]s$/, '');
const testsIn = (folder: string, recursive: boolean): string[] =>
  readdirSync(ROOT + folder, { recursive, encoding: 'utf8' })
    .filter((file) => file.endsWith(TEST_SUFFIX))
    .sort()
    .map((file) => `${folder}/${file}`);
const paths = [
  ...suite.folders.flatMap((folder) => testsIn(folder, false)),
  ...(suite.sources ?? []).flatMap((folder) => testsIn(folder, true)),
];
const rank = (path: string): number => suite.longest.indexOf(nameOf(path)) + 1 || suite.longest.length + 1;
const unknown = requested.map(nameOf).filter((each) => !paths.some((path) => nameOf(path) === each));
if (unknown.length) {
  fail(
    `There is no test ${unknown.join(', ')}${TEST_SUFFIX} in ${suite.folders.join(' or ')}. Name files: npm run test:${name} -- ${nameOf(paths[0]!)}. ` +
      'One test of a file runs by: node --import tsx --test --test-name-pattern=… <file>',
  );
}
const files = paths
  .filter((path) => !requested.length || requested.map(nameOf).includes(nameOf(path)))
  .sort((one, other) => rank(one) - rank(other));

// Before the files run, because several of them would install the same packages at once.
for (const folder of foldersOf(files)) packagesIn(folder);
const bundled = await bundleTests(ROOT, files);
// Folder for data that the files of this run share, such as a new PostgreSQL cluster.
const shared = mkdtempSync(join(tmpdir(), 'feaas-tests-'));
process.env['TESTS_SHARED_FOLDER'] = shared;
process.on('exit', () => rmSync(shared, { recursive: true, force: true }));
// Each file is a process with the arguments of this process; it needs no compiler.
process.execArgv.splice(0, Infinity, '--enable-source-maps');

/** Runs files and prints their output. Resolves with the names of files with failures. */
async function runFiles(files: string[], atOnce: number): Promise<string[]> {
  const failed = new Set<string>();
  const milliseconds = new Map<string, number>();
  const addTime = ({ file, name, nesting, details }: TestOutcome): void => {
    if (nesting > 0) return;
    const test = nameOf(file ?? name);
    milliseconds.set(test, (milliseconds.get(test) ?? 0) + details.duration_ms);
  };
  const printed = run({ files, concurrency: atOnce, timeout: FILE_TIMEOUT })
    .on('test:pass', addTime)
    .on('test:fail', (outcome) => {
      addTime(outcome);
      failed.add(nameOf(outcome.file ?? outcome.name));
    })
    .compose(tap);
  for await (const text of printed) process.stdout.write(text as string);
  const longest = [...milliseconds].sort(([, one], [, other]) => other - one).slice(0, LONGEST_SHOWN);
  console.log(`# Longest: ${longest.map(([test, time]) => `${test} ${Math.round(time / 1000)} s`).join(', ')}`);
  return [...failed];
}

let failed = await runFiles(bundled, suite.atOnce);
if (failed.length && suite.isRunAgain) {
  const retried = bundled.filter((file) => failed.includes(nameOf(file)));
  console.log(`# Run again alone: ${failed.join(', ')}`);
  // Failures outside of this suite's files remain failures.
  if (retried.length === failed.length) failed = await runFiles(retried, 1);
}
if (failed.length) process.exitCode = 1;
