import { isAbsolute, join, resolve } from 'node:path';
import { type Allowance, DEFAULT_DELIVERY_RATE, DEFAULT_RATES, type RateLimits } from './rate-limits.js';
import { DEFAULTS } from './defaults.js';
import { type DatabaseTimeouts, DEFAULT_DATABASE_TIMEOUTS } from '../db/database.js';
import { HostError } from '../lib/host-error.js';
import { misspelt, nearest } from '../lib/nearest-name.js';
import type { Setting } from '../lib/setting.js';
import { parsePurge, PURGE_SETTINGS, type PurgeSettings, type PurgeValues } from '../purge/registry.js';
import { awsCredentials } from '../storage/s3/driver.js';
import { parseStorage, STORAGE_SETTINGS, type StorageLocation } from '../storage/drivers/registry.js';
import type { SignInSettings } from './sign-in-settings.js';
import { OTHER_VARIABLES, type SettingName, SETTINGS } from './settings-table.js';

export type Variables = Readonly<Record<string, string | undefined>>;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export interface Settings {
  readonly port: number;
  readonly hostname: string;
  /** Absolute path. */
  readonly data: string;
  /** URL of PostgreSQL; undefined for the embedded database in `data`. */
  readonly databaseUrl: string | undefined;
  readonly databaseTimeouts: DatabaseTimeouts;
  /** A replica of that database, for public reads. */
  readonly replicaUrl: string | undefined;
  readonly replicaLagSeconds: number;
  /** Redis for shared limits of hosts; undefined to use the database. */
  readonly redisUrl: string | undefined;
  /** The driver of the blob store and its options. */
  readonly storage: StorageLocation;
  readonly environment: 'development' | 'production';
  /** Libraries folder as given, relative to the working folder; undefined for the default folder, which may be missing. */
  readonly libraries: string | undefined;
  readonly site: string | undefined;
  /** Seconds. */
  readonly maxAge: number;
  readonly mediaHosts: readonly string[];
  /** Hosts that webhooks may call at any address, port and scheme. */
  readonly webhookHosts: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly rates: RateLimits;
  readonly deliveryRate: Allowance;
  /** Whether agents may connect to /mcp. `mcpOrigins` are the origins of pages that may. */
  readonly mcp: 'on' | 'off';
  readonly mcpOrigins: readonly string[];
  /** Origins of local pages that may sign in with the development code. */
  readonly developmentOrigins: readonly string[];
  /** Settings of the identity provider; undefined if only tokens are used. */
  readonly oidc: SignInSettings | undefined;
  /** Token that the command `mcp` sends to the host. */
  readonly token: string | undefined;
  /** Undefined to retain the audit log forever. */
  readonly auditDays: number | undefined;
  /** Retention of histories: a revision is kept if either setting keeps it. All are kept without both. */
  readonly history: { readonly revisions: number | undefined; readonly days: number | undefined };
  readonly backup: BackupSettings;
  readonly metrics: 'private' | 'public';
  /** A token that only reads `/metrics`. */
  readonly metricsToken: string | undefined;
  /** The CDN from which changed content is purged. */
  readonly purge: PurgeSettings | undefined;
  /** Whether delivered content has headers with cache tags. */
  readonly surrogateKeys: 'on' | 'off';
  readonly keepAliveSeconds: number;
  readonly drainSeconds: number;
  readonly logLevel: LogLevel;
}

export interface BackupSettings {
  /** Absolute path. */
  readonly folder: string | undefined;
  /** A cron pattern with five fields; undefined for no scheduled backups. Requires a folder. */
  readonly schedule: string | undefined;
  /** Number of newest backups to keep; undefined for all. */
  readonly keep: number | undefined;
}

export interface Sources {
  /** By flag, without dashes. */
  readonly flags: Variables;
  readonly environment: Variables;
  /** Variables of `.env`. */
  readonly file: Variables;
  /** The working folder. */
  readonly folder: string;
}

