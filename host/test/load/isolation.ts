/**
 * What the load of one caller costs others: the latency of a GET of a published page while the host is idle, and under each of
 * these loads.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { request } from 'node:http';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { createContentService } from '../../src/publishing/create-content-service.js';
import { createFolderBlobs } from '../../src/storage/folder/folder-blobs.js';
import { openDatabase } from '../../src/db/dialects/open-database.js';
import { pathsIn } from '../../src/lib/data-folder.js';
import { saveRepeatedly, openSubscriptions, type Subscribers } from './concurrent-editors.js';
import { type LatencyMonitor, startLatencyMonitor, startHost } from './processes.js';
import { uploadConcurrently } from './uploads.js';

export interface IsolationResult {
  readonly name: string;
  /** The latency of the monitor, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** The result of the load itself. */
  readonly loadResult: string;
}

const LIBRARY = 'isolation';
const PAGE = `/components/${LIBRARY}/page/responsive/published.html`;
const FORKS = 700;
const FORK_BYTES = 500_000;
const SOURCES = 50;
const SOURCE_BYTES = 100_000;
const SUBSCRIBERS = 300;
/** The limit of one token. */
const SUBSCRIBERS_PER_TOKEN = 20;
const SAVE_BYTES = 200_000;
const HEAVY_ELEMENTS = 49_000;
const HEAVY_SAVES = 8;
const CONCURRENT = { subscribers: 1000, editors: 20 };
/** The niceness of this process: the host and the monitor have priority. */
const CLIENT_PRIORITY = 10;

const actor = { name: 'Load', id: 'load' };

/** @param filter runs the idle case, and the cases whose names contain this text */
export async function measureIsolation(
  folder: string,
  seconds: number,
  settings: Readonly<Record<string, string>>,
  filter = '',
): Promise<IsolationResult[]> {
  const data = join(folder, 'data-isolation');
  if (!existsSync(data)) await writeContent(data);
  const { editors, viewers } = await createTokens(data);
  const editor = editors[0]!;
  const host = await startHost(data, settings);
  const bystander = await startLatencyMonitor(host.url, PAGE);
  // In production, clients run on other machines.
  setPriority(CLIENT_PRIORITY);
  const pause = (): Promise<string> => sleep(seconds * 1000).then(() => '');
  const cases: readonly (readonly [name: string, run: (measure: MeasureLatency) => Promise<LatencyUnderLoad>])[] = [
    ['no load', (measure) => measure(pause)],
    [
      'no token: 13 aliases of the versions of a component with 700 forks of 500 kB',
      (measure) => measure(() => requestVersions(host.url)),
    ],
    ['a viewer: the same', (measure) => measure(() => requestVersions(host.url, viewers[0]))],
    ['4 connections: data that is not there', (measure) => measure(() => requestMissingData(host.url, seconds))],
    [
      '300 subscribers with the view: a save of 200 kB',
      (measure) => saveWithSubscribers(host.url, editor, viewers, measure),
    ],
    ['8 saves at once of views with 49,000 elements', (measure) => measure(() => saveHeavyViews(host.url, editor))],
    [
      'a viewer: 60 uploads of 16 MiB at once',
      (measure) => measure(() => uploadConcurrently(host.url, host.pid, viewers[0]!)),
    ],
    ['an editor: the same', (measure) => measure(() => uploadConcurrently(host.url, host.pid, editor))],
    ['1,000 subscribers', (measure) => withSubscribers(host.url, viewers, () => measure(pause))],
    [
      '1,000 subscribers, 20 editors that save views of 49,000 elements',
      (measure) =>
        withSubscribers(host.url, viewers, ({ eventCount }) =>
          measure(async () => {
            const answers = await saveRepeatedly(host.url, `${LIBRARY}/heavy`, editors, heavyView, seconds);
            return `${formatCounts(answers)}, ${eventCount()} events`;
          }),
        ),
    ],
  ];
  const results: IsolationResult[] = [];
  for (const [at, [name, run]] of cases.entries()) {
    if (at > 0 && !name.includes(filter)) continue;
    results.push({ name, ...(await run((work) => measureLatency(bystander, work))) });
    await sleep(500);
  }
  bystander.stop();
  await host.stop();
  return results;
}

