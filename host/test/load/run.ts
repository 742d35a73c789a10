/**
 * `npm run test:load`: requests, reads and saves of the host per second, each compared with its baseline in the same run, with a
 * small library and with 100,000 components. LOAD_FOLDER keeps the imported libraries for the next run, LOAD_COMPONENTS sets
 * their sizes, LOAD_ROUNDS (5) and LOAD_SECONDS (2) the duration of each part. The last part measures what the load of one
 * caller costs others: an empty LOAD_COMPONENTS runs only that part, and LOAD_CASE only its cases whose names contain the value.
 * The report is written to tests/reports/load.md. The exit code is 1 if a request failed.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  sendQueries,
  sendGets,
  type Scenario,
  type ScenarioResult,
  median,
  type GraphQLQuery,
  runRounds,
} from './scenarios.js';
import { measureIsolation } from './isolation.js';
import { fileOf, LIBRARY, nameOf, pageOf, writeLibrary } from './library.js';
import { runHostCommand, startHost, startBaseline } from './processes.js';
import { countFsyncs, fsyncRate, measureSaves } from './saves.js';

const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const sizes = (process.env['LOAD_COMPONENTS'] ?? '1000,100000').split(',').filter(Boolean).map(Number);
const rounds = number('LOAD_ROUNDS', 5);
const seconds = number('LOAD_SECONDS', 2);
const keptFolder = process.env['LOAD_FOLDER'];
const folder = keptFolder ?? (await mkdtemp(join(tmpdir(), 'feaas-load-')));

/** The number of pages that are requested repeatedly, and of pages that are sampled from the whole library. */
const HOT_PAGES = 200;
const PAGE_SAMPLE = 20_000;
const EDITORS = [1, 4, 16, 64];

interface SaveResult {
  readonly editors: number;
  readonly rate: number;
  readonly p99: number;
  readonly fsyncs: number;
  /** Saves per fsync. */
  readonly group: number;
  readonly ratio: number;
  readonly failures: number;
}

async function prepareLibrary(size: number): Promise<{ files: string; data: string }> {
  const files = join(folder, `library-${size}`);
  const data = join(folder, `data-${size}`);
  if (!existsSync(data)) {
    await mkdir(folder, { recursive: true });
    await writeLibrary(files, size);
    console.log(`importing ${size} components …`);
    const started = performance.now();
    await runHostCommand(`${data}.part`, 'import', files);
    await rename(`${data}.part`, data);
    console.log(`imported ${Math.round(size / ((performance.now() - started) / 1000))} components a second`);
  }
  return { files, data };
}

const spreadIndexes = (count: number, size: number): number[] =>
  // A step that is coprime to the size visits each index once.
  Array.from({ length: Math.min(count, size) }, (_, index) => (index * 7919) % size);

async function measure(size: number): Promise<{ scenarios: ScenarioResult[]; saves: SaveResult[] }> {
  const { files, data } = await prepareLibrary(size);
  const host = await startHost(data, UNLIMITED_RATE_SETTINGS);
  const output = await runHostCommand(data, 'token', 'create', `load ${Date.now()}`, '--role', 'editor');
  const secret = /feaas_[\w-]+/.exec(output)?.[0];
  if (secret === undefined) throw new Error(`no token in: ${output}`);
  const fileServer = await startBaseline('files', files);
  const yoga = await startBaseline('yoga');
  const authorization = { authorization: `Bearer ${secret}` };
  const version = `${LIBRARY}/${nameOf(0)}/responsive`;
  const selection = '{ id view revision }';
  const all = spreadIndexes(size, size);
  const names = all.map(nameOf);
  const components = names.map((name) => `${LIBRARY}/${name}`);
  const versions = components.map((id) => `${id}/responsive`);
  /** Queries of editors and tools. The first request of an id is not served from the read cache. */
  const queries: readonly (readonly [name: string, question: GraphQLQuery, withToken?: boolean])[] = [
    ['library', { query: `{ library(id: "${LIBRARY}") { name } }` }],
    ['version', { query: `{ versions(ids: ["${version}"]) ${selection} }` }],
    ['version with a token', { query: `{ versions(ids: ["${version}"]) ${selection} }` }, true],
    ['any version', { query: `query ($id: ID!) { versions(ids: [$id]) ${selection} }`, ids: versions }],
    [
      'component with its versions',
      { query: `{ component(id: "${LIBRARY}/${nameOf(3)}") { id name versions { id name revision } } }` },
    ],
    ['any component', { query: 'query ($id: ID!) { component(id: $id) { id name } }', ids: components }],
    ['list of 10 components', { query: `{ components(library: "${LIBRARY}", first: 10) { items { id name } next } }` }],
    [
      'any 10 components',
      {
        query: `query ($id: String) { components(library: "${LIBRARY}", first: 10, after: $id) { items { id name } next } }`,
        ids: names,
      },
    ],
    [
      'any 10 components with their versions',
      {
        query: `query ($id: String) { components(library: "${LIBRARY}", first: 10, after: $id) { items { id versions { id } } } }`,
        ids: names,
      },
    ],
    ['history', { query: `{ history(id: "${version}", first: 10) { items { number author at } } }` }, true],
    [
      'any history',
      { query: 'query ($id: ID!) { history(id: $id, first: 10) { items { number author at } } }', ids: versions },
      true,
    ],
    [
      'search, 5 components with their versions',
      { query: `{ library(id: "${LIBRARY}") { components(first: 5, search: "1") { items { id versions { id } } } } }` },
    ],
  ];
  const scenarios: Scenario[] = [
    {
      name: 'bare file server',
      run: sendGets(
        fileServer.url,
        spreadIndexes(HOT_PAGES, size).map((id) => `/${fileOf(id)}`),
      ),
    },
    {
      name: 'delivery',
      baseline: 'bare file server',
      run: sendGets(host.url, spreadIndexes(HOT_PAGES, size).map(pageOf)),
    },
    {
      name: 'bare file server, any page',
      run: sendGets(
        fileServer.url,
        spreadIndexes(PAGE_SAMPLE, size).map((id) => `/${fileOf(id)}`),
      ),
    },
    {
      name: 'delivery, any page',
      baseline: 'bare file server, any page',
      run: sendGets(host.url, spreadIndexes(PAGE_SAMPLE, size).map(pageOf)),
    },
    { name: 'one-field Yoga', run: sendQueries(yoga.url, { query: '{ name }' }) },
    ...queries.map(([name, question, withToken]) => ({
      ...{ name, baseline: 'one-field Yoga', run: sendQueries(host.url, question, withToken ? authorization : {}) },
    })),
  ];
  const results = await runRounds(scenarios, rounds, seconds);
  const saves: SaveResult[] = [];
  for (const editors of EDITORS) {
    const each: { rate: number; p99: number; fsyncs: number; failures: number }[] = [];
    for (let round = 0; round < Math.min(rounds, 3); round++) {
      const fsyncs = fsyncRate(data, seconds / 2);
      each.push({ ...(await measureSaves(host.url, secret, editors, seconds)), fsyncs });
    }
    // Separately, because strace slows the host down.
    const traced = await countFsyncs(host.pid, () => measureSaves(host.url, secret, editors, 1));
    const group = traced.result.rate / traced.fsyncs;
    const [rate, fsyncs] = [median(each.map(({ rate }) => rate)), median(each.map(({ fsyncs }) => fsyncs))];
    saves.push({
      ...{ editors, rate, fsyncs, group, ratio: rate / (fsyncs * group) },
      p99: median(each.map(({ p99 }) => p99)),
      failures: each.reduce((sum, { failures }) => sum + failures, traced.result.failures),
    });
  }
  await host.stop();
  return { scenarios: results, saves };
}

