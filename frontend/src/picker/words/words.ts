/** A picker's words, in the language of the place where it stands. */
import { loadMessages, type Messages } from '../../ui-kit/messages';
import { ENGLISH, type Table, type WordKey } from './en';

export interface Words extends Messages<WordKey> {
  /** A moment, as it is said today. */
  time(at: string): string;
}

const TABLES: Readonly<Record<string, () => Promise<Table>>> = Object.freeze({
  en: async () => ENGLISH,
  de: async () => (await import('./de')).GERMAN,
  ja: async () => (await import('./ja')).JAPANESE,
  ar: async () => (await import('./ar')).ARABIC,
});

/** Words for a language tag; English where there is no table of it. */
export async function wordsFor(tag: string): Promise<Words> {
  const spoken = await loadMessages(tag, TABLES);
  const { language } = spoken;
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return {
    ...spoken,
    time: (at) => format.format(new Date(at)),
  };
}
