/** Formats dates as D9 requires: 'Month D, YYYY' in the language of the page. */
import { trimZeroWidth } from './text';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
/** Months, in full or as their first three letters. */
const MONTH = `(?:${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)\\.?`;
/** Matches only weekdays: parsers skip unknown words, whose meaning would be lost. */
const WEEKDAY = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?,? )?';
const CLOCK = '(?:(?:t|,? )\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?: ?[ap]m)?)?';
const ZONE = '(?: ?(?:z|[ecmp][sd]t|ut|(?:gmt|utc)?(?:[+-]\\d{2}:?\\d{2})?)(?: \\([^)]*\\))?)?';
const DAY_ONLY = /^\d{4}-\d{2}(?:-\d{2})?$/;
const DATE = new RegExp(
  [
    `\\d{4}-\\d{2}(?:-\\d{2}${CLOCK}${ZONE})?`, // ISO
    `${WEEKDAY}\\d{1,2} ${MONTH},? \\d{4}${CLOCK}${ZONE}`, // RFC
    `${WEEKDAY}\\d{2}-${MONTH}-\\d{2}${CLOCK}${ZONE}`, // RFC 850
    `${WEEKDAY}${MONTH} {1,2}\\d{1,2}${CLOCK} \\d{4}`, // asctime of C
    `\\d{1,2}/\\d{1,2}/\\d{4}${CLOCK}`,
    `${WEEKDAY}${MONTH} \\d{1,2},? \\d{4}${CLOCK}${ZONE}`,
    '-?\\d{11,14}', // milliseconds
  ]
    .map((form) => `^${form}$`)
    .join('|'),
  'i',
);

/**
 * Formats a date like `en-US`, for years with four digits: creating a browser's formatter takes longer than a first
 * paint.
 * @param isDay whether the date is a calendar day at midnight UTC; otherwise it is an instant in the reader's time zone
 */
function inEnglish(date: Date, isDay: boolean): string | undefined {
  const [year, month, day] = isDay
    ? [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
    : [date.getFullYear(), date.getMonth(), date.getDate()];
  return year > 999 && year < 10_000 ? `${MONTHS[month]} ${day}, ${year}` : undefined;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(language: string, zone?: string): Intl.DateTimeFormat {
  const key = language + zone;
  let format = formats.get(key);
  if (!format) {
    const options = { year: 'numeric', month: 'long', day: 'numeric', timeZone: zone } as const;
    try {
      format = new Intl.DateTimeFormat(language, options);
    } catch {
      format = new Intl.DateTimeFormat('en-US', options);
    }
    formats.set(key, format);
  }
  return format;
}

const CLOCK_AND_ZONE = /(?:t|,? )\d{1,2}:[^]*?(?=(?: \d{4})?$)/i;

/** Whether the day exists: engines turn February 30 into a day of March, and the year 1 into 2001. */
function isExistingDay(text: string): boolean {
  const iso = /^\d{4}-(\d\d)(?:-(\d\d))?/.exec(text);
  if (iso) {
    const [month, day] = [+iso[1]!, +(iso[2] ?? 1)];
    const date = new Date(Date.UTC(+text.slice(0, 4), month - 1, day));
    return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  }
  const dateText = text.replace(CLOCK_AND_ZONE, '');
  const date = new Date(dateText);
  const [day] = /\d{1,2}/.exec(dateText.replace(/^\d+\//, ''))!;
  const year = /\d{4}/.exec(dateText)?.[0];
  return date.getDate() === +day && (year === undefined || date.getFullYear() === +year);
}

/** Matches a time zone at the end, optionally followed by its name in parentheses. */
const ZONED = /(?:z|[ecmp][sd]t|ut|gmt|utc|[+-]\d{2}:?\d{2})(?: \([^)]*\))?$/i;

const DAY = 86_400_000;

/**
 * The calendar day of a value as midnight UTC; undefined for an instant. A date without a time zone is the day as
 * written. An instant at exactly midnight UTC counts as a day, because most systems store days so.
 */
function calendarDay(date: Date, text: string, isNumber: boolean): Date | undefined {
  if (DAY_ONLY.test(text)) return date;
  if (isNumber || ZONED.test(text)) return +date % DAY === 0 ? date : undefined;
  const day = new Date(0);
  day.setUTCFullYear(date.getFullYear(), date.getMonth(), date.getDate());
  return day;
}

/**
 * Formatted calendar days by language and value: lists often repeat the same days, and days do not depend on a time
 * zone.
 */
const days = new Map<string, Map<string, string>>();
const CACHE_SIZE = 1000;
const LANGUAGES = 20;

const ENGLISH = /^(?:en(?:-us)?)?$/i;

/**
 * Formats a value as a date, or returns undefined if it is none ('Chapter 7', '5').
 * @param timeZone the reader's time zone for instants; by default that of the system
 * @throws RangeError for an unknown time zone.
 */
export function formatDate(value: string, language = 'en-US', timeZone?: string): string | undefined {
  const cached = days.get(language)?.get(value);
  if (cached) return cached;
  let text = value;
  // The usual form, tested first because testing all forms is much slower.
  if (!DAY_ONLY.test(text)) {
    text = trimZeroWidth(text).trim();
    if (!DATE.test(text)) return undefined;
  }
  const isNumber = /^-?\d+$/.test(text);
  const date = new Date(isNumber ? +text : text);
  if (isNaN(+date) || !(isNumber || isExistingDay(text))) return undefined;
  const day = calendarDay(date, text, isNumber);
  const isEnglish = ENGLISH.test(language) && (day || !timeZone);
  const formatted =
    (isEnglish && inEnglish(day ?? date, !!day)) ||
    formatIn(language || 'en-US', day ? 'UTC' : timeZone).format(day ?? date);
  if (day) {
    let cache = days.get(language);
    if (!cache) {
      if (days.size >= LANGUAGES) days.clear();
      days.set(language, (cache = new Map()));
    }
    if (cache.size >= CACHE_SIZE) cache.clear();
    cache.set(value, formatted);
  }
  return formatted;
}
