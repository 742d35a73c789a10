import assert from 'node:assert/strict';
import test from 'node:test';
import { parseDay, parseTime } from '../src/lib/iso-time.js';

test('existing times and days are parsed', () => {
  assert.equal(parseTime('2026-12-24T18:00+01:00'), Date.UTC(2026, 11, 24, 17));
  assert.equal(parseTime('2028-02-29T23:59:59.123456Z'), Date.UTC(2028, 1, 29, 23, 59, 59, 123));
  assert.equal(parseTime('0099-01-31T00:00Z'), Date.parse('0099-01-31T00:00Z'));
  assert.equal(parseDay('2028-02-29'), Date.UTC(2028, 1, 29));
});

test('an invalid time or day is rejected, not moved to another day', () => {
  const days = ['2027-02-29', '2027-02-30', '2027-04-31', '2027-00-10', '2027-13-01', '2027-01-00', '2027-01-32'];
  for (const day of [...days, '', '2027-1-1', '2027-01-01Z', 'today', '+002027-01-01']) {
    assert.equal(parseDay(day), undefined, day);
    for (const time of ['T10:00Z', 'T10:00:00+14:00']) assert.equal(parseTime(day + time), undefined, day + time);
  }
  for (const time of ['2027-01-01', '2027-01-01T10:00', '2027-01-01T25:00Z', '2027-01-01T10:60Z', '2027-01-01 10:00Z'])
    assert.equal(parseTime(time), undefined, time);
});
