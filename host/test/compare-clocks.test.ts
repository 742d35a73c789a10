/** A host warns if its clock differs from that of its database by more than sessions allow. */
import assert from 'node:assert/strict';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { createScheduleWorker } from '../src/publishing/schedules/schedule-worker.js';
import { databaseForTest } from './support/test-database.js';
import test from './support/each-database.js';
import { recordingLog } from './support/recording-log.js';
import { cleanUp } from '../../tests/lib/clean-up.js';
import { waitUntil } from '../../tests/lib/wait-until.js';

const SECOND = 1_000;
const NOW = Date.UTC(2030, 0, 1);

test('a clock that is ahead or behind is reported once, and its recovery once', async (t) => {
  const database = await openDatabase((await databaseForTest(t))!);
  const { log, messages } = recordingLog();
  const ahead = { seconds: 30 };
  let looks = 0;
  const nothing = (): never => assert.fail('nothing is due');
  const worker = createScheduleWorker({
    ...{ database, log, timeout: SECOND, interval: 1, publishItems: nothing },
    outbox: { enqueue: nothing, enqueueErased: nothing, enqueueTombstones: nothing, pending: nothing, flush: nothing },
    clock: () => NOW + ahead.seconds * SECOND,
    now: async () => {
      looks++;
      return NOW;
    },
  });
  cleanUp(t, async () => {
    await worker.close();
    await database.close();
  });
  const lookedAgain = async (): Promise<void> => {
    const before = looks;
    await waitUntil(() => looks > before + 2);
  };
  for (const [seconds, message] of [
    [30, undefined],
    [300, /^The clock of this host is 300 s ahead of the clock of the database\. .* Set the clocks/],
    [400, undefined],
    [-29, /^The clocks of this host and of the database agree again\.$/],
    [-31, /^The clock of this host is 31 s behind the clock of the database\./],
    [0, /agree again/],
  ] as const) {
    const before = messages.length;
    ahead.seconds = seconds;
    await lookedAgain();
    assert.equal(messages.length - before, message ? 1 : 0, `${seconds} s: ${messages.slice(before).join()}`);
    if (message) assert.match(messages.at(-1)!, message);
  }
});
