/**
 * `npm run test:long [-- name …]`: runs the heavy test suites with their full counts. Stores their output in
 * tests/reports/.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';

/** Report of each suite, and its test files. */
const SUITES: readonly (readonly [report: string, ...files: string[]])[] = [
  ['fuzz', 'tests/fuzz.test.ts'],
  ['faults', 'tests/faults.test.ts'],
  ['editing', 'tests/node/editing-fuzz.test.ts'],
  ['templates', 'tests/node/templates.test.ts', 'tests/templates.test.ts'],
  ['crashes', 'tests/journal.test.ts'],
  ['hydrate', 'tests/react-hydrate.test.ts'],
  ['sites', 'tests/sites.test.ts', 'tests/storybook.test.ts'],
  ['gateway', 'tests/node/gateway-link.test.ts'],
  ['starters', 'tests/starters.test.ts'],
  [
    'scale',
    ...['scale-out', 'query-plans', 'schedule-hosts', 'cli-storage'].map((name) => `host/test/${name}.test.ts`),
  ],
  ['compat', 'tests/compat/sites.test.ts', 'tests/compat/pages.test.ts'],
  // Full runs of tests; the normal suite runs only a part of each.
  [
    'whole',
    ...['editor-view', 'docs', 'editor-contrast', 'editor-input', 'picker-large'].map(
      (name) => `tests/${name}.test.ts`,
    ),
  ],
];
const requested = process.argv.slice(2);

const root = new URL('..', import.meta.url).pathname;

/** Runs one suite; returns its exit code and output. */
function run(files: readonly string[]): Promise<{ code: number; text: string }> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--test', '--test-reporter=spec', '--test-concurrency=1', ...files],
    {
      cwd: root,
      env: { ...process.env, FEAAS_LONG: '1' },
    },
  );
  let text = '';
  child.stdout.on('data', (part: Buffer) => {
    text += part.toString();
    process.stdout.write(part);
  });
  child.stderr.pipe(process.stderr);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? 1, text })));
}

mkdirSync(`${root}tests/reports`, { recursive: true });
for (const [report, ...files] of SUITES) {
  if (requested.length && !requested.includes(report)) continue;
  const { code, text } = await run(files);
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(
    `${root}tests/reports/${report}.txt`,
    `${files.join(', ')}, ${date}, ${code ? 'FAILED' : 'passed'}\n\n${text}`,
  );
  if (code) process.exitCode = 1;
}
