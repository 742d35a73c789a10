/** Kills writing hosts with SIGKILL, again and again, and looks after each whether it kept its word. */
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
import { type Account, accountsOf, type Expected, type Task } from './expectations.js';

const WRITERS = 6;
/** A database is killed so often before there is a new one, so that looking through it stays quick. */
const KILLS_PER_PLACE = 25;
/** Most acknowledgements before a child is killed. */
const MOST = 80;
/** Most milliseconds after the last of them. */
const LONGEST = 10;

export interface Tally {
  kills: number;
  acknowledged: number;
  /** Acknowledged writes that are not there. */
  lost: string[];
  /** What is neither as before nor as after a write, and what `check` says. */
  torn: string[];
}

export const newTally = (): Tally => ({ kills: 0, acknowledged: 0, lost: [], torn: [] });

/** @param tell called after each kill */
export async function killLoop(
  kills: number,
  newPlace: () => Promise<TestStore>,
  tell: (tally: Tally) => void = () => {},
): Promise<Tally> {
  const script = await bundle('child');
  try {
    return await killTimes(kills, script.path, newPlace, tell);
  } finally {
    await script.remove();
  }
}

async function killTimes(
  kills: number,
  script: string,
  newPlace: () => Promise<TestStore>,
  tell: (tally: Tally) => void,
): Promise<Tally> {
  const tally = newTally();
  while (tally.kills < kills) {
    const place = await newPlace();
    const first = await openContentService(
      place,
      place.bucket ? { blobs: await openS3Blobs(place.bucket, silentLog) } : {},
    );
    await makeLibrary(first, 'demo');
    await first.close();
    const rounds = Math.min(KILLS_PER_PLACE, kills - tally.kills);
    // The next loads its code while the last is looked after.
    let next = start(script, place, 0);
    for (let run = 1; run <= rounds; run++) {
      const child = next;
      if (run < rounds) next = start(script, place, run);
      const output = await letWriteAndKill(child);
      await look(place, accountsOf(output), tally);
      tally.kills++;
      tell(tally);
    }
  }
  return tally;
}

interface Child {
  readonly process: ChildProcess;
  /** Resolves once there are so many lines that begin so. */
  readonly said: (beginning: string, count: number) => Promise<void>;
  readonly output: () => string;
}

function start(script: string, place: TestStore, run: number): Child {
  const settings = { ...place.settings, log: undefined };
  const task: Task = { settings, folder: place.folder, bucket: place.bucket, run, writers: WRITERS };
  const child = spawn(process.execPath, [script, JSON.stringify(task)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '\n';
  let look = (): void => {};
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    look();
  });
  const said = (beginning: string, count: number): Promise<void> =>
    new Promise((resolve, reject) => {
      look = () => {
        if (output.split(`\n${beginning}`).length > count) resolve();
      };
      child.once('close', (code) => reject(new Error(`A child ended by itself with ${code}.`)));
      look();
    });
  return { process: child, said, output: () => output };
}

async function letWriteAndKill(child: Child): Promise<string> {
  const closed = once(child.process, 'close');
  await child.said('loaded', 1);
  child.process.stdin?.write('go\n');
  // Any moment will do, since every moment has to be safe; not one that comes later on a slower machine.
  await child.said('<', 1 + Math.floor(Math.random() * MOST));
  await sleep(Math.random() * LONGEST);
  child.process.kill('SIGKILL');
  await closed;
  return child.output();
}

async function look(place: TestStore, accounts: readonly Account[], tally: Tally): Promise<void> {
  const blobs = place.bucket ? await openS3Blobs(place.bucket, silentLog) : folderBlobsOf(place);
  // Before anybody cleans up: what was acknowledged is delivered.
  for (const account of accounts) await lookAtBlob(blobs, account, tally);
  await noneLeft(place);
  const contentService = await openContentService(place, { blobs });
  try {
    for (const account of accounts) {
      tally.acknowledged += account.acknowledged;
      await lookAtVersion(contentService, account, tally);
    }
    await contentService.delivered();
    tally.torn.push(...(await contentService.check()));
  } finally {
    await contentService.close();
  }
}

/** A server goes on for a moment with what it was asked by one who is gone. */
async function noneLeft({ settings: { url } }: TestStore): Promise<void> {
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

async function lookAtBlob(blobs: BlobStore, { version, sure, perhaps, markers }: Account, tally: Tally) {
  const { published } = sure;
  if (published === null || perhaps) return;
  const blob = await blobs.get(`components/demo/hero/${version}/published.html`);
  if (!blob?.bytes.toString().startsWith(`<p>${markers.get(published)}</p>`)) {
    tally.lost.push(`${version}: the acknowledged publication of revision ${published} is not delivered`);
  }
}

async function lookAtVersion(contentService: ContentService, account: Account, tally: Tally): Promise<void> {
  const { version, sure, perhaps, markers } = account;
  const address = { library: 'demo', component: 'hero', version };
  const [is] = await contentService.versions([address]);
  const state = stateOf(is);
  const fits = (expected: Expected | undefined) => JSON.stringify(expected) === JSON.stringify(state);
  if (!fits(sure) && !fits(perhaps)) {
    const list = state.revision < sure.revision ? tally.lost : tally.torn;
    list.push(`${version}: is ${JSON.stringify(state)}, not ${JSON.stringify(sure)} nor ${JSON.stringify(perhaps)}`);
  }
  for (const [number, marker] of markers) {
    const revision = await contentService.revision(address, number);
    if (!revision?.content.startsWith(`<p>${marker}</p>`))
      tally.lost.push(`${version}: revision ${number} is not there`);
    else if (!revision.content.endsWith('</p>')) tally.torn.push(`${version}: revision ${number} is cut off`);
  }
}

const stateOf = (version: Version | undefined): Expected => ({
  revision: version?.revision ?? 0,
  staged: version?.staged ?? null,
  published: version?.published ?? null,
  deleted: version !== undefined && version.deletedAt !== null,
});
