/**
 * Runs Lighthouse on the demo site and on the Next example, as started by their commands: `npm run lighthouse [--
 * runs]`. Writes the median of five runs each to tests/reports/lighthouse.md. Lighthouse is installed from the npm
 * registry on first use.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { findBrowser } from '../tests/lib/browser';
import { startExample } from '../tests/lib/example';

/** The newest version for Node 20. */
const LIGHTHOUSE = 'lighthouse@12';
const RUNS = Number(process.argv[2] ?? 5);
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const TARGETS: Readonly<Record<string, number>> = { performance: 95 };
/**
 * Factors by which a phone is slower than a computer with a given benchmark index. Lighthouse's own factor is right
 * only for the index 1533.
 */
const SLOWDOWNS = [
  [150, 1],
  [800, 2],
  [1300, 3],
  [1533, 4],
  [1766, 5],
  [2000, 6],
] as const;

/** Lighthouse's default factor. */
const DEFAULT_SLOWDOWN = 4;

interface Result {
  readonly environment: { readonly benchmarkIndex: number };
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

/**
 * The factor that simulates a mid-range phone on this computer, by Lighthouse's throttling guide (docs/throttling.md,
 * "Calibrating") and its calculator; at most its default.
 * @param index Lighthouse's benchmark index of this computer
 */
function slowdownOf(index: number): number {
  const upper = SLOWDOWNS.findIndex(([each]) => each > index);
  if (upper < 1) return upper ? DEFAULT_SLOWDOWN : 1;
  const [[from, low], [to, high]] = [SLOWDOWNS[upper - 1]!, SLOWDOWNS[upper]!];
  return Math.min(DEFAULT_SLOWDOWN, low + ((index - from) / (to - from)) * (high - low));
}

const median = (values: readonly number[]): number => values.toSorted((one, two) => one - two)[values.length >> 1]!;
const scoreOf = (result: Result, category: string): number =>
  Math.round((result.categories[category]?.score ?? 0) * 100);

const rows: string[] = [];
const missed: string[] = [];
let measured: string;
const next = await startExample('next');
try {
  const chrome = findBrowser(true);
  // The first run also fills the site's caches.
  const { environment } = await audit(`${next.host}/`, [], chrome);
  const slowdown = Number(slowdownOf(environment.benchmarkIndex).toFixed(1));
  measured = `Lighthouse's benchmark of this machine: ${Math.round(environment.benchmarkIndex)}; a phone is ${slowdown.toFixed(1)} times slower.`;
  const devices: Record<string, readonly string[]> = {
    [`mobile, ${slowdown.toFixed(1)} times slower`]: [`--throttling.cpuSlowdownMultiplier=${slowdown.toFixed(2)}`],
    // Lighthouse's default, if it differs.
    ...(slowdown < DEFAULT_SLOWDOWN && { [`mobile, ${DEFAULT_SLOWDOWN} times slower`]: [] }),
    desktop: ['--preset=desktop'],
  };
  const sites = { 'demo site': `${next.host}/`, 'Next example': `${next.origin}/` };
  for (const [name, url] of Object.entries(sites)) {
    for (const [device, flags] of Object.entries(devices)) {
      const results: Result[] = [];
      for (let count = 0; count < RUNS; count++) results.push(await audit(url, flags, chrome));
      const scores = CATEGORIES.map((category) => median(results.map((result) => scoreOf(result, category))));
      const auditIds = [
        'first-contentful-paint',
        'largest-contentful-paint',
        'total-blocking-time',
        'cumulative-layout-shift',
      ];
      const figures = auditIds.map((id) => results.at(-1)!.audits[id]?.displayValue ?? '–');
      rows.push(`| ${[name, device, ...scores, ...figures].join(' | ')} |`);
      console.log(rows.at(-1));
      CATEGORIES.forEach((category, index) => {
        if (scores[index]! >= (TARGETS[category] ?? 100)) return;
        const failing = Object.entries(results.at(-1)!.audits)
          .filter(([, { score }]) => score !== null && score < 0.9)
          .map(([id, { displayValue = '' }]) => `${id} ${displayValue}`);
        missed.push(`${name}, ${device}, ${category} ${scores[index]}: ${failing.join('; ')}`);
      });
    }
  }
} finally {
  await next.stop();
}
const table = `# Lighthouse

Median of ${RUNS} runs of ${LIGHTHOUSE}; first and largest paint, blocking and shift are of the last run. Targets: 95 for
performance, 100 for the others. \`npm run lighthouse\` repeats it. ${measured} Lighthouse's default is 4 times.

| page | device | performance | accessibility | best practices | SEO | FCP | LCP | TBT | CLS |
|---|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}
${missed.length ? `\nMissed:\n\n${missed.map((line) => `- ${line}`).join('\n')}\n` : ''}`;
writeFileSync(new URL('../tests/reports/lighthouse.md', import.meta.url), table);
if (missed.length) console.error(missed.join('\n'));
