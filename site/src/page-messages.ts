/** The messages of the host's own pages, in the language of the address or the browser. */
import { loadMessages, type Messages } from '../../frontend/src/ui-kit/messages';
import type { KeyWithoutValues } from '../../src/global/message-arguments';
import catalog, { type SiteMessageValues } from './messages.json';

export type PageMessages = Messages<SiteMessageValues>;

export type TextKey = KeyWithoutValues<SiteMessageValues>;

/** Loads the messages of the first available language, else the English ones. */
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

/** Fills a select with the languages. */
export function fillLanguageSelect(select: HTMLSelectElement): void {
  select.replaceChildren(
    ...Object.entries(NAMES).map(([lang, name]) => Object.assign(new Option(name, lang), { lang })),
  );
}

/** Translates the page. `data-message` has the message key of an element's text, `data-message-title` that of its title. */
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

/** Adds the chosen language to links within the host. */
export function keepLanguageInLinks(language: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-keeps-language]')) {
    const url = new URL(link.href);
    url.searchParams.set('lang', language);
    link.href = url.pathname + url.search;
  }
}
