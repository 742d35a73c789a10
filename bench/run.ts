/**
 * Side-by-side benchmarks. `npm run bench -- [--quick] [--only W1,W6] [--shape cards,article] [--templates folder]
 * [--out file.md] [--check]`
 *
 * --quick      few rounds, against lit-html and Handlebars only; a few minutes; for a first look
 * --only       W1 render, W2 change, W3 lists, W4 delivery, W5 first render, W6 string, growth, memory, typing, bytes
 * --shape      shapes of content of W1-W3 and W6; all by default
 * --templates  folder of templates for W5; tests/templates/real-world by default
 * --out        where the report goes; nowhere by default
 * --check      exits with 1 when a target is missed
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { launch } from '../tests/lib/browser';
import { REAL_WORLD, readTemplates } from '../tests/lib/real-world';
import { CONTENDERS, openContenders, type ContenderName } from './contenders';
import { HOSTS, MIXES, measureDelivery, type MixFigures } from './delivery';
import { editorBytes } from './editor-bytes';
import { builtFiles, measureFirstLoads, type TemplateLoad } from './first-load';
import { growth } from './growth';
import { memory } from './memory';
import { assertEqualContent, render, type Row } from './render';
import type { StringContender, StringRow } from './render-to-string';
import { report, type Check } from './report';
import { bundlePages, startServer } from './server';
import { findShape, SHAPES } from './shapes';
import { typing } from './typing';
import { update } from './update';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    shape: { type: 'string' },
    templates: { type: 'string', default: REAL_WORLD },
    out: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
});
const NAMES = ['w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'growth', 'memory', 'typing', 'bytes'];
const chosen = options.only?.toLowerCase().split(',');
const unknown = chosen?.find((name) => !NAMES.includes(name));
if (unknown !== undefined) throw new Error(`--only ${unknown}: there is ${NAMES.join(', ')}.`);
if (!existsSync(new URL('../dist/server/index.js', import.meta.url)))
  throw new Error('Not built: npm run build first.');
const only = (name: string): boolean => !chosen || chosen.includes(name.toLowerCase());
const shapes = options.shape ? options.shape.split(',').map(findShape) : SHAPES;
const rounds = options.quick
  ? { render: 3, update: 3, delivery: 1, load: 1, string: 5, growth: 1, typing: 2 }
  : { render: 9, update: 7, delivery: 7, load: 3, string: 15, growth: 3, typing: 5 };
/** Number of hosts of one contender that change at once in W2 and W3. */
const copies = options.quick ? 2 : 4;
const contenderNames: readonly ContenderName[] = options.quick ? ['kit', 'lit'] : CONTENDERS;
const stringNames: readonly StringContender[] = options.quick
  ? ['kit', 'handlebars', 'hand-written']
  : ['kit', 'handlebars', 'lit', 'hand-written', 'peer'];

const logStep = (text: string): void => console.error(`${new Date().toTimeString().slice(0, 8)} ${text}`);

const rows: Row[] = [];
const strings: StringRow[] = [];
const checks: Check[] = [];
const deliveries: MixFigures[] = [];
let loads: TemplateLoad[] = [];

// Everything built is read in advance, because other builds may run during the measurement.
const server = await startServer(await bundlePages([...contenderNames, 'engine']));
const built = await builtFiles();
const browser = await launch();
if (only('W6')) {
  // Imported here because it imports build output.
  const { renderToString } = await import('./render-to-string');
  for await (const row of renderToString(shapes, rounds.string, stringNames)) {
    logStep(`${row.workload}, ${row.shape}`);
    strings.push(row);
  }
}
try {
  if (['W1', 'W2', 'W3', 'growth'].some(only)) {
    for (const shape of shapes) {
      const contenders = await openContenders(browser, server, shape, contenderNames);
      await assertEqualContent(contenders, shape);
      const add = (row: Row): void => {
        logStep(`${row.workload}, ${row.shape}`);
        rows.push(row);
      };
      if (only('W1')) for await (const row of render(contenders, shape, rounds.render)) add(row);
      for await (const row of update(contenders, shape, rounds.update, copies, only)) add(row);
      if (only('growth') && shape === shapes[0]) checks.push(...(await growth(contenders, rounds.growth)));
      for (const { page } of contenders) await page.close();
    }
  }
  if (only('memory')) {
    logStep('memory');
    checks.push(...(await memory(browser, server)));
  }
  if (only('W4')) {
    for (const mix of MIXES)
      for (const host of Object.keys(HOSTS) as (keyof typeof HOSTS)[]) {
        // A quick run skips the distant host, whose visits take half a minute.
        if (options.quick && HOSTS[host]) continue;
        logStep(`W4 ${mix.name}, ${host} host`);
        const share = HOSTS[host] ? 1 / 2 : 1;
        deliveries.push(await measureDelivery(browser, built, mix, host, Math.ceil(rounds.delivery * share)));
      }
  }
  if (only('W5')) {
    logStep('W5 first render');
    const templates = readTemplates(options.templates);
    // A quick run takes some of the committed templates, and all of another folder.
    const every = options.quick && options.templates === REAL_WORLD ? 4 : 1;
    const some = templates.filter((_each, at) => at % every === 0);
    loads = await measureFirstLoads(browser, built, some, rounds.load, logStep);
  }
  if (only('typing')) {
    logStep('typing');
    checks.push(...(await typing(rounds.typing)));
  }
  if (only('bytes')) {
    logStep('bytes');
    checks.push(...(await editorBytes()));
  }
  const date = new Date().toISOString().slice(0, 10);
  const { text, met } = report({
    rows,
    strings,
    deliveries,
    loads,
    checks,
    circumstances: `${date}, ${await browser.version()}, Node ${process.version}; rounds: ${JSON.stringify(rounds)};`,
  });
  if (options.out) {
    mkdirSync(dirname(options.out), { recursive: true });
    writeFileSync(options.out, text);
  }
  console.log(text);
  if (options.check && !met) process.exitCode = 1;
} finally {
  await browser.close();
  await server.close();
}
