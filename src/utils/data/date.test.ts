/** Values as days and moments (D9), in any time zone of the reader. */
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { formatDate } from './date';

const ZONES = ['America/New_York', 'Pacific/Honolulu', 'UTC', 'Asia/Kolkata', 'Pacific/Kiritimati'];
const { TZ } = process.env;

afterEach(() => {
  if (TZ === undefined) delete process.env['TZ'];
  else process.env['TZ'] = TZ;
});

test('D9: a time without a zone keeps its written day, at each hour and in each time zone', () => {
  for (const zone of ZONES) {
    process.env['TZ'] = zone;
    for (let hour = 0; hour < 24; hour++) {
      const clock = `${String(hour).padStart(2, '0')}:00`;
      const half = `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`;
      for (const value of [
        `2026-10-11T${clock}`,
        `2026-10-11 ${clock}:00`,
        `10/11/2026 ${half}`,
        `October 11, 2026 ${clock}`,
      ])
        assert.equal(formatDate(value, 'en'), 'October 11, 2026', `${value} in ${zone}`);
    }
  }
});

test('D9: midnight UTC is the same day everywhere, and any other moment uses the time zone of the reader', () => {
  const midnight = Date.UTC(2026, 9, 12);
  for (const zone of ZONES) {
    process.env['TZ'] = zone;
    for (const value of ['2026-10-12T00:00:00.000Z', '2026-10-11T20:00-04:00', String(midnight)])
      assert.equal(formatDate(value, 'en'), 'October 12, 2026', `${value} in ${zone}`);
  }
  assert.equal(formatDate('2026-10-12T00:00:01Z', 'en', 'America/New_York'), 'October 11, 2026');
  assert.equal(formatDate('2026-10-12T23:59:59Z', 'en', 'Pacific/Kiritimati'), 'October 13, 2026');
});
