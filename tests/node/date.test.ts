/** Dates (D9). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDate } from '../../src/utils/data/date';
import { randomGenerator, seed } from '../lib/fuzz';

process.env['TZ'] = 'UTC';

const DATES: readonly [value: string, shown: string][] = [
  ['2024-03-05', 'March 5, 2024'],
  ['2024-03-05T23:30:00Z', 'March 5, 2024'],
  ['2024-03-05T23:30:00-02:00', 'March 6, 2024'],
  ['2024-03', 'March 1, 2024'],
  ['3/5/2024', 'March 5, 2024'],
  ['March 5, 2024', 'March 5, 2024'],
  ['Tue, 05 Mar 2024 10:00:00 GMT', 'March 5, 2024'],
  ['1709596800000', 'March 5, 2024'],
  ['Tue, 05 Mar 2024 10:00:00 EST', 'March 5, 2024'],
  ['Tue, 5 Mar 2024 23:00:00 -0500 (EST)', 'March 6, 2024'],
  ['Tuesday, 05-Mar-24 10:00:00 GMT', 'March 5, 2024'],
  ['Tue Mar  5 10:00:00 2024', 'March 5, 2024'],
  ['Sept. 5, 2024', 'September 5, 2024'],
  ['Tue, 05 Mar 2024 10:00:00 UT', 'March 5, 2024'],
  ['2024-02-29', 'February 29, 2024'],
  ['3/5/2024 11:00 pm', 'March 5, 2024'],
  ['3/5/2024, 10:00:00 AM', 'March 5, 2024'],
  ['Tue Mar 05 2024 10:00:00 GMT+0000 (Coordinated Universal Time)', 'March 5, 2024'],
];
for (const [value, shown] of DATES) test(`D9: ${value} is ${shown}`, () => assert.equal(formatDate(value), shown));

const NO_DATES = ['Chapter 7', '5', '2024', '', 'March', '12:30', '2024-13-45', 'May I 2024', '99999999999999999'];
/** Words that begin like a month, and words before a date: date parsers skip unknown words. */
const SENTENCES = ['Mark 5, 2024', 'Novel 7, 2024', 'Until May 5, 2024', 'Before 5 May 2024', 'Level 12 Mar 2024'];
/** Days that do not exist, and years that engines misinterpret. */
const NO_DAYS = ['2024-02-30', '2023-02-29T10:00', '2/30/2024', 'February 30, 2024', 'Sept 31, 2020 10:00', '1/1/0001'];
for (const value of [...NO_DATES, ...SENTENCES, ...NO_DAYS]) {
  test(`D9: "${value}" is no date`, () => assert.equal(formatDate(value), undefined));
}

test('D9: English dates equal those of Intl.DateTimeFormat, in any year and time zone', () => {
  const next = randomGenerator(seed);
  const before = process.env['TZ'];
  try {
    for (const timeZone of ['UTC', 'Pacific/Apia', 'America/St_Johns', 'Asia/Kathmandu']) {
      process.env['TZ'] = timeZone;
      const form = (zone?: string): Intl.DateTimeFormat =>
        new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: zone });
      const [local, universal] = [form(timeZone), form('UTC')];
      for (let turn = 0; turn < 1000; turn++) {
        // Years 1000 to 9999, and some after them.
        const moment = Math.round(-3.06e13 + next() * 2.9e14);
        if (/^-?\d{11,14}$/.test(String(moment)) && new Date(moment).getFullYear() < 10_000)
          assert.equal(formatDate(String(moment), next() < 0.5 ? 'en' : 'en-US'), local.format(moment), String(moment));
        const day = new Date(moment).toISOString().slice(0, 10);
        if (/^\d{4}-/.test(day)) assert.equal(formatDate(day), universal.format(new Date(day)), day);
      }
    }
  } finally {
    process.env['TZ'] = before;
  }
});

/** Values with the same day in all time zones: days, moments at midnight UTC, and values without a time zone. */
const DAYS: readonly [value: string, shown: string][] = [
  ['2026-10-12', 'October 12, 2026'],
  ['2026-10', 'October 1, 2026'],
  ['2026-10-12T00:00:00.000Z', 'October 12, 2026'],
  ['2026-10-12T00:00:00Z', 'October 12, 2026'],
  ['2026-10-12T00:00Z', 'October 12, 2026'],
  ['2026-10-12T00:00:00+00:00', 'October 12, 2026'],
  ['2026-10-12T02:00:00+02:00', 'October 12, 2026'],
  ['Mon, 12 Oct 2026 00:00:00 GMT', 'October 12, 2026'],
  [String(Date.UTC(2026, 9, 12)), 'October 12, 2026'],
  ['10/12/2026', 'October 12, 2026'],
  ['October 12, 2026', 'October 12, 2026'],
  ['12 October 2026', 'October 12, 2026'],
  ['2026-10-12T23:30:00', 'October 12, 2026'],
  ['10/12/2026 11:30 pm', 'October 12, 2026'],
];
const ZONES = ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Pacific/Niue', 'Asia/Kolkata'];

/** Runs a function in each time zone that the machine knows. */
function inZones(run: (zone: string) => void): void {
  const before = process.env['TZ'];
  try {
    for (const zone of ZONES) {
      process.env['TZ'] = zone;
      run(zone);
    }
  } finally {
    process.env['TZ'] = before;
  }
}

test('D9: a calendar day is that day in every time zone', () => {
  inZones((zone) => {
    for (const [value, shown] of DAYS) {
      assert.equal(formatDate(value), shown, `${value} in ${zone}`);
      for (const other of ZONES)
        assert.equal(formatDate(value, 'en', other), shown, `${value} for ${other} in ${zone}`);
    }
  });
});

test('D9: any other moment renders in the time zone of the reader, or in the given one', () => {
  const shown = ['October 12, 2026', 'October 11, 2026', 'October 12, 2026', 'October 11, 2026', 'October 12, 2026'];
  for (const value of ['2026-10-12T00:00:01Z', '2026-10-12T02:00:01+02:00', String(Date.UTC(2026, 9, 12, 0, 0, 1))]) {
    inZones((zone) => {
      assert.equal(formatDate(value), shown[ZONES.indexOf(zone)], `${value} in ${zone}`);
      ZONES.forEach((other, at) => assert.equal(formatDate(value, 'en', other), shown[at], `${value} for ${other}`));
    });
  }
  assert.equal(formatDate('2026-10-12T00:00:01Z', 'de', 'America/Los_Angeles'), '11. Oktober 2026');
  assert.throws(() => formatDate('2026-10-12T00:00:01Z', 'en', 'Nowhere/Land'), RangeError);
});

test('D20: characters without width at the ends do not hide a date', () => {
  for (const mark of ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u{e0001}', '\u{e007f}', '\u200b \ufeff'])
    for (const value of [mark + '2026-10-12', '2026-10-12' + mark, mark + '2026-10-12T00:00:00Z' + mark])
      assert.equal(formatDate(value), 'October 12, 2026', JSON.stringify(value));
});

test('D9: dates render in the language of lang; an unknown language falls back to English', () => {
  assert.equal(formatDate('2024-03-05', 'de'), '5. März 2024');
  assert.equal(formatDate('2024-03-05', 'not a language'), 'March 5, 2024');
});