export interface SettingSource {
  readonly text: string;
  /** `--site`, `FEAAS_SITE`, `FEAAS_SITE in .env` */
  readonly source: string;
}

export interface Reading {
  readonly settings: Settings;
  /** Probable typing errors, as sentences. */
  readonly warnings: readonly string[];
  /** The origin of a setting, for messages about its value: `--site`, `FEAAS_SITE`, `FEAAS_SITE in .env`. */
  sourceOf(name: SettingName): string;
  /** The text and origin of a setting; undefined for a default. */
  given(name: SettingName): SettingSource | undefined;
}

/**
 * Flags win over the environment, which wins over `.env`. An empty or blank variable counts as none, as process managers set it;
 * an empty flag is a mistake.
 * @throws HostError that names the setting, its value unless it is secret, and what would be right.
 */
export function readSettings(sources: Sources): Reading {
  const given = new Map<SettingName, SettingSource>();
  const read = <Value>(name: SettingName, setting: Setting<Value>): Value | undefined => {
    const found = find(setting, sources);
    if (!found) return undefined;
    given.set(name, found);
    return setting.read(found.text, found.source);
  };

  const namedEnvironment = read('environment', SETTINGS.environment);
  const isDevelopment = read('development', SETTINGS.development) ?? false;
  // If both disagree, the safer one applies.
  const environment = isDevelopment && namedEnvironment !== 'production' ? 'development' : 'production';
  const isProduction = environment === 'production';
  const storageValues = Object.fromEntries(
    Object.entries(STORAGE_SETTINGS).map(([name, setting]) => [name, read(name as SettingName, setting)]),
  );
  const purgeValues = Object.fromEntries(
    Object.entries(PURGE_SETTINGS).map(([name, setting]) => [name, read<unknown>(name as SettingName, setting)]),
  ) as PurgeValues;
  const purge = parsePurge(purgeValues, () => awsCredentials(storageValues));
  const data = read('data', SETTINGS.data) ?? '.feaas';
  const settings: Settings = {
    port: read('port', SETTINGS.port) ?? DEFAULTS.port,
    hostname: read('hostname', SETTINGS.hostname) ?? DEFAULTS.hostname,
    data: isAbsolute(data) ? data : resolve(join(sources.folder, data)),
    databaseUrl: read('databaseUrl', SETTINGS.databaseUrl),
    databaseTimeouts: {
      statement:
        read('databaseStatementSeconds', SETTINGS.databaseStatementSeconds) ?? DEFAULT_DATABASE_TIMEOUTS.statement,
      lock: read('databaseLockSeconds', SETTINGS.databaseLockSeconds) ?? DEFAULT_DATABASE_TIMEOUTS.lock,
      idle: read('databaseIdleSeconds', SETTINGS.databaseIdleSeconds) ?? DEFAULT_DATABASE_TIMEOUTS.idle,
    },
    replicaUrl: read('replicaUrl', SETTINGS.replicaUrl),
    replicaLagSeconds: read('replicaLagSeconds', SETTINGS.replicaLagSeconds) ?? DEFAULTS.replicaLagSeconds,
    redisUrl: read('redisUrl', SETTINGS.redisUrl),
    storage: parseStorage(storageValues),
    environment,
    libraries: read('libraries', SETTINGS.libraries),
    site: read('site', SETTINGS.site),
    maxAge: read('maxAge', SETTINGS.maxAge) ?? DEFAULTS.deliveryMaxAge,
    mediaHosts: read('mediaHosts', SETTINGS.mediaHosts) ?? [],
    webhookHosts: read('webhookHosts', SETTINGS.webhookHosts) ?? [],
    trustedProxies: read('trustedProxies', SETTINGS.trustedProxies) ?? [],
    rates: {
      token: {
        reads: read('rateTokenReads', SETTINGS.rateTokenReads) ?? DEFAULT_RATES.token.reads,
        writes: read('rateTokenWrites', SETTINGS.rateTokenWrites) ?? DEFAULT_RATES.token.writes,
      },
      address: {
        reads: read('rateAddressReads', SETTINGS.rateAddressReads) ?? DEFAULT_RATES.address.reads,
        writes: read('rateAddressWrites', SETTINGS.rateAddressWrites) ?? DEFAULT_RATES.address.writes,
      },
    },
    deliveryRate: read('rateAddressDelivery', SETTINGS.rateAddressDelivery) ?? DEFAULT_DELIVERY_RATE,
    mcp: read('mcp', SETTINGS.mcp) ?? 'on',
    mcpOrigins: read('mcpOrigins', SETTINGS.mcpOrigins) ?? [],
    developmentOrigins: read('developmentOrigins', SETTINGS.developmentOrigins) ?? [],
    oidc: oidcOf(read),
    token: read('token', SETTINGS.token),
    auditDays: (read('auditDays', SETTINGS.auditDays) ?? DEFAULTS.auditDays) || undefined,
    history: {
      revisions: read('historyRevisions', SETTINGS.historyRevisions) || undefined,
      days: read('historyDays', SETTINGS.historyDays) || undefined,
    },
    backup: backupOf(
      read('backupFolder', SETTINGS.backupFolder),
      read('backupSchedule', SETTINGS.backupSchedule),
      read('backupKeep', SETTINGS.backupKeep) ?? DEFAULTS.backupKeep,
      sources.folder,
    ),
    metrics: read('metrics', SETTINGS.metrics) ?? 'private',
    metricsToken: read('metricsToken', SETTINGS.metricsToken),
    purge,
    surrogateKeys: read('surrogateKeys', SETTINGS.surrogateKeys) ?? (purge === undefined ? 'off' : 'on'),
    keepAliveSeconds: read('keepAliveSeconds', SETTINGS.keepAliveSeconds) ?? DEFAULTS.keepAliveSeconds,
    drainSeconds: read('drainSeconds', SETTINGS.drainSeconds) ?? (isProduction ? 3 : 0),
    logLevel: read('logLevel', SETTINGS.logLevel) ?? (isProduction ? 'info' : 'warn'),
  };
  return {
    settings,
    warnings: [
      ...unknownVariables(sources.environment, '', LONG_UNPREFIXED),
      ...unknownVariables(sources.file, ' in .env', UNPREFIXED),
      ...environmentWarnings(namedEnvironment, isDevelopment, given),
    ],
    sourceOf: (name) => given.get(name)?.source ?? SETTINGS[name].variable,
    given: (name) => given.get(name),
  };
}

