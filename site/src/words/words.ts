/** The words of the host's own pages, in the language that the address or the browser asks for. */
import { ARABIC } from './ar';
import { GERMAN } from './de';
import { ENGLISH, type Table, type WordKey } from './en';
import { JAPANESE } from './ja';

export type { WordKey };

const TABLES: Readonly<Record<string, Table>> = Object.freeze({ en: ENGLISH, de: GERMAN, ja: JAPANESE, ar: ARABIC });

export interface Words {
  /** A language that there are words of. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  say(key: WordKey, values?: Readonly<Record<string, string | number>>): string;
}

/** Words of the first of these language tags that there are any of; English for none. */
export function wordsFor(...tags: readonly (string | null | undefined)[]): Words {
  const names = tags.map((tag) => (tag ?? '').split('-')[0]!.toLowerCase());
  const language = names.find((name) => Object.hasOwn(TABLES, name)) ?? 'en';
  const table = TABLES[language]!;
  return {
    language,
    direction: language === 'ar' ? 'rtl' : 'ltr',
    say: (key, values = {}) => table[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)),
  };
}

/** What each calls itself, whoever reads it. */
const NAMES: Readonly<Record<string, string>> = Object.freeze({
  en: 'English',
  de: 'Deutsch',
  ja: '日本語',
  ar: 'العربية',
});

/** Makes the languages a select's choices. */
export function offerLanguages(select: HTMLSelectElement): void {
  select.replaceChildren(
    ...Object.entries(NAMES).map(([lang, name]) => Object.assign(new Option(name, lang), { lang })),
  );
}

/** Writes them where an element names its key: `data-say` for its text, `data-say-title` for its title. */
export function write({ language, direction, say }: Words, title: WordKey): void {
  const { documentElement } = document;
  documentElement.lang = language;
  documentElement.dir = direction;
  document.title = say(title);
  for (const element of document.querySelectorAll<HTMLElement>('[data-say]'))
    element.textContent = say(element.dataset['say'] as WordKey);
  for (const element of document.querySelectorAll<HTMLElement>('[data-say-title]'))
    element.title = say(element.dataset['sayTitle'] as WordKey);
}

/** Has links within the host keep the language that was chosen. */
export function keepLanguage(language: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-keeps-language]')) {
    const url = new URL(link.href);
    url.searchParams.set('lang', language);
    link.href = url.pathname + url.search;
  }
}
