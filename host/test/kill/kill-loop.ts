/** Kills writer processes with SIGKILL repeatedly, and verifies after each kill that acknowledged writes persist. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { BlobStore } from '../../src/storage/blob-store.js';
import type { ContentService } from '../../src/content/content-service.js';
import type { Version } from '../../src/content/model.js';
import { openS3Blobs } from '../../src/storage/s3/s3-blobs.js';
import {
  folderBlobsOf,
  makeLibrary,
  openContentService,
  silentLog,
  type TestStore,
} from '../support/content-services.js';
import { bundle } from './bundle.js';
import { type WriterHistory, parseHistories, type VersionState, type WriterTask } from './writer-history.js';

const WRITERS = 6;
/** The number of kills on one database, which keeps its verification fast. */
const KILLS_PER_STORE = 25;
/** The largest number of acknowledgements before a kill. */
const MAX_ACKNOWLEDGEMENTS = 80;
/** The largest delay in milliseconds after the last of them. */
const MAX_DELAY = 10;

export interface KillResults {
  kills: number;
  acknowledged: number;
  /** Missing acknowledged writes. */
  lost: string[];
  /** States that are neither those before nor those after a write, and the findings of `check`. */
  torn: string[];
}

export const newKillResults = (): KillResults => ({ kills: 0, acknowledged: 0, lost: [], torn: [] });

/** @param onKill called after each kill */
export async function killLoop(
  kills: number,
  newStore: () => Promise<TestStore>,
  onKill: (results: KillResults) => void = () => {},
): Promise<KillResults> {
  const script = await bundle('writer');
  try {
    return await killTimes(kills, script.path, newStore, onKill);
  } finally {
    await script.remove();
  }
}

async function killTimes(
  kills: number,
  script: string,
  newStore: () => Promise<TestStore>,
  onKill: (results: KillResults) => void,
): Promise<KillResults> {
  const results = newKillResults();
  while (results.kills < kills) {
    const store = await newStore();
    const first = await openContentService(
      store,
      store.bucket ? { blobs: await openS3Blobs(store.bucket, silentLog) } : {},
    );
    await makeLibrary(first, 'demo');
    await first.close();
    const rounds = Math.min(KILLS_PER_STORE, kills - results.kills);
    // The next process loads its code while the store is verified.
    let next = startWriter(script, store, 0);
    for (let run = 1; run <= rounds; run++) {
      const child = next;
      if (run < rounds) next = startWriter(script, store, run);
      const output = await killWhileWriting(child);
      await verifyStore(store, parseHistories(output), results);
      results.kills++;
      onKill(results);
    }
  }
  return results;
}

interface WriterProcess {
  readonly process: ChildProcess;
  /** Resolves once the output has `count` lines that begin with the text. */
  readonly waitForLines: (beginning: string, count: number) => Promise<void>;
  readonly output: () => string;
}

function startWriter(script: string, store: TestStore, run: number): WriterProcess {
  const settings = { ...store.settings, log: undefined };
  const task: WriterTask = { settings, folder: store.folder, bucket: store.bucket, run, writers: WRITERS };
  const child = spawn(process.execPath, [script, JSON.stringify(task)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '\n';
  let check = (): void => {};
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    check();
  });
  const said = (beginning: string, count: number): Promise<void> =>
    new Promise((resolve, reject) => {
      check = () => {
        if (output.split(`\n${beginning}`).length > count) resolve();
      };
      child.once('close', (code) => reject(new Error(`A writer exited by itself with ${code}.`)));
      check();
    });
  return { process: child, waitForLines: said, output: () => output };
}

async function killWhileWriting(child: WriterProcess): Promise<string> {
  const closed = once(child.process, 'close');
  await child.waitForLines('loaded', 1);
  child.process.stdin?.write('go\n');
  // Every moment must be safe. The moment depends on acknowledgements, not on the speed of the machine.
  await child.waitForLines('<', 1 + Math.floor(Math.random() * MAX_ACKNOWLEDGEMENTS));
  await sleep(Math.random() * MAX_DELAY);
  child.process.kill('SIGKILL');
  await closed;
  return child.output();
}

async function verifyStore(store: TestStore, histories: readonly WriterHistory[], results: KillResults): Promise<void> {
  const blobs = store.bucket ? await openS3Blobs(store.bucket, silentLog) : folderBlobsOf(store);
  // Before any recovery: acknowledged publications must be in the blob store.
  for (const history of histories) await verifyBlob(blobs, history, results);
  await waitForNoConnections(store);
  const contentService = await openContentService(store, { blobs });
  try {
    for (const history of histories) {
      results.acknowledged += history.acknowledged;
      await verifyVersion(contentService, history, results);
    }
    await contentService.delivered();
    results.torn.push(...(await contentService.check()));
  } finally {
    await contentService.close();
  }
}

/** Waits until PostgreSQL has ended the requests of the killed process. */
async function waitForNoConnections({ settings: { url } }: TestStore): Promise<void> {
  if (url === undefined) return;
  const client = new pg.Client(url);
  await client.connect();
  for (;;) {
    const { rows } = await client.query<{ count: string }>(
      'select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    if (rows[0]?.count === '0') break;
    await sleep(5);
  }
  await client.end();
}

async function verifyBlob(
  blobs: BlobStore,
  { version, confirmed, pending, markers }: WriterHistory,
  results: KillResults,
) {
  const { published } = confirmed;
  if (published === null || pending) return;
  const blob = await blobs.get(`components/demo/hero/${version}/published.html`);
  if (!blob?.bytes.toString().startsWith(`<p>${markers.get(published)}</p>`)) {
    results.lost.push(`${version}: the acknowledged publication of revision ${published} is not delivered`);
  }
}

async function verifyVersion(
  contentService: ContentService,
  history: WriterHistory,
  results: KillResults,
): Promise<void> {
  const { version, confirmed, pending, markers } = history;
  const address = { library: 'demo', component: 'hero', version };
  const [actual] = await contentService.versions([address]);
  const state = stateOf(actual);
  const matches = (expected: VersionState | undefined) => JSON.stringify(expected) === JSON.stringify(state);
  if (!matches(confirmed) && !matches(pending)) {
    const list = state.revision < confirmed.revision ? results.lost : results.torn;
    list.push(
      `${version}: is ${JSON.stringify(state)}, not ${JSON.stringify(confirmed)} nor ${JSON.stringify(pending)}`,
    );
  }
  for (const [number, marker] of markers) {
    const revision = await contentService.revision(address, number);
    if (!revision?.content.startsWith(`<p>${marker}</p>`))
      results.lost.push(`${version}: revision ${number} is not there`);
    else if (!revision.content.endsWith('</p>')) results.torn.push(`${version}: revision ${number} is cut off`);
  }
}

const stateOf = (version: Version | undefined): VersionState => ({
  revision: version?.revision ?? 0,
  staged: version?.staged ?? null,
  published: version?.published ?? null,
  deleted: version !== undefined && version.deletedAt !== null,
});
