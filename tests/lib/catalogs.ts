/** The catalogs of messages for tests: their texts as they are written, and compiled as the build does it. */
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

/** The texts of a catalog in a language, as they are written. */
export const textsOf = <Table>(name: string, language: Language): Readonly<Record<keyof Table, string>> =>
  Object.fromEntries(
    Object.entries(readCatalog(fileOf(name))).map(([key, texts]) => [key, texts[language]]),
  ) as Readonly<Record<keyof Table, string>>;

/** A catalog as the build makes it. */
export const compiledCatalog = <Table>(name: string): Catalog<Table> =>
  Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      async () => ({ default: compileFunctions(readCatalog(fileOf(name)), language) }),
    ]),
  ) as unknown as Catalog<Table>;

const compile = (name: string) => compileFunctions(readCatalog(fileOf(name)), 'en');

/** The editor's texts in a language: of its tools, and of its panels. Those without values are what shows. */
export const editorTexts = (language: Language): Readonly<Record<keyof EditorMessageValues, string>> => ({
  ...textsOf<EditorMessageValues>('editor', language),
  ...textsOf<EditorMessageValues>('editor-panels', language),
});

export const EDITOR_TEXTS = editorTexts('en');

const ENGLISH = { ...compile('editor'), ...compile('editor-panels'), ...compile('checks') };

/** What the editor shows in English for a message of the editing model. */
export const formatEnglish = ({ key, values }: Message<MessageKey | CheckKey>): string => ENGLISH[key]!(values);

/** A text without the characters that isolate values for bidirectional text: they are not to be seen. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2068\u2069]/g, '');
