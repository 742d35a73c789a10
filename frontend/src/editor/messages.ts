/** The chrome's words, in the language of the place where the editor stands. */
import { MESSAGES, formatMessage, type MessageKey } from '../../../src/utils/editing/messages/messages';
import type { Messages } from './types';

type Table = Readonly<Record<MessageKey, string>>;

const TABLES: Readonly<Record<string, () => Promise<Table>>> = Object.freeze({
  en: async () => MESSAGES,
  de: async () => (await import('../../../src/utils/editing/messages/de')).GERMAN,
  ja: async () => (await import('../../../src/utils/editing/messages/ja')).JAPANESE,
  ar: async () => (await import('../../../src/utils/editing/messages/ar')).ARABIC,
});

/** Words for a language tag; English where there is no table of it. */
export async function loadMessages(tag: string): Promise<Messages> {
  const name = tag.split('-')[0]!.toLowerCase();
  const load = TABLES[name];
  // Dates of a language that nothing else is said in would be odd.
  const language = load ? tag : 'en';
  const table = await (load ?? TABLES['en']!)();
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return {
    language,
    direction: name === 'ar' ? 'rtl' : 'ltr',
    t: (key, values = {}) => formatMessage({ key, values }, table),
    format: (message) => formatMessage(message, table),
    formatTime: (at) => format.format(new Date(at)),
  };
}
