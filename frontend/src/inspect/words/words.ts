/** The inspector's words, in the language of the page. */
import { loadMessages, writtenIn, type Messages } from '../../ui-kit/messages';
import { ENGLISH, type Table, type WordKey } from './en';

export type { WordKey } from './en';

export interface Words extends Messages<WordKey> {
  /** Milliseconds, as long as they are short. */
  duration(milliseconds: number): string;
  /** How long ago a moment was, in its largest unit. */
  age(at: number): string;
  /** A moment of this day. */
  clock(at: number): string;
  /** A moment, as it is said today. */
  time(at: number | string): string;
}

const TABLES: Readonly<Record<string, () => Promise<Table>>> = Object.freeze({
  en: async () => ENGLISH,
  de: async () => (await import('./de')).GERMAN,
  ja: async () => (await import('./ja')).JAPANESE,
  ar: async () => (await import('./ar')).ARABIC,
});

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** Words for a language tag; English where there is no table of it. */
export async function wordsFor(tag: string): Promise<Words> {
  const spoken = await loadMessages(tag, TABLES, writtenIn);
  const { language } = spoken;
  const spans = new Intl.NumberFormat(language, { style: 'unit', unit: 'millisecond', maximumSignificantDigits: 3 });
  const ages = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'medium' });
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return {
    ...spoken,
    duration: (milliseconds) => spans.format(milliseconds),
    age(at) {
      const passed = Math.max(0, Date.now() - at);
      const [unit, length] = UNITS.find(([, each]) => passed >= each) ?? (['second', 1000] as const);
      return ages.format(-Math.floor(passed / length), unit);
    },
    clock: (at) => clock.format(at),
    time: (at) => times.format(new Date(at)),
  };
}
