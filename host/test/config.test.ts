/** `feaas-host config`: effective settings with their sources, without secrets. */
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { effectiveSettings } from '../src/config/effective-settings.js';
import { readSettings } from '../src/config/read-settings.js';
import { SETTINGS } from '../src/config/settings-table.js';
import type { Setting } from '../src/lib/setting.js';
import { runCliInProcess, makeTemporaryFolder } from './support/cli.js';

type Shown = Record<string, { value: string | null; origin: string }>;

test('config prints each setting with its value and source, and opens nothing', async (t) => {
  const folder = await makeTemporaryFolder(t);
  await writeFile(join(folder, '.env'), 'FEAAS_MAX_AGE=60\nPORT=1\nFEAAS_METRICS_TOKEN=hush-hush-hush-hush\n');
  const environment = {
    ...{ PORT: '81', DATABASE_URL: 'postgres://kim:hush@db:5432/feaas?sslpassword=hush', FEAAS_DEV: '' },
    ...{ FEAAS_PURGE_URL: 'https://cdn.example/purge?key=hush', FEAAS_PURGE_SECRET: 'hush-hush-hush-hush' },
    AZURE_STORAGE_CONNECTION_STRING: 'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=aHVzaA==',
  };
  const { code, out, err } = await runCliInProcess(folder, ['config', '--host', '::1', '--json'], environment);
  assert.deepEqual([code, err], [0, '']);
  const shown = JSON.parse(out) as Shown;
  assert.deepEqual(
    Object.keys(shown),
    Object.values(SETTINGS).map(({ variable }) => variable),
  );
  const expected: Shown = {
    PORT: { value: '81', origin: 'PORT' },
    HOST: { value: '::1', origin: '--host' },
    FEAAS_DATA: { value: join(folder, '.feaas'), origin: 'default' },
    DATABASE_URL: { value: 'postgres://kim:***@db:5432/feaas?sslpassword=***', origin: 'DATABASE_URL' },
    AZURE_STORAGE_CONNECTION_STRING: { value: '***', origin: 'AZURE_STORAGE_CONNECTION_STRING' },
    AZURE_STORAGE_CONTAINER: { value: 'feaas', origin: 'default' },
    FEAAS_DEV: { value: '0', origin: 'default' },
    FEAAS_ENV: { value: 'production', origin: 'default' },
    FEAAS_MAX_AGE: { value: '60', origin: 'FEAAS_MAX_AGE in .env' },
    FEAAS_PURGE_URL: { value: 'https://cdn.example/purge?key=***', origin: 'FEAAS_PURGE_URL' },
    FEAAS_PURGE_SECRET: { value: '***', origin: 'FEAAS_PURGE_SECRET' },
    FEAAS_METRICS_TOKEN: { value: '***', origin: 'FEAAS_METRICS_TOKEN in .env' },
    FEAAS_TRUSTED_PROXIES: { value: null, origin: 'default' },
    FEAAS_RATE_TOKEN_WRITES: { value: '20/100', origin: 'default' },
    FEAAS_DRAIN_SECONDS: { value: '3', origin: 'default' },
    LOG_LEVEL: { value: 'info', origin: 'default' },
  };
  for (const [name, each] of Object.entries(expected)) assert.deepEqual(shown[name], each, name);
  const text = await runCliInProcess(folder, ['config', '--host', '::1'], environment);
  assert.match(text.out, /^PORT +81 +PORT\nHOST +::1 +--host\nFEAAS_DATA +\/.*\.feaas +default\n/);
  assert.match(text.out, /^FEAAS_TRUSTED_PROXIES +\(none\) +default$/m);
  for (const printed of [out, text.out]) assert.ok(!/hush|aHVzaA/.test(printed), printed);
  assert.deepEqual(await readdir(folder), ['.env'], 'and opens nothing');
});

test('settings that depend on others are shown with their effective value', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const valuesOf = async (environment: Record<string, string>) => {
    const { out, err } = await runCliInProcess(folder, ['config', '--json'], environment);
    const shown = JSON.parse(out) as Shown;
    const names = ['FEAAS_DEV', 'FEAAS_ENV', 'FEAAS_DRAIN_SECONDS', 'LOG_LEVEL'];
    return { values: names.map((name) => shown[name]!.value), err };
  };
  assert.deepEqual(await valuesOf({ FEAAS_DEV: '1' }), { values: ['1', 'development', '0', 'warn'], err: '' });
  const overruled = await valuesOf({ FEAAS_DEV: '1', FEAAS_ENV: 'production' });
  assert.deepEqual(overruled.values, ['0', 'production', '3', 'info']);
  assert.match(overruled.err, /FEAAS_ENV is 'production', so FEAAS_DEV does nothing/);
  const wrong = await runCliInProcess(folder, ['config'], { PORT: 'x' });
  assert.deepEqual([wrong.code, wrong.out], [1, '']);
});

test('settings without a command line option are secrets and are not shown', () => {
  for (const [name, { flag, redact, variable }] of Object.entries(SETTINGS as Record<string, Setting<unknown>>))
    if (flag === undefined)
      assert.ok(redact && !redact('a-very-secret-text').includes('secret'), `${name} ${variable}`);
});

test('every documented default is the value that is used without the setting', () => {
  const nothing = { flags: {}, environment: {}, file: {}, folder: '/srv' };
  const usual = effectiveSettings(readSettings(nothing)).filter(({ value }) => value !== undefined);
  assert.ok(usual.length >= 15);
  const environment = Object.fromEntries(usual.map(({ variable, value }) => [variable, value]));
  const { settings } = readSettings(nothing);
  const given = readSettings({ ...nothing, environment }).settings;
  assert.deepEqual({ ...given, site: settings.site }, settings);
});