function find(setting: Setting<unknown>, { flags, environment, file }: Sources): SettingSource | undefined {
  const flag = setting.flag === undefined ? undefined : flags[setting.flag];
  if (flag === '') throw new HostError(`--${setting.flag} is empty. Give a value, or leave it out.`);
  if (flag !== undefined) return { text: flag, source: `--${setting.flag}` };
  return (
    valueOf(environment[setting.variable], setting.variable) ??
    valueOf(file[setting.variable], `${setting.variable} in .env`)
  );
}

/**
 * Trims a value, because files of secrets end in a line break. Quotes are an error: a shell removes them, but `docker run --env-file`
 * and service managers keep them, and a folder with such a name would be new and empty.
 * @throws HostError for quotes
 */
function valueOf(variable: string | undefined, source: string): SettingSource | undefined {
  const text = variable?.trim();
  if (!text) return undefined;
  if (/^(["'`])[^]*\1$/.test(text) && text.length > 1)
    throw new HostError(
      `${source} begins and ends with a quote, which counts as part of the value. Remove the quotes.`,
    );
  return { text, source };
}

type ReadSetting = <Value>(name: SettingName, setting: Setting<Value>) => Value | undefined;

/** @throws HostError for incomplete settings of OpenID Connect. */
function oidcOf(read: ReadSetting): Settings['oidc'] {
  const needed = {
    FEAAS_OIDC_ISSUER: read('oidcIssuer', SETTINGS.oidcIssuer),
    FEAAS_OIDC_CLIENT_ID: read('oidcClientId', SETTINGS.oidcClientId),
    FEAAS_OIDC_CLIENT_SECRET: read('oidcClientSecret', SETTINGS.oidcClientSecret),
  };
  const rules = read('oidcRoles', SETTINGS.oidcRoles);
  const publicOrigin = read('publicUrl', SETTINGS.publicUrl);
  const scopes = read('oidcScopes', SETTINGS.oidcScopes) ?? DEFAULTS.oidcScopes;
  const editorOrigins = read('editorOrigins', SETTINGS.editorOrigins) ?? [];
  const { FEAAS_OIDC_ISSUER: issuer, FEAAS_OIDC_CLIENT_ID: clientId, FEAAS_OIDC_CLIENT_SECRET: clientSecret } = needed;
  if (issuer && clientId && clientSecret && rules && publicOrigin)
    return { issuer, clientId, clientSecret, scopes, rules, publicOrigin, editorOrigins };
  const entries = Object.entries({ ...needed, FEAAS_OIDC_ROLES: rules, FEAAS_PUBLIC_URL: publicOrigin });
  // The public URL alone does not enable sign-in.
  const isConfigured = entries.some(([name, value]) => name !== 'FEAAS_PUBLIC_URL' && value !== undefined);
  if (!isConfigured && editorOrigins.length === 0) return undefined;
  const missing = entries.filter(([, value]) => value === undefined).map(([name]) => name);
  throw new HostError(
    `Sign-in with OpenID Connect also needs ${missing.join(', ')}. Set all of its settings, or none.`,
  );
}

/** @throws HostError for a schedule without a folder. */
function backupOf(
  folder: string | undefined,
  schedule: string | undefined,
  keep: number,
  workingFolder: string,
): BackupSettings {
  if (schedule !== undefined && folder === undefined)
    throw new HostError('FEAAS_BACKUP_SCHEDULE has a value, but FEAAS_BACKUP_FOLDER has none. Set both, or none.');
  return {
    folder: folder === undefined ? undefined : resolve(workingFolder, folder),
    schedule,
    keep: keep === 0 ? undefined : keep,
  };
}

/** Warns about settings that suggest development: only `--dev` and FEAAS_DEV enable it. */
function environmentWarnings(
  namedEnvironment: Settings['environment'] | undefined,
  isDevelopment: boolean,
  given: ReadonlyMap<SettingName, SettingSource>,
): string[] {
  const source = given.get('environment')?.source;
  if (namedEnvironment === 'production' && isDevelopment)
    return [`${source} is 'production', so ${given.get('development')?.source} does nothing. Leave one of them out.`];
  if (namedEnvironment === 'development' && !isDevelopment)
    return [`${source} is 'development', but only --dev or FEAAS_DEV=1 turns development on. This is production.`];
  return [];
}

const VARIABLES = Object.values(SETTINGS).map(({ variable }) => variable);

/** Variables without the prefix. Other programs have similar ones, so only long names are checked for misspellings. */
const UNPREFIXED = VARIABLES.filter((name) => !name.startsWith('FEAAS_'));
const LONG_UNPREFIXED = UNPREFIXED.filter((name) => name.length > 9);

/** @param candidates names to check for misspellings, besides all with the prefix FEAAS_ */
function unknownVariables(variables: Variables, location: string, candidates: readonly string[]): string[] {
  return Object.keys(variables)
    .filter((name) => !VARIABLES.includes(name) && !OTHER_VARIABLES.includes(name))
    .sort()
    .flatMap((name) => {
      const suggestion = name.startsWith('FEAAS_') ? nearest(name, VARIABLES) : misspelt(name, candidates);
      return suggestion === undefined ? [] : [`${name}${location} is no setting; the nearest is ${suggestion}.`];
    });
}
