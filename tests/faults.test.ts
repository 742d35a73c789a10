/**
 * Failures between a page and its host, and in the browser's storage: cached content shows, no error is uncaught,
 * no promise stays pending, and later publications show. `npm run test:faults` runs each kind 50
 * times; `npm test` a twentieth of that. The test prints the seed; `FEAAS_SEED` repeats a run.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer';
import { KINDS } from './faults/kinds';
import { run, type Outcome } from './faults/run';
import { launch } from './lib/browser';
import { randomGenerator, seed } from './lib/fuzz';
import { send, startServer, type TestServer } from './lib/server';

const RUNS = process.env['FEAAS_LONG'] ? 50 : 1;
const AT_ONCE = 4;
const only = process.env['FEAAS_FAULT'];

let browser: Browser;
let site: TestServer;

before(async () => {
  browser = await launch();
  site = await startServer((_request, response, url) => {
    if (url.pathname !== '/page.html') return undefined;
    const { searchParams } = url;
    const components = searchParams.get('names')!.split(',').map((name, at) => {
      const instance = searchParams.has('fork') && !at ? ' instance="fork"' : '';
      return `<feaas-component component="${name}"${instance}></feaas-component>`;
    }); // prettier-ignore
    send(
      response,
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title>` +
        `<meta name="feaas-delivery" content="timeout=${searchParams.get('timeout') ?? 30}">` +
        `<script type="module" src="/build/feaas.esm.js"></script>` +
        `<body cdn="${searchParams.get('cdn')}" library="lib">${components.join('')}</body></html>`,
      'text/html; charset=utf-8',
      { 'cache-control': 'no-cache' },
    );
    return true;
  });
});
after(async () => {
  await browser.close();
  await site.close();
});

const rows: string[] = [];

for (const kind of KINDS.filter(({ name }) => !only || name.includes(only))) {
  test(`${kind.name}, runs: ${RUNS}`, async () => {
    const outcomes: Outcome[] = [];
    const seeds = Array.from({ length: RUNS }, (_each, at) => seed + at);
    const worker = async (): Promise<void> => {
      for (let at = seeds.pop(); at !== undefined; at = seeds.pop())
        outcomes.push(await run(browser, site.origin, kind, randomGenerator(at)));
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, RUNS) }, worker));
    const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((all, each) => all + of(each), 0);
    const figures = {
      blank: sum(({ blank }) => blank),
      uncaught: sum(({ uncaught }) => uncaught.length),
      stuck: sum(({ spinning }) => spinning),
      lost: sum(({ lost }) => lost),
    };
    const healed = sum((outcome) => Number(outcome.healed ?? 0));
    rows.push([kind.name, RUNS, ...Object.values(figures), healed].join(' | '));
    const said = outcomes.flatMap(({ uncaught }) => uncaught);
    assert.deepEqual(figures, { blank: 0, uncaught: 0, stuck: 0, lost: 0 }, `seed ${seed}: ${said.join('; ')}`);
  });
}

after(() => {
  console.log(`# seed ${seed}`);
  console.log('# fault | runs | blank | uncaught | stuck | lost | healed without reload');
  for (const row of rows) console.log(`# ${row}`);
  console.log(`# ${KINDS.length} kinds`);
});
