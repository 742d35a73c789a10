/** The message catalogs: each message exists in each language, compiles, and handles plurals, numbers and isolated values. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { build as esbuild } from 'esbuild';
import { rollup } from 'rollup';
import { parse, type Token } from '@messageformat/parser';
import type { CustomizationsMessageValues } from '../../frontend/src/messages/customizations.json';
import type { PickerMessageValues } from '../../frontend/src/messages/picker.json';
import { loadMessages } from '../../frontend/src/ui-kit/messages';
import {
  CATALOGS,
  LANGUAGES,
  compileFunctions,
  compileLanguage,
  pathOf,
  problemsOf,
  readCatalog,
  valuesOf,
  type Language,
} from '../../scripts/messages/catalogs';
import { esbuildMessageCatalogs, messageCatalogs } from '../../scripts/messages/plugins';
import { typeFilesOf } from '../../scripts/messages/types';
import { compiledCatalog, editorTexts } from '../lib/catalogs';

const ROOT = new URL('../../', import.meta.url).pathname;

/** Numbers that cover each plural category of each language. */
const COUNTS = [0, 1, 2, 3, 11, 100, 1_234_567];

/** Sample values of a message: recognizable strings, and a number. */
const samples = (values: ReadonlyMap<string, string>, count: number): Record<string, string | number> =>
  Object.fromEntries([...values].map(([name, kind]) => [name, kind === 'number' ? count : `<${name}>`]));

for (const catalog of CATALOGS) {
  const messages = JSON.parse(readFileSync(pathOf(catalog), 'utf8')) as Parameters<typeof problemsOf>[1];

  test(`${catalog.file} has every message in every language, with the same values and all plurals`, () => {
    assert.ok(Object.keys(messages).length > 10);
    assert.deepEqual(problemsOf(catalog.file, messages), []);
  });

  test(`${catalog.file} has current types: run \`npm run messages\``, () => {
    for (const [path, text] of typeFilesOf(catalog)) assert.equal(readFileSync(join(ROOT, path), 'utf8'), text, path);
  });

  for (const language of LANGUAGES)
    test(`${catalog.file} in ${language}: values are inserted, strings isolated, numbers formatted`, () => {
      const functions = compileFunctions(readCatalog(catalog), language);
      for (const [key, values] of valuesOf(readCatalog(catalog)))
        for (const count of COUNTS) {
          const text = functions[key]!(samples(values, count));
          assert.ok(text.trim(), key);
          assert.doesNotMatch(text, /[{}]|undefined/, key);
          for (const [name, kind] of values)
            if (kind === 'string') assert.ok(text.includes(`\u2068<${name}>\u2069`), `${key}: ${text}`);
          assert.equal(text.split('\u2068').length, text.split('\u2069').length, key);
        }
    });

  test(`${catalog.file} is written in the script of each language, without characters that isolate`, () => {
    const texts = (language: Language): string =>
      Object.values(messages)
        .map((each) => each[language])
        .join(' ');
    assert.match(texts('ja'), /[\u3040-\u30ff\u4e00-\u9fff]/);
    assert.match(texts('ar'), /[\u0600-\u06ff]/);
    for (const language of LANGUAGES) assert.doesNotMatch(texts(language), /[\u200e\u200f\u2066-\u2069]/);
    const same = Object.values(messages).filter(({ en, de }) => en === de);
    assert.ok(same.length < Object.keys(messages).length / 5);
  });

  test(`${catalog.file} counts with plurals, not with "(s)" or a number after a colon`, () => {
    for (const [key, texts] of Object.entries(messages))
      assert.doesNotMatch(texts['en']!, /\(s\)|: \{count, number\}/, key);
  });
}

test('the texts of the specification (§5, §2) are exact', () => {
  const english = editorTexts('en');
  assert.equal(english['ask.close'], 'Are you sure to close editor and discard changes?');
  assert.equal(
    english['ask.unfork'],
    'Are you sure to reset component to its original state? All changes will be lost.',
  );
  assert.equal(english['save.upToDate'], 'Up to date');
});

