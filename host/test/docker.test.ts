import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { validate } from 'dockerfile-utils';
import { load } from 'js-yaml';
import { readSettings } from '../src/config/read-settings.js';
import { SETTINGS } from '../src/config/settings-table.js';
import type { Setting } from '../src/lib/setting.js';
import { AZURITE_OPTIONS } from './support/azurite.js';

const ROOT = new URL('../../', import.meta.url).pathname;
const read = (path: string): string => readFileSync(ROOT + path, 'utf8');

interface Service {
  environment?: Record<string, string>;
  build?: { context: string; dockerfile: string };
  command?: string;
  depends_on?: object;
  volumes?: string[];
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
}

/** Substitutes `${NAME:-default}` and `${NAME:?message}` like compose. */
const substituted = (text: string, given: Record<string, string>): string =>
  text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const value = given[name];
    if (value) return value;
    assert.equal(kind, '-', `${name} must be given`);
    return rest;
  });

test('the Dockerfile is valid, and every file that it copies exists', () => {
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

test('the image build copies the manifest of every workspace that it builds', () => {
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  const build = read('scripts/build.ts');
  const built = workspaces.filter((name) => new RegExp(`^run\\(.*'${name}'\\);$`, 'm').test(build));
  assert.deepEqual(built, ['frontend', 'host', 'react-wrapper', 'compat']);
  const [beforeInstall] = read('host/Dockerfile').split('RUN npm ci\n');
  for (const name of built) assert.ok(beforeInstall!.includes(`\nCOPY ${name}/package.json ${name}/\n`), name);
});

test('the compose files refer to existing services, volumes and settings', () => {
  const base = load(read('host/compose.yaml')) as Compose;
  const azurite = load(read('host/compose.azurite.yaml')) as Compose;
  const settingsOf = (...files: Compose[]) => {
    const services = Object.assign({}, ...files.map((file) => file.services).reverse()) as Compose['services'];
    const volumes = Object.assign({}, ...files.map((file) => file.volumes)) as Compose['volumes'];
    for (const { depends_on = {}, volumes: used = [] } of files.flatMap((file) => Object.values(file.services))) {
      for (const name of Object.keys(depends_on)) assert.ok(services[name], name);
      for (const name of used) assert.ok(name.split(':')[0]! in volumes, name);
    }
    const given = Object.assign({}, ...files.map(({ services: { host } }) => host!.environment)) as object;
    const environment = Object.fromEntries(
      Object.entries(given).map(([name, text]) => [name, substituted(String(text), { POSTGRES_PASSWORD: 'p' })]),
    );
    const known = Object.values(SETTINGS).map(({ variable }) => variable as string);
    for (const name of Object.keys(environment)) assert.ok(known.includes(name), name);
    const { settings, warnings } = readSettings({ flags: {}, environment, file: {}, folder: '/app' });
    assert.deepEqual(warnings, []);
    return settings;
  };
  assert.ok(existsSync(`${ROOT}${base.services['host']!.build!.dockerfile}`));
  const settings = settingsOf(base);
  assert.equal(settings.environment, 'production');
  assert.equal(settings.libraries, undefined, 'no demo in production');
  assert.equal(settings.databaseUrl, 'postgres://feaas:p@postgres:5432/feaas');
  assert.equal(settings.storage.driver, 'folder');
  const { driver, options } = settingsOf(base, azurite).storage;
  assert.equal(driver, 'azure');
  assert.match(JSON.stringify(options), /BlobEndpoint=http:\/\/azurite:10000\//);
  const { command } = azurite.services['azurite']!;
  for (const option of AZURITE_OPTIONS) assert.ok(command!.split(' ').includes(option), option);
});

test('the README lists exactly the existing settings', () => {
  const rows = [...read('host/README.md').matchAll(/^\| `([A-Z_]+)` +\| (?:`--([a-z-]+)`)? *\|/gm)];
  const documented = rows.map(([, variable, flag]) => [variable, flag]);
  const settings = Object.values(SETTINGS as Record<string, Setting<unknown>>);
  assert.deepEqual(documented.sort(), settings.map(({ variable, flag }) => [variable, flag]).sort());
});
