/**
 * Message catalogs: one file per user interface, with all languages of a message together, in ICU MessageFormat 1
 * (https://unicode-org.github.io/icu/userguide/format_parse/messages/). Reads and checks them, and compiles one
 * language.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MessageFormat, { type PluralFunction } from '@messageformat/core';
import compileModule from '@messageformat/core/compile-module.js';
import { parse, type Token } from '@messageformat/parser';
import { isolate } from '../../frontend/src/ui-kit/isolate';
import { ar, de, en, ja } from '../../frontend/src/ui-kit/plural-rules';

const ROOT = new URL('../..', import.meta.url).pathname;

export const LANGUAGES = ['en', 'de', 'ja', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

export type Messages = Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** A catalog, and the name of the generated interface of its values. */
export interface CatalogFile {
  /** Path relative to the root of the repository. */
  readonly file: string;
  readonly type: string;
  /** The file of the interface, if it is not next to the catalog. */
  readonly typeFile?: string;
}

export const CATALOGS: readonly CatalogFile[] = [
  {
    file: 'frontend/src/messages/editor.json',
    type: 'EditorMessageValues',
    // The editing model uses the keys, but must not import from the frontend.
    typeFile: 'src/utils/editing/messages/editor.generated.ts',
  },
  {
    // Messages that are not needed for the editor to be ready: they load with the panels.
    file: 'frontend/src/messages/editor-panels.json',
    type: 'EditorPanelMessageValues',
    typeFile: 'src/utils/editing/messages/editor-panels.generated.ts',
  },
  {
    file: 'frontend/src/messages/checks.json',
    type: 'CheckMessageValues',
    typeFile: 'src/utils/editing/messages/checks.generated.ts',
  },
  { file: 'frontend/src/messages/external-form.json', type: 'ExternalFormMessageValues' },
  { file: 'frontend/src/messages/schedule.json', type: 'ScheduleMessageValues' },
  { file: 'frontend/src/messages/picker.json', type: 'PickerMessageValues' },
  { file: 'frontend/src/messages/customizations.json', type: 'CustomizationsMessageValues' },
  { file: 'frontend/src/messages/libraries.json', type: 'LibrariesMessageValues' },
  { file: 'frontend/src/messages/inspector.json', type: 'InspectorMessageValues' },
  { file: 'site/src/messages.json', type: 'SiteMessageValues' },
];

export const pathOf = ({ file }: CatalogFile): string => join(ROOT, file);

/** The type of a message's value: `{name}` is a string, `{count, number}` and `{count, plural, …}` are numbers. */
export type ValueKind = 'string' | 'number';

interface ParsedMessage {
  readonly values: ReadonlyMap<string, ValueKind>;
  /** Offsets of the ends of string values in the text. */
  readonly stringEnds: readonly number[];
  readonly problems: readonly string[];
}

/** The plural categories of a language; all plurals must have them. */
const categoriesOf = (language: Language): Intl.LDMLPluralRule[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories;

function parseMessage(text: string, language: Language): ParsedMessage {
  const values = new Map<string, ValueKind>();
  const stringEnds: number[] = [];
  const problems: string[] = [];
  const add = (name: string, kind: ValueKind): void => {
    if (values.has(name) && values.get(name) !== kind) problems.push(`uses {${name}} as a string and as a number`);
    values.set(name, kind);
  };
  const visit = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.type === 'content' && /[{}]/.test(token.value)) problems.push('has a brace that belongs to no value');
      if (token.type === 'argument') {
        add(token.arg, 'string');
        stringEnds.push(token.ctx.offset + token.ctx.text.length - 1);
      } else if (token.type === 'function') {
        if (token.key !== 'number') problems.push(`formats {${token.arg}} as ${token.key}, which is not supported`);
        add(token.arg, 'number');
      } else if (token.type === 'selectordinal') {
        problems.push(`has an ordinal of {${token.arg}}, which is not supported`);
      } else if (token.type === 'plural') {
        add(token.arg, 'number');
        const categories = new Set(token.cases.map(({ key }) => key));
        const missing = categoriesOf(language)
          .filter((category) => !categories.has(category))
          // The order differs between releases of Node.
          .sort();
        if (missing.length) problems.push(`lacks the plural ${missing.join(', ')} of {${token.arg}}`);
        token.cases.forEach((each) => visit(each.tokens));
      } else if (token.type === 'select') {
        add(token.arg, 'string');
        token.cases.forEach((each) => visit(each.tokens));
      }
    }
  };
  try {
    visit(parse(text, { cardinal: categoriesOf(language) }));
  } catch (error) {
    problems.push(`is not ICU MessageFormat: ${(error as Error).message.split('\n')[0]}`);
  }
  return { values, stringEnds, problems };
}

