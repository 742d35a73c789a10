/** The language of the interface, which the user chooses independent of the page. */

/** Languages that all interfaces have messages for. */
export const LANGUAGES = ['en', 'de', 'ja', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The choice applies to one frontend, on all pages of the origin. */
const keyOf = (frontend: string): string => `feaas-language ${frontend}`;

const matchTag = (tag: string): Language | undefined =>
  LANGUAGES.find((language) => language === tag.split('-')[0]!.toLowerCase());

/** The choice without storage, for the lifetime of the page. */
let unstored: Language | undefined;

/** The chosen language; undefined for the browser's. */
export function chosenLanguage(frontend: string): Language | undefined {
  try {
    return matchTag(localStorage.getItem(keyOf(frontend)) ?? '');
  } catch {
    return unstored;
  }
}

/** Stores the choice; undefined selects the browser's language. */
export function chooseLanguage(frontend: string, language: Language | undefined): void {
  unstored = language;
  try {
    if (language) localStorage.setItem(keyOf(frontend), language);
    else localStorage.removeItem(keyOf(frontend));
  } catch {
    // Without storage, the choice is kept in memory.
  }
}

/** The language tag of the interface: the chosen language, else the browser's first language with messages. */
export function preferredLanguage(frontend: string): string {
  const chosen = chosenLanguage(frontend);
  // Prefers a tag with a region, which determines date formats.
  const found = navigator.languages.find((tag) => (chosen ? matchTag(tag) === chosen : matchTag(tag)));
  return found ?? chosen ?? 'en';
}
