/** The JSON Schemas of library files, compared with the parsers of the host: both accept and reject the same files. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { Validator } from '@cfworker/json-schema';
import { parseComponentManifest, parseLibraryManifest } from '../src/cli/library/manifest.js';
import { COMPONENT_SCHEMA, LIBRARY_SCHEMA } from '../src/cli/library/manifest-schemas.js';
import { checkSettings } from '../src/validation/check-data-settings.js';
import { DATA_SETTINGS_SCHEMA } from '../src/validation/data-settings-schema.js';
import { makeTemporaryFolder } from './support/cli.js';
import { runImport, openImportStore, writeFiles } from './support/imports.js';

interface Schema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
}

interface File {
  readonly schema: Schema;
  /** Parses the text of a file. @throws if it is rejected. */
  parse(text: string): unknown;
}

const FILES: Readonly<Record<string, File>> = {
  'library.json': { schema: LIBRARY_SCHEMA, parse: (text) => parseLibraryManifest(text, 'library.json') },
  'component.json': { schema: COMPONENT_SCHEMA, parse: (text) => parseComponentManifest(text, 'component.json') },
  'data settings': {
    schema: DATA_SETTINGS_SCHEMA,
    parse: (text) => {
      // The import removes the name of the schema first.
      const { $schema, ...rest } = JSON.parse(text) as Record<string, unknown>;
      assert.ok($schema === undefined || typeof $schema === 'string');
      return JSON.parse(checkSettings('settings', JSON.stringify(rest)));
    },
  },
};

const typeOf = ({ type }: Schema): string | undefined => (typeof type === 'object' ? type[0] : (type as string));

/** A value with every member that the schema has. */
function completeValue(schema: Schema): unknown {
  switch (typeOf(schema)) {
    case 'object': {
      if (!schema.properties)
        return typeof schema.additionalProperties === 'object' ? { home: 'responsive' } : { a: 'b' };
      return Object.fromEntries(Object.entries(schema.properties).map(([key, each]) => [key, completeValue(each)]));
    }
    case 'array':
      return [completeValue(schema.items!)];
    case 'number':
      return 800;
    case 'boolean':
      return true;
    default:
      return schema.pattern === undefined ? 'text' : 'https://example.com/path';
  }
}

/** Invalid samples, each with a description of its error. */
function* mistakesIn(schema: Schema, value: unknown): Generator<readonly [what: string, sample: unknown]> {
  const type = typeOf(schema);
  if (type === undefined) return;
  for (const wrong of [7, 'text', true, ['text'], { a: 'b' }, null]) {
    const found = wrong === null ? 'null' : Array.isArray(wrong) ? 'array' : typeof wrong;
    if (found !== type && !(Array.isArray(schema.type) && schema.type.includes(found)))
      yield [`${found}, not ${type}`, wrong];
  }
  if (schema.pattern !== undefined) yield ['no address', 'ftp://example.com/'];
  if (type === 'array')
    for (const [what, item] of mistakesIn(schema.items!, (value as unknown[])[0])) yield [`[0]: ${what}`, [item]];
  if (type !== 'object') return;
  const whole = value as Record<string, unknown>;
  if (typeof schema.additionalProperties === 'object') {
    for (const [what, item] of mistakesIn(schema.additionalProperties, 'text'))
      yield [`member: ${what}`, { home: item }];
    return;
  }
  if (!schema.properties) return;
  yield ['a key that nobody knows', { ...whole, stranger: 1 }];
  for (const key of schema.required ?? []) {
    yield [`no ${key}`, Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key))];
    if (typeOf(schema.properties[key]!) === 'string') yield [`empty ${key}`, { ...whole, [key]: '' }];
  }
  for (const [key, each] of Object.entries(schema.properties))
    for (const [what, sample] of mistakesIn(each, whole[key])) yield [`${key}: ${what}`, { ...whole, [key]: sample }];
}

for (const [name, { schema, parse }] of Object.entries(FILES)) {
  const validator = new Validator(schema as never, '7');
  const whole = completeValue(schema) as Record<string, unknown>;

  test(`${name}: the host stores every member of the schema except the schema name`, () => {
    assert.ok(validator.validate(whole).valid);
    const { $schema, ...kept } = whole;
    assert.equal($schema, 'text');
    assert.deepEqual(parse(JSON.stringify(whole)), kept);
  });

  test(`${name}: the schema and the host reject the same values`, () => {
    let count = 0;
    for (const [what, sample] of mistakesIn(schema, whole)) {
      // An empty URL is valid: it means the page itself.
      if (what === 'empty url') continue;
      count++;
      assert.equal(validator.validate(sample).valid, false, `the schema takes ${what}`);
      assert.throws(() => parse(JSON.stringify(sample)), `the host takes ${what}`);
    }
    assert.ok(count > 15, String(count));
  });
}

test('the import stores data settings without the schema name, and other settings unchanged', async (t) => {
  const store = await openImportStore(t);
  const folder = join(await makeTemporaryFolder(t), 'demo');
  await writeFiles(folder, {
    'library.json': '{"$schema":"https://schemas.example/library.json"}',
    'components/hero/component.json': '{"$schema":"x","name":"Hero"}',
    'data/news.json': '[]',
    'data/news.settings.json': '{"$schema":"https://schemas.example/settings.json","url":"/api/news.json"}',
    'data/plain.json': '[]',
    'data/plain.settings.json': '{ "url":"/plain.json" }\n',
  });
  assert.deepEqual((await runImport(folder, store)).problems, []);
  const sources = await store.contentService.dataSources('demo');
  assert.deepEqual(
    sources.map(({ id, settings }) => [id, settings]),
    [
      ['news', '{\n  "url": "/api/news.json"\n}\n'],
      ['plain', '{ "url":"/plain.json" }\n'],
    ],
  );
});
