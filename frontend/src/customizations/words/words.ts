/** The screen's words, in the language of the place where it stands. */
import { loadMessages, writtenIn, type Messages } from '../../ui-kit/messages';
import { ENGLISH, type Table, type WordKey } from './en';

export interface Words extends Messages<WordKey> {
  /** A moment, as it is said today. */
  time(at: string): string;
  /** How long ago it was, in its largest unit. */
  age(at: string, now: number): string;
}

const TABLES: Readonly<Record<string, () => Promise<Table>>> = Object.freeze({
  en: async () => ENGLISH,
  de: async () => (await import('./de')).GERMAN,
  ja: async () => (await import('./ja')).JAPANESE,
  ar: async () => (await import('./ar')).ARABIC,
});

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
/** Largest first; months and years as they are on average. */
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365.2425 * DAY],
  ['month', 30.436875 * DAY],
  ['day', DAY],
  ['hour', 3_600 * SECOND],
  ['minute', 60 * SECOND],
];

/** Words for a language tag; English where there is no table of it. */
export async function wordsFor(tag: string): Promise<Words> {
  const spoken = await loadMessages(tag, TABLES, writtenIn);
  const { language } = spoken;
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const ages = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return {
    ...spoken,
    time: (at) => times.format(new Date(at)),
    age(at, now) {
      const passed = Math.max(0, now - Date.parse(at));
      const [unit, length] = UNITS.find(([, length]) => passed >= length) ?? (['second', SECOND] as const);
      return ages.format(-Math.floor(passed / length), unit);
    },
  };
}
