/** The message catalogs for tests: the source texts, and catalogs compiled as the build compiles them. */
import type { EditorMessageValues } from '../../src/utils/editing/messages/messages';
import type { CheckKey, Message, MessageKey } from '../../src/utils/editing/messages/messages';
import type { Catalog } from '../../frontend/src/ui-kit/messages';
import {
  CATALOGS,
  LANGUAGES,
  compileFunctions,
  readCatalog,
  type CatalogFile,
  type Language,
} from '../../scripts/messages/catalogs';

const fileOf = (name: string): CatalogFile => CATALOGS.find(({ file }) => file.endsWith(`/${name}.json`))!;

/** The source texts of a catalog in a language. */
export const textsOf = <Table>(name: string, language: Language): Readonly<Record<keyof Table, string>> =>
  Object.fromEntries(
    Object.entries(readCatalog(fileOf(name))).map(([key, texts]) => [key, texts[language]]),
  ) as Readonly<Record<keyof Table, string>>;

/** A catalog, compiled as the build compiles it. */
export const compiledCatalog = <Table>(name: string): Catalog<Table> =>
  Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      async () => ({ default: compileFunctions(readCatalog(fileOf(name)), language) }),
    ]),
  ) as unknown as Catalog<Table>;

const compile = (name: string) => compileFunctions(readCatalog(fileOf(name)), 'en');

/** The editor's texts in a language, of its tools and its panels. A text without values is exactly the rendered text. */
export const editorTexts = (language: Language): Readonly<Record<keyof EditorMessageValues, string>> => ({
  ...textsOf<EditorMessageValues>('editor', language),
  ...textsOf<EditorMessageValues>('editor-panels', language),
});

export const EDITOR_TEXTS = editorTexts('en');

const ENGLISH = { ...compile('editor'), ...compile('editor-panels'), ...compile('checks') };

/** Formats a message of the editing model in English. */
export const formatEnglish = ({ key, values }: Message<MessageKey | CheckKey>): string => ENGLISH[key]!(values);

/** Removes the invisible characters that isolate values for bidirectional text. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2068\u2069]/g, '');
