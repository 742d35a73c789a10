/** The plural category of a number in each language of the catalogs, by the browser's rules (CLDR). */
const categoryIn =
  (language: string) =>
  (value: number): Intl.LDMLPluralRule =>
    new Intl.PluralRules(language).select(value);

export const en = categoryIn('en');
export const de = categoryIn('de');
export const ja = categoryIn('ja');
export const ar = categoryIn('ar');
