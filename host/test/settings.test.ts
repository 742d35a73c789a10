import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { DEFAULT_DELIVERY_RATE, DEFAULT_RATES } from '../src/config/rate-limits.js';
import { HostError } from '../src/lib/host-error.js';
import { envFile } from '../src/config/env-file.js';
import { misspelt } from '../src/lib/nearest-name.js';
import { readSettings, type Sources } from '../src/config/read-settings.js';
import { OTHER_VARIABLES, type SettingName, SETTINGS } from '../src/config/settings-table.js';
import type { PURGE_SETTINGS } from '../src/purge/registry.js';
import type { STORAGE_SETTINGS } from '../src/storage/drivers/registry.js';
import { runCliInProcess, makeTemporaryFolder } from './support/cli.js';

const read = (sources: Partial<Sources> = {}) =>
  readSettings({ flags: {}, environment: {}, file: {}, folder: '/srv', ...sources });

/** Folders without sources of this project. */
const BUILT = /^(?:node_modules|dist|www|\..+)$/;

/** Names with the prefix that a source reads from its environment, singly or by destructuring. */
const namesIn = (source: string): string[] => [
  ...[...source.matchAll(/(?:process\.env|\benvironment)(?:\.|\[['"])(FEAAS_\w+)/g)].map(([, name]) => name!),
  ...[...source.matchAll(/\{([^{}]*)\}\s*=\s*process\.env/g)].flatMap(([, names]) => names!.match(/FEAAS_\w+/g) ?? []),
];

test('defaults apply without any setting', () => {
  const { settings, warnings } = read();
  assert.deepEqual(settings, {
    port: 3333,
    hostname: '127.0.0.1',
    data: '/srv/.feaas',
    databaseUrl: undefined,
    databaseTimeouts: { statement: 30, lock: 10, idle: 5 },
    replicaUrl: undefined,
    replicaLagSeconds: 5,
    redisUrl: undefined,
    storage: { driver: 'folder', options: {} },
    environment: 'production',
    libraries: undefined,
    site: undefined,
    maxAge: 0,
    mediaHosts: [],
    webhookHosts: [],
    trustedProxies: [],
    rates: DEFAULT_RATES,
    deliveryRate: DEFAULT_DELIVERY_RATE,
    mcp: 'on',
    mcpOrigins: [],
    developmentOrigins: [],
    oidc: undefined,
    token: undefined,
    auditDays: 365,
    history: { revisions: undefined, days: undefined },
    backup: { folder: undefined, schedule: undefined, keep: 7 },
    metrics: 'private',
    metricsToken: undefined,
    purge: undefined,
    surrogateKeys: 'off',
    keepAliveSeconds: 125,
    drainSeconds: 3,
    logLevel: 'info',
  });
  assert.deepEqual(warnings, []);
});

test('every setting is read from the environment, and from its flag if it has one', () => {
  // Some settings of storage drivers and purge targets exclude others: storage-drivers.test.ts and purge-targets.test.ts cover them.
  const values: Record<Exclude<SettingName, keyof typeof STORAGE_SETTINGS | keyof typeof PURGE_SETTINGS>, string> = {
    port: '81',
    hostname: '::1',
    data: '/data',
    databaseUrl: 'postgres://user:secret@db:5432/feaas',
    databaseStatementSeconds: '60',
    databaseLockSeconds: '0',
    databaseIdleSeconds: '20',
    replicaUrl: 'postgres://user:secret@replica:5432/feaas',
    replicaLagSeconds: '10',
    redisUrl: 'rediss://user:secret@cache:6380/2',
    development: '0',
    environment: 'production',
    libraries: 'libraries',
    site: 'site',
    maxAge: '60',
    mediaHosts: 'example.org, *.example.net, 203.0.113.7',
    webhookHosts: 'hooks.internal, *.example.net',
    trustedProxies: '10.0.0.0/8, ::1',
    rateTokenReads: '1/2',
    rateTokenWrites: '0.5/3',
    rateAddressReads: '10/20',
    rateAddressWrites: '999999/9999999',
    rateAddressDelivery: '9/10',
    mcp: 'off',
    mcpOrigins: 'https://tools.example, http://LOCALHOST:6274/',
    developmentOrigins: 'http://localhost:5173,http://[::1]:4321',
    oidcIssuer: 'https://login.example/realm',
    oidcClientId: 'feaas',
    oidcClientSecret: 'a-secret-of-the-client',
    oidcScopes: 'openid  groups',
    oidcRoles: 'groups=editors:demo:editor, groups=admins:*:admin',
    publicUrl: 'https://content.example/',
    editorOrigins: 'https://www.example.com',
    token: 'a-token-to-send-to-a-host',
    auditDays: '0',
    historyRevisions: '50',
    historyDays: '90',
    backupFolder: 'backups',
    backupSchedule: '30 2 * * 1-5',
    backupKeep: '0',
    metrics: 'public',
    metricsToken: 'a-token-of-its-own',
    surrogateKeys: 'on',
    keepAliveSeconds: '620',
    drainSeconds: '7',
    logLevel: 'error',
  };
  const environment: Record<string, string> = {};
  const flags: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const { variable, flag } = SETTINGS[name as SettingName];
    environment[variable] = value;
    if (flag !== undefined) flags[flag] = value;
  }
  const fromEnvironment = read({ environment }).settings;
  assert.deepEqual(fromEnvironment, {
    port: 81,
    hostname: '::1',
    data: '/data',
    databaseUrl: values.databaseUrl,
    databaseTimeouts: { statement: 60, lock: 0, idle: 20 },
    replicaUrl: values.replicaUrl,
    replicaLagSeconds: 10,
    redisUrl: values.redisUrl,
    storage: { driver: 'folder', options: {} },
    environment: 'production',
    libraries: 'libraries',
    site: 'site',
    maxAge: 60,
    mediaHosts: ['example.org', '*.example.net', '203.0.113.7'],
    webhookHosts: ['hooks.internal', '*.example.net'],
    trustedProxies: ['10.0.0.0/8', '::1'],
    deliveryRate: { perSecond: 9, burst: 10 },
    rates: {
      token: { reads: { perSecond: 1, burst: 2 }, writes: { perSecond: 0.5, burst: 3 } },
      address: { reads: { perSecond: 10, burst: 20 }, writes: { perSecond: 999_999, burst: 9_999_999 } },
    },
    mcp: 'off',
    mcpOrigins: ['https://tools.example', 'http://localhost:6274'],
    developmentOrigins: ['http://localhost:5173', 'http://[::1]:4321'],
    oidc: {
      issuer: 'https://login.example/realm',
      clientId: 'feaas',
      clientSecret: 'a-secret-of-the-client',
      scopes: 'openid groups',
      rules: [
        { claim: 'groups', value: 'editors', library: 'demo', role: 'editor' },
        { claim: 'groups', value: 'admins', library: '*', role: 'admin' },
      ],
      publicOrigin: 'https://content.example',
      editorOrigins: ['https://www.example.com'],
    },
    token: 'a-token-to-send-to-a-host',
    auditDays: undefined,
    history: { revisions: 50, days: 90 },
    backup: { folder: '/srv/backups', schedule: '30 2 * * 1-5', keep: undefined },
    metrics: 'public',
    metricsToken: 'a-token-of-its-own',
    purge: undefined,
    surrogateKeys: 'on',
    keepAliveSeconds: 620,
    drainSeconds: 7,
    logLevel: 'error',
  });
  const secret = {
    DATABASE_URL: values.databaseUrl,
    DATABASE_REPLICA_URL: values.replicaUrl,
    REDIS_URL: values.redisUrl,
    FEAAS_METRICS_TOKEN: values.metricsToken,
    FEAAS_TOKEN: values.token,
    FEAAS_OIDC_CLIENT_SECRET: values.oidcClientSecret,
  };
  assert.deepEqual(read({ flags, environment: secret }).settings, fromEnvironment);
});

test('flags override the environment, which overrides .env; an empty variable is ignored', () => {
  const port = (flags: object, environment: object, file: object): number =>
    read({ flags: { ...flags }, environment: { ...environment }, file: { ...file } }).settings.port;
  assert.equal(port({}, {}, { PORT: '3' }), 3);
  assert.equal(port({}, { PORT: '2' }, { PORT: '3' }), 2);
  assert.equal(port({ port: '1' }, { PORT: '2' }, { PORT: '3' }), 1);
  assert.equal(port({}, { PORT: '' }, { PORT: '3' }), 3);
  assert.equal(port({}, { PORT: '' }, {}), 3333);
  assert.equal(port({ port: '0' }, { PORT: '2' }, {}), 0);
});

test('spaces around a value are trimmed; a value in quotes is rejected, and errors contain no secret', () => {
  const of = (environment: Record<string, string>) => read({ environment }).settings;
  assert.equal(of({ PORT: ' 8080\n' }).port, 8080);
  assert.equal(of({ PORT: ' \n' }).port, 3333);
  assert.equal(of({ FEAAS_DATA: '/data \r\n' }).data, '/data');
  assert.equal(of({ DATABASE_URL: 'postgres://u:hush@db/x\n' }).databaseUrl, 'postgres://u:hush@db/x');
  assert.equal(of({ FEAAS_METRICS_TOKEN: `${'x'.repeat(16)}\n` }).metricsToken, 'x'.repeat(16));
  for (const variable of [...new Set(Object.values(SETTINGS).map((each) => each.variable))])
    for (const text of ['"hush"', "'hush'", '`hush`', ' "hush"\n', '""'])
      for (const [sources, source] of [
        [{ environment: { [variable]: text } }, variable],
        [{ file: { [variable]: text } }, `${variable} in .env`],
      ] as const)
        assert.throws(
          () => read(sources),
          (error: unknown) =>
            error instanceof HostError &&
            error.message ===
              `${source} begins and ends with a quote, which counts as part of the value. Remove the quotes.`,
          `${variable}=${text}`,
        );
  assert.equal(of({ FEAAS_DATA: '/it is "new' }).data, '/it is "new');
});

test('a path that requires shell expansion is rejected; an IPv6 address may be in brackets', () => {
  for (const variable of ['FEAAS_DATA', 'FEAAS_LIBRARY', 'FEAAS_SITE', 'FEAAS_BACKUP_FOLDER'])
    for (const path of ['~', '~/data', '~kim/data'])
      assert.throws(() => read({ environment: { [variable]: path } }), {
        name: 'HostError',
        message: `${variable} is '${path}', but only a shell replaces ~. Write the whole path.`,
      });
  assert.equal(read({ environment: { FEAAS_DATA: '/data/~old' } }).settings.data, '/data/~old');
  for (const [text, address] of Object.entries({ '[::1]': '::1', '[::]': '::', '::1': '::1', '0.0.0.0': '0.0.0.0' }))
    assert.equal(read({ flags: { host: text } }).settings.hostname, address);
});

test('the mode is production, unless --dev or FEAAS_DEV sets development', () => {
  const of = (variables: Record<string, string>, flags: Record<string, string> = {}) =>
    readSettings({ flags, environment: variables, file: {}, folder: '/' });
  const nothing: Record<string, string>[] = [{}, { NODE_ENV: 'development' }, { NODE_ENV: 'test' }, { FEAAS_DEV: '0' }];
  for (const variables of nothing) {
    const { settings, warnings } = of(variables);
    assert.deepEqual([settings.environment, settings.logLevel, settings.drainSeconds], ['production', 'info', 3]);
    assert.deepEqual(warnings, []);
  }
  for (const { settings, warnings } of [
    of({ FEAAS_DEV: '1' }),
    of({ FEAAS_DEV: 'true', NODE_ENV: 'production' }),
    of({}, { dev: '1' }),
    of({ FEAAS_DEV: '1', FEAAS_ENV: 'development' }),
  ]) {
    assert.deepEqual([settings.environment, settings.logLevel, settings.drainSeconds], ['development', 'warn', 0]);
    assert.deepEqual(warnings, []);
  }
  const named = of({ FEAAS_ENV: 'development' });
  assert.equal(named.settings.environment, 'production');
  assert.match(
    named.warnings.join(),
    /^FEAAS_ENV is 'development', but only --dev or FEAAS_DEV=1 turns development on\./,
  );
  const both = of({ FEAAS_ENV: 'production' }, { dev: '1' });
  assert.equal(both.settings.environment, 'production');
  assert.match(both.warnings.join(), /^FEAAS_ENV is 'production', so --dev does nothing\./);
});

test('an invalid setting is an error with its name, its value and the valid values', () => {
  const cases: [Partial<Sources>, RegExp][] = [
    [{ environment: { PORT: 'http' } }, /^PORT must be a whole number from 0 to 65535, but is 'http'\.$/],
    [{ file: { PORT: 'http' } }, /^PORT in \.env must be a whole number from 0 to 65535, but is 'http'\.$/],
    ...['-1', '1e3', '0x50', '65536', '80 ', '8.5', 'abc'].map((port): [Partial<Sources>, RegExp] => [
      { flags: { port } },
      new RegExp(`^--port must be a whole number .*'${port}'`),
    ]),
    [{ flags: { host: '' } }, /^--host is empty\. Give a value, or leave it out\.$/],
    [{ flags: { 'max-age': 'long' } }, /^--max-age must .* 'long'/],
    [{ environment: { FEAAS_ENV: 'prod' } }, /^FEAAS_ENV must be one of development, production, but is 'prod'\.$/],
    [{ environment: { LOG_LEVEL: 'loud' } }, /^LOG_LEVEL must be one of debug, .* 'loud'/],
    [{ environment: { FEAAS_DEV: 'yes' } }, /^FEAAS_DEV must be 1 or 0, but is 'yes'\.$/],
    [{ environment: { FEAAS_METRICS_TOKEN: 'sh ort' } }, /^FEAAS_METRICS_TOKEN must have 16 to 200 [^']*$/],
    [
      { environment: { FEAAS_PURGE_SECRET: 'x'.repeat(16) } },
      /^FEAAS_PURGE_SECRET has a value, but FEAAS_PURGE_URL has none/,
    ],
    [{ flags: { 'purge-url': 'ftp://x' } }, /^--purge-url must be a URL with http or https, .* 'ftp:\/\/x'/],
    ...['tools.example', '*', 'https://x.example/path', 'ftp://x.example'].map((text): [Partial<Sources>, RegExp] => [
      { environment: { FEAAS_MCP_ORIGINS: `https://ok.example,${text}` } },
      /^FEAAS_MCP_ORIGINS must be origins .* but is '[^,]*'\.$/,
    ]),
    [
      { flags: { 'dev-origins': 'http://localhost:1,http://site.example' } },
      /^--dev-origins must be origins of this machine.* but is 'http:\/\/site\.example'\.$/,
    ],
    [{ environment: { FEAAS_MCP: 'yes' } }, /^FEAAS_MCP must be one of on, off, but is 'yes'/],
    [{ environment: { FEAAS_TOKEN: 'hush' } }, /^FEAAS_TOKEN must be a token of the host.* it is not shown here\.$/],
    [{ environment: { FEAAS_METRICS: 'yes' } }, /^FEAAS_METRICS must be one of private, public, but is 'yes'/],
    [
      { environment: { FEAAS_MEDIA_HOSTS: 'ok.org,http://no' } },
      /^FEAAS_MEDIA_HOSTS must be host names .* 'http:\/\/no'/,
    ],
    // Values that the media proxy rejects: the error names the setting.
    [{ environment: { FEAAS_MEDIA_HOSTS: 'ok.org,no.org:8443' } }, /^FEAAS_MEDIA_HOSTS must be .* 'no\.org:8443'/],
    [{ environment: { FEAAS_MEDIA_HOSTS: '*.org' } }, /^FEAAS_MEDIA_HOSTS must be .* '\*\.org'/],
    ...['100', '100/', '/5', '0/5', '5/0', '-1/5', '1e3/5', '1/2/3', '0.0001/5'].map(
      (text): [Partial<Sources>, RegExp] => [
        { flags: { 'rate-token-reads': text } },
        new RegExp(`^--rate-token-reads must be how many .* '${text}'`),
      ],
    ),
    [{ environment: { FEAAS_MEDIA_HOSTS: '*' } }, /FEAAS_MEDIA_HOSTS .* '\*'/],
    [
      { environment: { FEAAS_TRUSTED_PROXIES: '10.0.0.0/40' } },
      /^FEAAS_TRUSTED_PROXIES must be IP .* '10\.0\.0\.0\/40'/,
    ],
    [
      { environment: { AZURE_STORAGE_CONTAINER: 'My Blobs' } },
      /^AZURE_STORAGE_CONTAINER must be of 3 to 56 .* 'My Blobs'/,
    ],
    // The private container has a longer name, which would be invalid.
    [{ flags: { 'azure-container': 'x'.repeat(57) } }, /^--azure-container must be of 3 to 56 .* 'x{57}'/],
    [{ environment: { DATABASE_URL: 'mysql://u:hush@db/x' } }, /^DATABASE_URL must be like postgres:.*not shown here/],
    [{ environment: { REDIS_URL: 'http://:hush@cache' } }, /^REDIS_URL must be like redis:.*not shown here/],
    [{ environment: { REDIS_URL: 'redis://:hu#sh@cache' } }, /^REDIS_URL must be like redis:.*percent-encoded/],
    [{ environment: { AZURE_STORAGE_CONNECTION_STRING: 'hush' } }, /^AZURE_STORAGE_CONNECTION_STRING must be like/],
  ];
  for (const [sources, message] of cases) {
    assert.throws(
      () => read(sources),
      (error: unknown) => error instanceof HostError && message.test(error.message) && !error.message.includes('hush'),
      JSON.stringify(sources),
    );
  }
});

test('an unknown FEAAS_ name is warned about with the nearest known name', () => {
  const { warnings } = read({ environment: { FEAAS_DTA: 'x', FEAAS_LONG: '1', OTHER: 'y' }, file: { FEAAS_SIT: '' } });
  assert.deepEqual(warnings, [
    'FEAAS_DTA is no setting; the nearest is FEAAS_DATA.',
    'FEAAS_SIT in .env is no setting; the nearest is FEAAS_SITE.',
  ]);
});

test('a FEAAS_ name that the tests, scripts and examples of the project read is not warned about', async () => {
  const root = new URL('../../', import.meta.url).pathname;
  const entries = async (folder: string): Promise<string[]> =>
    (await readdir(join(root, folder), { withFileTypes: true })).flatMap((each) => {
      const path = join(folder, each.name);
      return each.isFile() ? [path] : BUILT.test(each.name) ? [] : [`${path}/`];
    });
  const found = new Set<string>();
  const look = async (folder: string): Promise<void> => {
    for (const path of await entries(folder)) {
      if (path.endsWith('/')) await look(path);
      else if (/\.(?:[cm]?[jt]sx?|json|ya?ml)$/.test(path)) {
        for (const name of namesIn(await readFile(join(root, path), 'utf8'))) found.add(name);
      }
    }
  };
  await look('.');
  assert.ok(found.has('FEAAS_LONG') && found.has('FEAAS_TOKEN'), 'names are found in both forms');
  const settings = Object.values(SETTINGS).map(({ variable }) => variable);
  const known: readonly string[] = [...OTHER_VARIABLES, ...settings];
  assert.deepEqual(
    [...found].filter((name) => !known.includes(name)),
    [],
  );
  assert.deepEqual(
    OTHER_VARIABLES.filter((name) => !found.has(name)),
    [],
    'no name that nobody reads',
  );
  assert.deepEqual(
    OTHER_VARIABLES.filter((name) => misspelt(name, settings) !== undefined),
    [],
    'and none that hides a misspelt setting',
  );
});

test('a misspelt name of a database or blob store setting is warned about, a short one in .env only', () => {
  const file = {
    DATABSE_URL: 'x',
    AZURE_STORAGE_CONECTION_STRING: 'x',
    PROT: '80',
    // An anagram of PORT, but no exchange of two neighboring letters.
    TROP: '80',
    PATH: '/',
    GHOST: '1',
    NODE_ENV: 'x',
  };
  assert.deepEqual(read({ file }).warnings, [
    'AZURE_STORAGE_CONECTION_STRING in .env is no setting; the nearest is AZURE_STORAGE_CONNECTION_STRING.',
    'DATABSE_URL in .env is no setting; the nearest is DATABASE_URL.',
    'GHOST in .env is no setting; the nearest is HOST.',
    'PROT in .env is no setting; the nearest is PORT.',
  ]);
  const environment = { ...file, DATABASE_URI: 'x', AZURE_STORAGE_ACCOUNT: 'x', PGHOST: 'x' };
  assert.deepEqual(
    read({ environment }).warnings.map((warning) => warning.split(' ')[0]),
    ['AZURE_STORAGE_CONECTION_STRING', 'DATABASE_URI', 'DATABSE_URL'],
  );
});

test('an unescaped password that would end the URL early is rejected, without showing a part of it', () => {
  for (const password of ['p@ss#w/rd', 'hush@x', 'hu#sh', 'hu/sh', 'hu?sh']) {
    assert.throws(
      () => read({ environment: { DATABASE_URL: `postgres://feaas:${password}@127.0.0.1:5432/feaas` } }),
      (error: unknown) =>
        error instanceof HostError &&
        /^DATABASE_URL: its user or password has .* percent-encoded \(%40/.test(error.message) &&
        !/hu|ss#|w\/rd/.test(error.message.replace('such', '')),
      password,
    );
  }
  for (const fine of ['u:p%40ss@db:5432/x', 'db/x', 'u@db/x?sslmode=require', 'u:p@[::1]:5432/x', 'u:p;:=$@db/x']) {
    assert.equal(
      read({ environment: { DATABASE_URL: `postgres://${fine}` } }).settings.databaseUrl,
      `postgres://${fine}`,
    );
  }
});

test('the command reads .env of the working folder, and reports invalid lines', async (t) => {
  const folder = await makeTemporaryFolder(t);
  assert.deepEqual(await envFile(folder), {});
  await writeFile(join(folder, '.env'), '# a comment\nPORT="seven"\nFEAAS_DATTA=/x # more\n');
  assert.deepEqual({ ...(await envFile(folder)) }, { PORT: 'seven', FEAAS_DATTA: '/x' });
  const { code, err } = await runCliInProcess(folder, ['check']);
  assert.equal(code, 1);
  assert.equal(err, "feaas-host: PORT in .env must be a whole number from 0 to 65535, but is 'seven'.\n");
  const fine = await runCliInProcess(folder, ['check', '--data', 'kept'], { PORT: '1' });
  assert.match(fine.err, /^feaas-host: FEAAS_DATTA in \.env is no setting; the nearest is FEAAS_DATA\.\n/);
  assert.match(fine.err, /there is no database '.*\/kept\/feaas\.db'/);
});

test(
  'an unreadable .env is named in the error',
  { skip: process.getuid?.() === 0 && 'root reads everything' },
  async (t) => {
    const folder = await makeTemporaryFolder(t);
    await writeFile(join(folder, '.env'), '');
    await chmod(join(folder, '.env'), 0);
    await assert.rejects(envFile(folder), /^HostError: could not read .*\.env \(EACCES\)\.$/);
  },
);

test('a folder named .env is ignored', async (t) => {
  const folder = await makeTemporaryFolder(t);
  await mkdir(join(folder, '.env'));
  assert.deepEqual(await envFile(folder), {});
});

test('OpenID Connect requires all of its settings, HTTPS URLs and valid rules; errors contain no secret', () => {
  const all = {
    FEAAS_OIDC_ISSUER: 'https://login.example',
    FEAAS_OIDC_CLIENT_ID: 'feaas',
    FEAAS_OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
    FEAAS_OIDC_ROLES: 'groups=editors:demo:editor',
    FEAAS_PUBLIC_URL: 'https://content.example',
  };
  assert.equal(read({ environment: all }).settings.oidc?.scopes, 'openid profile email');
  assert.equal(read({ environment: { FEAAS_PUBLIC_URL: all.FEAAS_PUBLIC_URL } }).settings.oidc, undefined);
  for (const name of Object.keys(all))
    assert.throws(
      () => read({ environment: { ...all, [name]: undefined } }),
      new RegExp(`also needs ${name}\\. Set all`),
      name,
    );
  const wrong: [string, string, RegExp][] = [
    ['FEAAS_OIDC_ISSUER', 'http://login.example', /^FEAAS_OIDC_ISSUER must be a URL with https/],
    [
      'FEAAS_PUBLIC_URL',
      'https://content.example/path',
      /^FEAAS_PUBLIC_URL must be a URL with https and without a path/,
    ],
    [
      'FEAAS_OIDC_ROLES',
      'groups=editors:demo:owner',
      /^FEAAS_OIDC_ROLES must be rules .* but is 'groups=editors:demo:owner'/,
    ],
    ['FEAAS_OIDC_SCOPES', 'profile', /^FEAAS_OIDC_SCOPES must be scopes .* openid/],
    ['FEAAS_OIDC_CLIENT_SECRET', 'short', /^FEAAS_OIDC_CLIENT_SECRET must have 16 to 1000 (?!.*short)/],
  ];
  for (const [name, value, message] of wrong)
    assert.throws(() => read({ environment: { ...all, [name]: value } }), { message }, name);
});