type LatencyUnderLoad = Omit<IsolationResult, 'name'>;
/** Runs the work while the monitor requests the page. Preparations of the work happen before. */
type MeasureLatency = (work: () => Promise<string>) => Promise<LatencyUnderLoad>;

async function measureLatency(bystander: LatencyMonitor, work: () => Promise<string>): Promise<LatencyUnderLoad> {
  const { milliseconds, result: loadResult } = await bystander.measureDuring(work);
  milliseconds.sort((one, other) => one - other);
  const at = (share: number): number =>
    milliseconds[Math.min(Math.floor(milliseconds.length * share), milliseconds.length - 1)]!;
  return { p50: at(0.5), p99: at(0.99), max: milliseconds.at(-1)!, loadResult };
}

async function writeContent(data: string): Promise<void> {
  await mkdir(`${data}.part`, { recursive: true });
  const { contentService } = await openService(`${data}.part`);
  await contentService.putLibrary({ id: LIBRARY, name: 'Isolation' });
  for (const id of ['page', 'forked', 'edited', 'heavy'])
    await contentService.putComponent({ library: LIBRARY, id, name: id, collections: [] });
  const version = (component: string) => ({ library: LIBRARY, component, version: 'responsive' });
  await contentService.save(version('page'), '<p>A page</p>', { actor, expected: 0 });
  await contentService.step('publish', version('page'), { actor, expected: 1 });
  await contentService.save(version('forked'), text(FORK_BYTES), { actor, expected: 0 });
  await contentService.step('publish', version('forked'), { actor, expected: 1 });
  for (let at = 0; at < FORKS; at++) await contentService.fork(version('forked'), `page-${at}`, { actor, expected: 0 });
  for (let at = 0; at < SOURCES; at++) {
    const sample = JSON.stringify({ text: 'x'.repeat(SOURCE_BYTES) });
    await contentService.putDataSource({ library: LIBRARY, id: `source-${at}`, sample, settings: null });
  }
  await contentService.close();
  await rename(`${data}.part`, data);
}

async function createTokens(data: string): Promise<{ editors: string[]; viewers: string[] }> {
  const { contentService } = await openService(data);
  const create = async (role: 'viewer' | 'editor', name: string): Promise<string> =>
    (await contentService.createToken({ name, library: LIBRARY, role, expiresAt: undefined })).secret;
  const editors: string[] = [];
  for (let at = 0; at < CONCURRENT.editors; at++) editors.push(await create('editor', `editor ${at} ${Date.now()}`));
  const viewers: string[] = [];
  for (let at = 0; at < CONCURRENT.subscribers / SUBSCRIBERS_PER_TOKEN; at++)
    viewers.push(await create('viewer', `viewer ${at} ${Date.now()}`));
  await contentService.close();
  return { editors, viewers };
}

async function openService(data: string) {
  const database = await openDatabase({ file: pathsIn(data).database });
  const blobs = createFolderBlobs(pathsIn(data).blobs);
  return { contentService: createContentService({ database, blobs }) };
}

const text = (bytes: number): string => `<p>${'x'.repeat(bytes - 7)}</p>`;

const formatCounts = (answers: ReadonlyMap<string, number>): string =>
  [...answers].map(([answer, count]) => `${count} times ${answer}`).join(', ');

/** Each view differs, because the host does not validate the same view twice. */
const heavyView = (mark: string): string => `<i>${mark}</i>${'<b>x</b>\n'.repeat(HEAVY_ELEMENTS)}`;

