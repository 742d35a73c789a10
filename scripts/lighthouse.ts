/**
 * Lighthouse on the demo site and on the Next example, as their one command starts them: `npm run lighthouse [-- runs]`. The median
 * of five runs each goes to tests/reports/lighthouse.md. Lighthouse comes from the npm registry when it is first asked for.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { findBrowser } from '../tests/lib/browser';
import { startExample } from '../tests/lib/example';

/** The newest one that runs on Node 20. */
const LIGHTHOUSE = 'lighthouse@12';
const RUNS = Number(process.argv[2] ?? 5);
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const TARGETS: Readonly<Record<string, number>> = { performance: 95 };
const DEVICES = { mobile: [], desktop: ['--preset=desktop'] } as const;

interface Result {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<string, { readonly title: string; readonly score: number | null; readonly displayValue?: string }>
  >;
}

const run = promisify(execFile);

async function audit(url: string, flags: readonly string[], chrome: string): Promise<Result> {
  const { stdout } = await run(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${CATEGORIES.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox',
      ...flags,
    ],
    { env: { ...process.env, CHROME_PATH: chrome }, maxBuffer: 2 ** 28 },
  );
  return JSON.parse(stdout) as Result;
}

const median = (values: readonly number[]): number => values.toSorted((one, two) => one - two)[values.length >> 1]!;
const scoreOf = (result: Result, category: string): number =>
  Math.round((result.categories[category]?.score ?? 0) * 100);

const rows: string[] = [];
const missed: string[] = [];
const next = await startExample('next');
try {
  const chrome = findBrowser(true);
  const sites = { 'demo site': `${next.host}/`, 'Next example': `${next.origin}/` };
  for (const [name, url] of Object.entries(sites)) {
    for (const [device, flags] of Object.entries(DEVICES)) {
      const results: Result[] = [];
      for (let count = 0; count < RUNS; count++) results.push(await audit(url, flags, chrome));
      const scores = CATEGORIES.map((category) => median(results.map((result) => scoreOf(result, category))));
      const told = [
        'first-contentful-paint',
        'largest-contentful-paint',
        'total-blocking-time',
        'cumulative-layout-shift',
      ];
      const figures = told.map((id) => results.at(-1)!.audits[id]?.displayValue ?? '–');
      rows.push(`| ${[name, device, ...scores, ...figures].join(' | ')} |`);
      console.log(rows.at(-1));
      CATEGORIES.forEach((category, at) => {
        if (scores[at]! >= (TARGETS[category] ?? 100)) return;
        const failing = Object.entries(results.at(-1)!.audits)
          .filter(([, { score }]) => score !== null && score < 0.9)
          .map(([id, { displayValue = '' }]) => `${id} ${displayValue}`);
        missed.push(`${name}, ${device}, ${category} ${scores[at]}: ${failing.join('; ')}`);
      });
    }
  }
} finally {
  await next.stop();
}
const table = `# Lighthouse

Median of ${RUNS} runs of ${LIGHTHOUSE}; first and largest paint, blocking and shift are of the last run. Targets: 95 for
performance, 100 for the others. \`npm run lighthouse\` repeats it.

| page | device | performance | accessibility | best practices | SEO | FCP | LCP | TBT | CLS |
|---|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}
${missed.length ? `\nMissed:\n\n${missed.map((line) => `- ${line}`).join('\n')}\n` : ''}`;
writeFileSync(new URL('../tests/reports/lighthouse.md', import.meta.url), table);
if (missed.length) console.error(missed.join('\n'));