const describe = (values: ReadonlyMap<string, ValueKind>): string =>
  [...values]
    .map(([name, kind]) => `${name}: ${kind}`)
    .sort()
    .join(', ') || 'no values';

/** All problems of a catalog, each with the catalog, the key and the language. */
export function problemsOf(file: string, messages: Record<string, Partial<Record<string, string>>>): string[] {
  const problems: string[] = [];
  for (const [key, texts] of Object.entries(messages)) {
    for (const language of Object.keys(texts).filter((each) => !LANGUAGES.includes(each as Language)))
      problems.push(`${file}: "${key}" has the unknown language "${language}"`);
    const english = parseMessage(texts['en'] ?? '', 'en').values;
    for (const language of LANGUAGES) {
      const text = texts[language];
      const name = `${file}: "${key}" in "${language}"`;
      if (!text?.trim()) {
        problems.push(`${name} is missing`);
        continue;
      }
      const parsed = parseMessage(text, language);
      problems.push(...parsed.problems.map((problem) => `${name} ${problem}`));
      if (!parsed.problems.length && texts['en'] && describe(parsed.values) !== describe(english))
        problems.push(`${name} takes ${describe(parsed.values)}, but in "en" ${describe(english)}`);
    }
  }
  return problems;
}

/** Reads a catalog. @throws Error with all its problems. */
export function readCatalog(catalog: CatalogFile): Messages {
  const messages = JSON.parse(readFileSync(pathOf(catalog), 'utf8')) as Messages;
  const problems = problemsOf(catalog.file, messages);
  if (problems.length) throw new Error(problems.join('\n'));
  return messages;
}

/** The values of each message. */
export const valuesOf = (messages: Messages): ReadonlyMap<string, ReadonlyMap<string, ValueKind>> =>
  new Map(Object.entries(messages).map(([key, { en }]) => [key, parseMessage(en, 'en').values]));

/** A text with an isolating formatter for each string value. */
function isolateStrings(text: string, language: Language): string {
  let isolated = text;
  for (const end of [...parseMessage(text, language).stringEnds].sort((one, other) => other - one))
    isolated = `${isolated.slice(0, end)}, isolate${isolated.slice(end)}`;
  return isolated;
}

const ISOLATE_MODULE = join(ROOT, 'frontend/src/ui-kit/isolate.ts');
const PLURAL_MODULE = join(ROOT, 'frontend/src/ui-kit/plural-rules.ts');

const PLURAL_RULES = { en, de, ja, ar };

/** The browser's plural rules, which the compiled messages import by the name of the language. */
const pluralFunction = (language: Language): PluralFunction =>
  Object.defineProperty(
    Object.assign((value: number | string) => PLURAL_RULES[language](Number(value)), {
      ...{ cardinals: categoriesOf(language), ordinals: [], module: PLURAL_MODULE },
    }),
    'name',
    { value: language },
  );

const formatOf = (language: Language): MessageFormat =>
  new MessageFormat(pluralFunction(language), {
    // Otherwise, a key that is also a language code would change the language.
    localeCodeFromKey: () => null,
    customFormatters: { isolate: { formatter: isolate as () => string, id: 'isolate', module: ISOLATE_MODULE } },
  });

const textsOf = (messages: Messages, language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(messages).map(([key, texts]) => [key, isolateStrings(texts[language], language)]));

/** The source of an ES module whose default export has a function per key. */
export const compileLanguage = (messages: Messages, language: Language): string =>
  compileModule(formatOf(language), textsOf(messages, language));

/** The same functions, for tests. */
export const compileFunctions = (
  messages: Messages,
  language: Language,
): Readonly<Record<string, (values?: object) => string>> =>
  Object.fromEntries(
    Object.entries(textsOf(messages, language)).map(([key, text]) => [
      key,
      formatOf(language).compile(text) as (values?: object) => string,
    ]),
  );
