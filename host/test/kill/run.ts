/**
 * `npm run test:kill`: FEAAS_KILLS (500) kills, half of them on each database; the last line has the totals. With the argument
 * `s3`, blobs are in S3 instead of a folder, and all kills are on PostgreSQL, like hosts that share both.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestStore, silentLog } from '../support/content-services.js';
import { startPostgres } from '../support/postgres.js';
import { s3Options, startS3 } from '../support/s3.js';
import { killLoop, type KillResults } from './kill-loop.js';

const kills = Number(process.env['FEAAS_KILLS'] ?? 500);
if (!Number.isInteger(kills) || kills < 2) throw new Error('FEAAS_KILLS must be a whole number from 2.');
const storage = process.argv[2] ?? 'folder';
if (storage !== 'folder' && storage !== 's3') throw new Error(`The storage must be folder or s3, but is '${storage}'.`);
const onLibsql = storage === 's3' ? 0 : Math.ceil(kills / 2);

const folders: string[] = [];
const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-kill-'));
  folders.push(folder);
  return folder;
};
const logProgress =
  (kind: string, of: number) =>
  ({ kills: done, acknowledged, lost, torn }: KillResults): void => {
    if (done % 25 !== 0 && done !== of) return;
    console.log(`${kind}: ${done} of ${of} kills, ${acknowledged} writes, ${lost.length} lost, ${torn.length} torn`);
  };

const server = await startPostgres({ durable: true });
const s3 = storage === 's3' ? await startS3() : undefined;
let buckets = 0;
const allResults: KillResults[] = [];
try {
  const libsql = async (): Promise<TestStore> => {
    const folder = await newFolder();
    return { folder, settings: { file: join(folder, 'host.db'), log: silentLog } };
  };
  const postgres = async (): Promise<TestStore> => ({
    folder: await newFolder(),
    settings: { url: await server.newDatabase(), log: silentLog },
    ...(s3 && { bucket: s3Options(`killed-${buckets++}`, s3.url) }),
  });
  if (onLibsql > 0) allResults.push(await killLoop(onLibsql, libsql, logProgress('libsql', onLibsql)));
  allResults.push(await killLoop(kills - onLibsql, postgres, logProgress('postgres', kills - onLibsql)));
} finally {
  await server.stop();
  await s3?.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}

const sum = (of: (results: KillResults) => number): number =>
  allResults.reduce((total, results) => total + of(results), 0);
const [lost, torn] = [sum((results) => results.lost.length), sum((results) => results.torn.length)];
for (const results of allResults) for (const line of [...results.lost, ...results.torn]) console.log(line);
console.log(
  `${kills} kills (${storage}; ${allResults.map((results) => results.kills).join(' on libsql, ')} on postgres): ` +
    `${sum((results) => results.acknowledged)} acknowledged writes, ${lost} lost, ${torn} torn.`,
);
process.exitCode = lost + torn > 0 ? 1 : 0;