/** All requests come from one address here. */
const UNLIMITED_RATE_SETTINGS = Object.fromEntries(
  ['TOKEN_READS', 'TOKEN_WRITES', 'ADDRESS_READS', 'ADDRESS_WRITES', 'ADDRESS_DELIVERY'].map((which) => [
    `FEAAS_RATE_${which}`,
    '999999/9999999',
  ]),
);

const lines: string[] = [];
const logLine = (line: string): void => {
  lines.push(line);
  console.log(line);
};
let failures = 0;
try {
  logLine(`# Load: ${rounds} rounds of ${seconds} s, from a second process\n`);
  const ratios = new Map<string, number[]>();
  for (const size of sizes) {
    const { scenarios, saves } = await measure(size);
    logLine(`## ${size} components\n`);
    logLine('| | a second | p99 ms | times its baseline | errors |\n|---|---|---|---|---|');
    for (const { name, rate, p99, ratio, failures } of scenarios) {
      if (ratio !== undefined) ratios.set(name, [...(ratios.get(name) ?? []), ratio]);
      logLine(`| ${name} | ${Math.round(rate)} | ${p99} | ${ratio?.toFixed(2) ?? ''} | ${failures} |`);
    }
    logLine(
      '\n| editors | saves a second | p99 ms | fsyncs a second | saves per fsync | times fsyncs x group | errors |',
    );
    logLine('|---|---|---|---|---|---|---|');
    for (const { editors, rate, p99, fsyncs, group, ratio, failures } of saves) {
      const cells = [editors, Math.round(rate), p99, Math.round(fsyncs), group.toFixed(1), ratio.toFixed(3), failures];
      logLine(`| ${cells.join(' | ')} |`);
    }
    logLine('');
    for (const each of [...scenarios, ...saves]) failures += each.failures;
  }
  if (sizes.length > 1) {
    logLine('| | ratio by size | last to first |\n|---|---|---|');
    for (const [name, each] of ratios) {
      logLine(
        `| ${name} | ${each.map((ratio) => ratio.toFixed(2)).join(', ')} | ${(each.at(-1)! / each[0]!).toFixed(2)} |`,
      );
    }
  }
  logLine(
    '\n| latency of a page while this load runs | p50 ms | p99 ms | max ms | result of the load |\n|---|---|---|---|---|',
  );
  for (const { name, p50, p99, max, loadResult } of await measureIsolation(
    folder,
    seconds,
    UNLIMITED_RATE_SETTINGS,
    process.env['LOAD_CASE'],
  )) {
    logLine(`| ${[name, p50.toFixed(1), p99.toFixed(1), max.toFixed(1), loadResult].join(' | ')} |`);
  }
  logLine(`\n${failures} errors.`);
  await writeFile(new URL('../../../tests/reports/load.md', import.meta.url), `${lines.join('\n')}\n`);
} finally {
  if (keptFolder === undefined) await rm(folder, { recursive: true, force: true });
}
process.exit(failures > 0 ? 1 : 0);