async function requestVersions(url: string, secret?: string): Promise<string> {
  const aliases = Array.from(
    { length: 13 },
    (_, at) => `a${at}: component(id: "${LIBRARY}/forked") { versions { id } }`,
  );
  const started = performance.now();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: headersOf(secret),
    body: JSON.stringify({ query: `{ ${aliases.join(' ')} }` }),
  });
  const body = await response.text();
  return `${response.status}, ${body.length} bytes after ${seconds(started)}`;
}

async function requestMissingData(url: string, duration: number): Promise<string> {
  const pool = new Pool(url, { connections: 4 });
  const end = performance.now() + duration * 1000;
  const statuses = new Map<string, number>();
  const requestUntilEnd = async (): Promise<void> => {
    while (performance.now() < end) {
      const { body, statusCode } = await pool.request({ path: '/api/none.json', method: 'GET' });
      await body.dump();
      statuses.set(String(statusCode), (statuses.get(String(statusCode)) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 4 }, requestUntilEnd));
  await pool.close();
  return formatCounts(statuses);
}

async function withSubscribers<Result>(
  url: string,
  viewers: readonly string[],
  work: (subscribers: Subscribers) => Promise<Result>,
): Promise<Result> {
  const subscribers = await openSubscriptions(url, LIBRARY, viewers, SUBSCRIBERS_PER_TOKEN);
  try {
    return await work(subscribers);
  } finally {
    subscribers.close();
  }
}

async function saveWithSubscribers(
  url: string,
  editor: string,
  viewers: readonly string[],
  measure: MeasureLatency,
): Promise<LatencyUnderLoad> {
  const query = `subscription { versionChanged(library: "${LIBRARY}") { id version { revision view } } }`;
  const marker = `m${Date.now()}`;
  const subscribers = Array.from({ length: SUBSCRIBERS }, (_, at) => {
    const sent = request(`${url}/graphql`, {
      ...{ method: 'POST', agent: false },
      headers: { ...headersOf(viewers[at % viewers.length]), accept: 'text/event-stream' },
    });
    sent.on('error', () => {});
    sent.end(JSON.stringify({ query }));
    const delivered = (async () => {
      const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream];
      let arrived = '';
      for await (const part of response) {
        arrived += String(part);
        if (arrived.includes(marker)) return performance.now();
        if (arrived.includes('"errors"')) throw new Error(arrived.slice(0, 500));
      }
      throw new Error('a subscription ended');
    })();
    return { sent, told: delivered };
  });
  await sleep(2000);
  const measured = await measure(async () => {
    const started = performance.now();
    const saved = saveView(url, editor, `${LIBRARY}/edited/${marker}`, `<p>${marker}</p>${text(SAVE_BYTES)}`);
    const times = (await Promise.all(subscribers.map(({ told }) => told))).map((at) => at - started);
    return `${await saved}, all delivered after ${Math.round(Math.max(...times))} ms`;
  });
  for (const { sent } of subscribers) sent.destroy();
  return measured;
}

async function saveHeavyViews(url: string, editor: string): Promise<string> {
  const run = Date.now();
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: HEAVY_SAVES }, (_, at) =>
      saveView(url, editor, `${LIBRARY}/heavy/h${run}-${at}`, heavyView(`${run} ${at}`)),
    ),
  );
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return `${formatCounts(counts)} after ${seconds(started)}`;
}

async function saveView(url: string, secret: string, id: string, view: string): Promise<string> {
  const query =
    'mutation ($id: ID!, $view: String!) { saveVersion(id: $id, view: $view, expectedRevision: 0) { revision } }';
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: headersOf(secret),
    body: JSON.stringify({ query, variables: { id, view } }),
  });
  const answer = (await response.json()) as { errors?: { extensions: { code: string } }[] };
  return answer.errors?.[0]?.extensions.code ?? String(response.status);
}

const headersOf = (secret: string | undefined): Record<string, string> => ({
  'content-type': 'application/json',
  ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
});

const seconds = (started: number): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;
