/** Loads the messages of a user interface. Only the catalog of the language in use is loaded. */
import type { MessageArguments } from '../../../src/global/message-arguments';

/** A compiled catalog: the loader of each language. `Table` has the values of each message by its key. */
export interface Catalog<Table> {
  readonly [language: string]: () => Promise<{ readonly default: CompiledMessages<Table> }>;
}
type CompiledMessages<Table> = { readonly [Key in keyof Table]: (values: Table[Key]) => string };

export interface Messages<Table> {
  /** A language tag. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** Formats a message: numbers in the format of the language, strings isolated for bidirectional text. */
  t<Key extends keyof Table>(key: Key, ...values: MessageArguments<Table[Key]>): string;
  /** Formats date and time of a moment. */
  formatTime(time: number | string): string;
  /** Adds the messages of another catalog, in the same language. They are loaded once. */
  add<Key extends keyof Table>(catalog: Catalog<{ readonly [Name in Key]: Table[Name] }>): Promise<void>;
  /** Whether the messages of an added catalog have loaded. */
  has(catalog: object): boolean;
}

/** Loads the messages for a language tag, or the English ones if the catalog does not have the language. */
export async function loadMessages<Table>(catalog: Catalog<Table>, tag: string): Promise<Messages<Table>> {
  const base = tag.split('-')[0]!.toLowerCase();
  // English messages with dates of another language would be inconsistent.
  const language = catalog[base] ? tag : 'en';
  const load = (from: Catalog<unknown>): Promise<{ readonly default: object }> => (from[base] ?? from['en']!)();
  const texts = { ...(await load(catalog)).default } as Record<keyof Table, (...values: unknown[]) => string>;
  const added = new Map<object, Promise<void>>();
  const loadedCatalogs = new Set<object>();
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return {
    language,
    direction: base === 'ar' ? 'rtl' : 'ltr',
    t: (key, ...values) => texts[key](...values),
    formatTime: (time) => times.format(new Date(time)),
    add(other) {
      const existing = added.get(other);
      if (existing) return existing;
      const loaded = load(other).then(({ default: messages }) => {
        Object.assign(texts, messages);
        loadedCatalogs.add(other);
      });
      added.set(other, loaded);
      // A later call may succeed after a network error.
      loaded.catch(() => added.delete(other));
      return loaded;
    },
    has: (other) => loadedCatalogs.has(other),
  };
}