test('each problem of a catalog names the catalog, the key and the language', () => {
  const all = (text: string): Record<Language, string> => ({ en: text, de: text, ja: text, ar: text });
  const problem = (messages: Parameters<typeof problemsOf>[1]): string => problemsOf('x.json', messages).join('\n');
  assert.equal(problem({ a: { en: 'A', de: 'A', ja: 'A' } }), 'x.json: "a" in "ar" is missing');
  assert.equal(problem({ a: { ...all('A'), ja: ' ' } }), 'x.json: "a" in "ja" is missing');
  assert.equal(problem({ a: { ...all('A'), fr: 'A' } }), 'x.json: "a" has the unknown language "fr"');
  assert.equal(
    problem({ a: { ...all('{name}'), de: '{nam}' } }),
    'x.json: "a" in "de" takes nam: string, but in "en" name: string',
  );
  assert.equal(
    problem({ a: { ...all('{n, number}'), de: '{n}' } }),
    'x.json: "a" in "de" takes n: string, but in "en" n: number',
  );
  assert.equal(
    problem({ a: { ...all('{n, number}'), ar: '{n, plural, one {#} other {#}}' } }),
    'x.json: "a" in "ar" lacks the plural few, many, two, zero of {n}',
  );
  assert.equal(
    problem({ a: { ...all('{n, number}'), en: '{n, plural, other {#}}' } }),
    'x.json: "a" in "en" lacks the plural one of {n}',
  );
  assert.match(
    problem({ a: { ...all('{n, number}'), ja: '{n, plural, one {#} other {#}}' } }),
    /^x\.json: "a" in "ja" is not ICU MessageFormat: The plural case one is not valid in this locale/,
  );
  assert.match(problem({ a: { ...all('A'), de: 'A {n' } }), /^x\.json: "a" in "de" is not ICU MessageFormat: /);
  assert.equal(problem({ a: { ...all('A'), de: 'A {' } }), 'x.json: "a" in "de" has a brace that belongs to no value');
  assert.match(
    problem({ a: all('{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}') }),
    /^x\.json: "a" in "en" has an ordinal of \{n\}, which is not supported/,
  );
  assert.match(problem({ a: { ...all('{at, date}') } }), /"a" in "de" formats \{at\} as date, which is not supported/);
  assert.equal(problem({ a: all('{name} {n, number}') }), '');
});

test('string values in plurals and choices are isolated, selectors are not', () => {
  const text = '{kind, select, file {{name} in {n, plural, one {{place}} other {# of {place}}}} other {{ name }}}';
  const messages = { a: { en: text, de: text, ja: text.replace('one {{place}} ', ''), ar: text } };
  const run = (language: 'en' | 'ja', values: object): string => compileFunctions(messages, language)['a']!(values);
  assert.equal(run('en', { kind: 'file', name: 'N', n: 1, place: 'P' }), '\u2068N\u2069 in \u2068P\u2069');
  assert.equal(run('en', { kind: 'file', name: 'N', n: 1234, place: 'P' }), '\u2068N\u2069 in 1,234 of \u2068P\u2069');
  assert.equal(run('ja', { kind: 'other', name: 'N', n: 2, place: 'P' }), '\u2068N\u2069');
});

test('a message uses the plural rules of its language', async () => {
  const found = async (language: string, ...counts: number[]): Promise<string[]> => {
    const { t } = await loadMessages(compiledCatalog<PickerMessageValues>('picker'), language);
    return counts.map((count) => t('list.found', { count }));
  };
  assert.deepEqual(await found('en', 0, 1, 2, 1234), ['0 results', '1 result', '2 results', '1,234 results']);
  assert.deepEqual(await found('de', 1, 1234), ['1 Treffer', '1.234 Treffer']);
  assert.deepEqual(await found('ja', 1, 2), ['1 件', '2 件']);
  const numbers = new Intl.NumberFormat('ar');
  assert.deepEqual(await found('ar', 0, 1, 2, 3, 11, 100), [
    'لا نتائج',
    'نتيجة واحدة',
    'نتيجتان',
    `${numbers.format(3)} نتائج`,
    `${numbers.format(11)} نتيجة`,
    `${numbers.format(100)} نتيجة`,
  ]);
});

