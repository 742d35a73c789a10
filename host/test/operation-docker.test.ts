import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { validate } from 'dockerfile-utils';
import { load } from 'js-yaml';
import { readSettings } from '../src/settings/read.js';
import { type Setting, SETTINGS } from '../src/settings/table.js';

const ROOT = new URL('../../', import.meta.url).pathname;
const read = (path: string): string => readFileSync(ROOT + path, 'utf8');

interface Compose {
  services: Record<
    string,
    { environment?: Record<string, string>; build?: { context: string; dockerfile: string }; depends_on?: object }
  >;
}

/** What compose makes of `${NAME:-default}` and `${NAME:?message}`. */
const substituted = (text: string, given: Record<string, string>): string =>
  text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const value = given[name];
    if (value) return value;
    assert.equal(kind, '-', `${name} must be given`);
    return rest;
  });

test('the Dockerfile is one, and every file that it copies is there', () => {
  const text = read('host/Dockerfile');
  assert.deepEqual(validate(text), []);
  const stages = text.split(/^FROM /m).slice(1);
  const last = stages.at(-1)!;
  assert.match(last, /^USER node$/m);
  assert.match(last, /^HEALTHCHECK /m);
  assert.doesNotMatch(last, /npm /, 'what runs needs no npm');
  assert.match(stages.at(-2)!, /npm ci --omit=dev /);
  for (const [, sources] of text.matchAll(/^COPY (?!--from)(.*) \S+$/gm)) {
    for (const source of sources!.split(' ')) assert.ok(existsSync(ROOT + source), source);
  }
  for (const [, from] of text.matchAll(/--from=(\w+)/g)) assert.match(text, new RegExp(` AS ${from}$`, 'm'));
});

test('the compose file names services and settings that there are', () => {
  const { services } = load(read('host/compose.yaml')) as Compose;
  const { host } = services;
  assert.ok(existsSync(`${ROOT}${host!.build!.dockerfile}`));
  for (const name of Object.keys(host!.depends_on!)) assert.ok(services[name], name);
  const environment = Object.fromEntries(
    Object.entries(host!.environment!).map(([name, text]) => [name, substituted(text, { POSTGRES_PASSWORD: 'p' })]),
  );
  const known = Object.values(SETTINGS).map(({ variable }) => variable as string);
  for (const name of Object.keys(environment)) assert.ok(known.includes(name), name);
  const { settings, warnings } = readSettings({ flags: {}, environment, file: {}, folder: '/app' });
  assert.deepEqual(warnings, []);
  assert.equal(settings.environment, 'production');
  assert.equal(settings.databaseUrl, 'postgres://feaas:p@postgres:5432/feaas');
  assert.match(settings.azure!.connectionString, /BlobEndpoint=http:\/\/azurite:10000\//);
});

test('the README has every setting, and no other', () => {
  const rows = [...read('host/README.md').matchAll(/^\| `([A-Z_]+)` +\| (?:`--([a-z-]+)`)? *\|/gm)];
  const documented = rows.map(([, variable, flag]) => [variable, flag]);
  const settings = Object.values(SETTINGS as Record<string, Setting<unknown>>);
  assert.deepEqual(documented.sort(), settings.map(({ variable, flag }) => [variable, flag]).sort());
});
