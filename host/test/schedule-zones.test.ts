/** Local times of time zones: those that clock changes skip or repeat. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentOf } from '../src/content/schedules/local-time.js';

/** The conversions of local times, by the rule `compatible` of Temporal. */
const TABLE: readonly [local: string, zone: string, utc: string, adjustment: 'gap' | 'overlap' | null][] = [
  ['2027-01-15T12:00', 'UTC', '2027-01-15T12:00:00Z', null],
  ['2027-03-28T01:59', 'Europe/Berlin', '2027-03-28T00:59:00Z', null],
  // 02:00 to 03:00 does not exist: an hour later.
  ['2027-03-28T02:00', 'Europe/Berlin', '2027-03-28T01:00:00Z', 'gap'],
  ['2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T01:30:00Z', 'gap'],
  ['2027-03-28T03:00', 'Europe/Berlin', '2027-03-28T01:00:00Z', null],
  // 02:00 to 03:00 exists twice: the first one.
  ['2027-10-31T01:59', 'Europe/Berlin', '2027-10-30T23:59:00Z', null],
  ['2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T00:30:00Z', 'overlap'],
  ['2027-10-31T03:00', 'Europe/Berlin', '2027-10-31T02:00:00Z', null],
  ['2027-03-14T02:30', 'America/New_York', '2027-03-14T07:30:00Z', 'gap'],
  ['2027-11-07T01:30', 'America/New_York', '2027-11-07T05:30:00Z', 'overlap'],
  // By half an hour.
  ['2027-10-03T02:15', 'Australia/Lord_Howe', '2027-10-02T15:45:00Z', 'gap'],
  ['2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T14:45:00Z', 'overlap'],
  // A whole day that did not exist.
  ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T22:00:00Z', 'gap'],
  ['2027-06-15T09:00:30', 'Asia/Kathmandu', '2027-06-15T03:15:30Z', null],
];

for (const [local, zone, utc, adjustment] of TABLE) {
  test(`${local} in ${zone} is ${utc}${adjustment ? `, ${adjustment}` : ''}`, async () => {
    const moment = await momentOf(local, zone);
    assert.equal(new Date(moment.at).toISOString(), new Date(utc).toISOString());
    assert.equal(moment.adjustment, adjustment);
    assert.equal(moment.localTime, local.length === 16 ? `${local}:00` : local);
  });
}

/** The local time at an instant, by another implementation of time zones. */
function localTimeAt(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  }).formatToParts(at);
  const of = (type: string): string => parts.find((part) => part.type === type)!.value;
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}`;
}

test('every half hour of a day with a clock change is converted to the local time shown, unless it is skipped', async () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Chatham'];
  const days = ['2027-03-14', '2027-03-28', '2027-04-04', '2027-09-26', '2027-10-03', '2027-10-31', '2027-11-07'];
  const found = { gap: 0, overlap: 0, none: 0 };
  for (const zone of zones) {
    for (const day of days) {
      for (let half = 0; half < 48; half++) {
        const time = `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
        const { at, adjustment } = await momentOf(`${day}T${time}`, zone);
        found[adjustment ?? 'none']++;
        const shown = localTimeAt(at, zone);
        if (adjustment === 'gap') assert.ok(shown > `${day}T${time}:00`, `${day}T${time} in ${zone} is ${shown}`);
        else assert.equal(shown, `${day}T${time}:00`, zone);
        // The first of two equal local times.
        if (adjustment === 'overlap') assert.notEqual(localTimeAt(at - 1_800_000, zone), shown);
      }
    }
  }
  assert.ok(found.gap > 5 && found.overlap > 5, JSON.stringify(found));
});

test('an invalid local time or time zone is rejected by its name', async () => {
  for (const local of ['2027-02-30T12:00', '2027-01-01', '2027-01-01T25:00', '2027-01-01T12:00Z', 'now', ''])
    await assert.rejects(() => momentOf(local, 'UTC'), { code: 'BAD_USER_INPUT', argument: 'localTime' }, local);
  for (const zone of ['Mars/Base', '+02:00', 'UTC+2', '', 'Europe/Berlin[u-ca=x]', '../etc'])
    await assert.rejects(
      () => momentOf('2027-01-01T12:00', zone),
      { code: 'BAD_USER_INPUT', argument: 'timeZone' },
      zone,
    );
});
