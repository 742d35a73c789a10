/** Which language an interface speaks: its user's choice, not the page's. */

/** Those that all interfaces have messages in. */
export const LANGUAGES = ['en', 'de', 'ja', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A choice is about one frontend, whichever page of the origin it was made in. */
const keyOf = (frontend: string): string => `feaas-language ${frontend}`;

const spokenIn = (tag: string): Language | undefined =>
  LANGUAGES.find((language) => language === tag.split('-')[0]!.toLowerCase());

/** Where storage is forbidden a choice holds for as long as the page is open. */
let unstored: Language | undefined;

/** The language that was chosen; undefined for that of the browser. */
export function chosenLanguage(frontend: string): Language | undefined {
  try {
    return spokenIn(localStorage.getItem(keyOf(frontend)) ?? '');
  } catch {
    return unstored;
  }
}

/** Keeps a choice; undefined follows the browser again. */
export function chooseLanguage(frontend: string, language: Language | undefined): void {
  unstored = language;
  try {
    if (language) localStorage.setItem(keyOf(frontend), language);
    else localStorage.removeItem(keyOf(frontend));
  } catch {
    // It is not stored.
  }
}

/** The tag of the language to speak: the chosen one, else the browser's first that there are messages in. */
export function preferredLanguage(frontend: string): string {
  const chosen = chosenLanguage(frontend);
  // The region says how dates are written.
  const found = navigator.languages.find((tag) => (chosen ? spokenIn(tag) === chosen : spokenIn(tag)));
  return found ?? chosen ?? 'en';
}
