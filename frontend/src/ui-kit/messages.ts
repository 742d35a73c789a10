/** Words of a surface in one of the languages that it has a table of: the same for the picker, the customizations, the inspector. */

export type Values = Readonly<Record<string, string | number>>;
type Tables<Table> = Readonly<Record<string, () => Promise<Table>>>;

export interface Messages<Key extends string> {
  /** A language tag. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  t(key: Key, values?: Values): string;
}

/** Numbers as a language writes them, and texts as they are. */
export function writtenIn(language: string): (value: string | number) => string {
  const numbers = new Intl.NumberFormat(language);
  return (value) => (typeof value === 'number' ? numbers.format(value) : value);
}

/**
 * Speaks the language of a tag; English where there is no table of it.
 * @param written how a value of a text in braces is written in a language; as it is by default
 */
export async function loadMessages<Key extends string>(
  tag: string,
  tables: Tables<Readonly<Record<Key, string>>>,
  written: (language: string) => (value: string | number) => string = () => String,
): Promise<Messages<Key>> {
  const name = tag.split('-')[0]!.toLowerCase();
  const load = tables[name];
  // Dates and numbers of a language that nothing else is said in would be odd.
  const language = load ? tag : 'en';
  const table = await (load ?? tables['en']!)();
  const write = written(language);
  return {
    language,
    direction: name === 'ar' ? 'rtl' : 'ltr',
    t: (key, values = {}) =>
      table[key].replace(/\{(\w+)\}/g, (whole, name: string) => {
        const value = values[name];
        return value === undefined ? whole : write(value);
      }),
  };
}
