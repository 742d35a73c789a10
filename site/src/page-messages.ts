/** The messages of the host's own pages, in the language that the address or the browser asks for. */
import { loadMessages, type Messages } from '../../frontend/src/ui-kit/messages';
import type { KeyWithoutValues } from '../../src/global/message-arguments';
import catalog, { type SiteMessageValues } from './messages.json';

export type PageMessages = Messages<SiteMessageValues>;

export type TextKey = KeyWithoutValues<SiteMessageValues>;

/** Messages in the first of these languages that there are any in; in English if there are none. */
export function loadPageMessages(...tags: readonly (string | null | undefined)[]): Promise<PageMessages> {
  const languages = tags.map((tag) => (tag ?? '').split('-')[0]!.toLowerCase());
  return loadMessages(catalog, languages.find((language) => Object.hasOwn(catalog, language)) ?? 'en');
}

/** The name of each language in itself. */
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

/** Translates the page: `data-message` names the key of an element's text, `data-message-title` that of its title. */
export function translatePage({ language, direction, t }: PageMessages, title: TextKey): void {
  const { documentElement } = document;
  documentElement.lang = language;
  documentElement.dir = direction;
  document.title = t(title);
  for (const element of document.querySelectorAll<HTMLElement>('[data-message]'))
    element.textContent = t(element.dataset['message'] as TextKey);
  for (const element of document.querySelectorAll<HTMLElement>('[data-message-title]'))
    element.title = t(element.dataset['messageTitle'] as TextKey);
}

/** Has links within the host keep the language that was chosen. */
export function keepLanguage(language: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-keeps-language]')) {
    const url = new URL(link.href);
    url.searchParams.set('lang', language);
    link.href = url.pathname + url.search;
  }
}