test('messages use the language of a tag, or else English; only that language is loaded', async () => {
  const catalog = compiledCatalog<PickerMessageValues>('picker');
  const loaded: string[] = [];
  const observed = Object.fromEntries(
    Object.entries(catalog).map(([language, load]) => [language, () => (loaded.push(language), load())]),
  ) as typeof catalog;
  const german = await loadMessages(observed, 'de-AT');
  assert.deepEqual([german.t('action.close'), german.language, german.direction], ['Schließen', 'de-AT', 'ltr']);
  assert.match(german.formatTime('2026-01-05T12:00:00Z'), /05\.01\.2026|5\. Jän|2026/);
  assert.equal((await loadMessages(observed, 'AR')).direction, 'rtl');
  const other = await loadMessages(observed, 'fi');
  assert.deepEqual([other.t('action.close'), other.language], ['Close', 'en']);
  assert.deepEqual(loaded, ['de', 'ar', 'en']);
});

test('a name with another text direction is isolated from the sentence', async () => {
  const { t } = await loadMessages(compiledCatalog<CustomizationsMessageValues>('customizations'), 'ar');
  assert.match(t('explain', { library: 'Aurora (2)' }), /«\u2068Aurora \(2\)\u2069»/);
});

/** The literal texts of a compiled message, without its values. */
const literals = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((token) => {
    if (token.type === 'content') return [token.value];
    return 'cases' in token ? token.cases.flatMap((each) => literals(each.tokens)) : [];
  });

test('builds with Vite and esbuild create a module for each language, and load none eagerly', async () => {
  const catalog = CATALOGS.find(({ file }) => file.endsWith('picker.json'))!;
  const entry = `export { default } from ${JSON.stringify(pathOf(catalog))};`;
  const bundle = await rollup({
    input: 'entry',
    external: /^@messageformat|(?:isolate|plural-rules)\.ts$/,
    plugins: [
      messageCatalogs(),
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? join(ROOT, 'entry.js') : null),
        load: (id) => (id.endsWith('entry.js') ? entry : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'es' });
  const { outputFiles } = await esbuild({
    ...{ stdin: { contents: entry, resolveDir: ROOT, sourcefile: 'entry.js' }, outdir: '/out', write: false },
    ...{
      bundle: true,
      splitting: true,
      format: 'esm',
      charset: 'utf8',
      external: ['@messageformat/*', '*isolate.ts', '*plural-rules.ts'],
    },
    plugins: [esbuildMessageCatalogs()],
  });
  const files = [output.map((chunk) => ('code' in chunk ? chunk.code : '')), outputFiles.map(({ text }) => text)];
  const [first] = Object.keys(readCatalog(catalog));
  for (const codes of files)
    for (const language of LANGUAGES) {
      const [text] = literals(parse(readCatalog(catalog)[first!]![language]));
      const own = codes.filter((code) => code.includes(JSON.stringify(text)));
      assert.equal(own.length, 1, language);
      assert.ok(!own[0]!.includes('import('), 'a language is not in the file that loads it');
    }
  assert.match(compileLanguage(readCatalog(catalog), 'ar'), /isolate\(d\.search, "ar"\)/);
});

test('UI sources contain no texts outside of the catalogs', () => {
  const folder = `${ROOT}frontend/src/`;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  assert.ok(files.length > 30);
  for (const file of files) {
    const text = readFileSync(folder + file, 'utf8');
    // Text between tags, or an accessible name.
    assert.doesNotMatch(text, /<[a-zA-Z.]+(?:\s[^<>{}]*)?>\s*[A-Z][a-z]{2,}/, file);
    assert.doesNotMatch(text, /(?:aria-label|title|placeholder|alt)="[^"]+"/, file);
  }
});
