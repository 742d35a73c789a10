/**
 * Saves per second by 64 writers on the embedded database, beside how often the same folder can fsync: FEAAS_SECONDS
 * (2) of each, three times in turn, so that what else the machine does falls on both.
 */
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { by, makeLibrary, openLedger, quiet } from '../support/ledgers.js';

const WRITERS = 64;
const SECONDS = Number(process.env['FEAAS_SECONDS'] ?? 2);
const VIEW = '<section class="hero"><h1 data-path="page.title">Title</h1></section>\n'.repeat(20);
/** What the log of a small commit takes. */
const PAGE = Buffer.alloc(4096 + 24);

const folder = await mkdtemp(join(process.env['FEAAS_RATE_FOLDER'] ?? tmpdir(), 'feaas-rate-'));
const ledger = await openLedger({ folder, settings: { file: join(folder, 'host.db'), log: quiet } });
const hero = await makeLibrary(ledger, 'demo');
let round = 0;

async function savesPerSecond(): Promise<{ rate: number; cpu: number }> {
  const until = performance.now() + SECONDS * 1000;
  const prefix = `round${++round}-`;
  let saves = 0;
  const cpu = process.cpuUsage();
  const started = performance.now();
  const write = async (index: number): Promise<void> => {
    const address = { ...hero, version: `${prefix}${index}` };
    for (let count = 0; performance.now() < until; count++) {
      await ledger.save(address, VIEW, by(count, `${prefix}${index}-${count}`));
      saves++;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, index) => write(index)));
  const { user, system } = process.cpuUsage(cpu);
  return { rate: (saves / (performance.now() - started)) * 1000, cpu: (user + system) / saves };
}

function fsyncsPerSecond(): number {
  const file = openSync(join(folder, 'raw'), 'w');
  const started = performance.now();
  let count = 0;
  while (performance.now() - started < SECONDS * 1000) {
    writeSync(file, PAGE);
    fdatasyncSync(file);
    count++;
  }
  const rate = (count / (performance.now() - started)) * 1000;
  closeSync(file);
  return rate;
}

try {
  await savesPerSecond();
  for (let count = 0; count < 3; count++) {
    const fsyncs = fsyncsPerSecond();
    const { rate, cpu } = await savesPerSecond();
    console.log(
      `${Math.round(rate)} saves/s by ${WRITERS} writers, ${Math.round(cpu)} us of CPU each; ` +
        `${Math.round(fsyncs)} fsyncs/s; ratio ${(rate / fsyncs).toFixed(2)}`,
    );
  }
} finally {
  await ledger.close();
  await rm(folder, { recursive: true, force: true });
}
