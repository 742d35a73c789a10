import { type Allowance, DEFAULT_DELIVERY_RATE, DEFAULT_RATES } from './rate-limits.js';
import { DEFAULTS } from './defaults.js';
import { type DatabaseTimeouts, DEFAULT_DATABASE_TIMEOUTS } from '../db/database.js';
import { redactUrl } from '../db/dsn.js';
import { hidden, type Setting, setting } from '../lib/setting.js';
import { PURGE_SETTINGS } from '../purge/registry.js';
import { STORAGE_SETTINGS } from '../storage/drivers/registry.js';
import { folderPath, listenAddress, onOrOff, oneOf, plain, secretText, wholeNumber } from '../lib/setting-readers.js';
import {
  addresses,
  clientSecret,
  cronPattern,
  databaseUrl,
  hostNames,
  issuer,
  loopbackOrigins,
  origins,
  positiveSeconds,
  publicUrl,
  rate,
  redisUrl,
  roleRules,
  scopes,
  sessionOrToken,
} from './values.js';

const rateSetting = (owner: 'token' | 'address', kind: 'reads' | 'writes', about: string): Setting<Allowance> => {
  const { perSecond, burst } = DEFAULT_RATES[owner][kind];
  return setting({
    variable: `FEAAS_RATE_${owner.toUpperCase()}_${kind.toUpperCase()}`,
    flag: `rate-${owner}-${kind}`,
    value: 'n/n',
    read: rate,
    about: `GraphQL ${about}: per second / at once (${perSecond}/${burst})`,
  });
};

const databaseTimeout = (name: keyof DatabaseTimeouts, about: string): Setting<number> =>
  setting({
    variable: `FEAAS_DATABASE_${name.toUpperCase()}_SECONDS`,
    flag: `database-${name}-seconds`,
    value: 'seconds',
    read: wholeNumber(86_400),
    about: `on PostgreSQL, how long ${about}; 0: the server's setting (${DEFAULT_DATABASE_TIMEOUTS[name]})`,
  });

/** All settings. */
export const SETTINGS = Object.freeze({
  port: setting({
    variable: 'PORT',
    flag: 'port',
    value: 'number',
    read: wholeNumber(65_535),
    about: `port to listen on; 0 takes a free one (${DEFAULTS.port})`,
  }),
  hostname: setting({
    variable: 'HOST',
    flag: 'host',
    value: 'address',
    read: listenAddress,
    about: `address to listen on (${DEFAULTS.hostname}; 0.0.0.0 for every network)`,
  }),
  data: setting({
    variable: 'FEAAS_DATA',
    flag: 'data',
    value: 'folder',
    read: folderPath,
    about: 'folder for database, blobs and lock (.feaas)',
  }),
  databaseUrl: setting({
    variable: 'DATABASE_URL',
    value: 'url',
    read: databaseUrl,
    redact: redactUrl,
    about: 'PostgreSQL instead of the file in the data folder',
  }),
  databaseStatementSeconds: databaseTimeout('statement', 'a query may run'),
  databaseLockSeconds: databaseTimeout('lock', 'a query waits for a locked row'),
  databaseIdleSeconds: databaseTimeout('idle', 'a transaction may be idle'),
  replicaUrl: setting({
    variable: 'DATABASE_REPLICA_URL',
    value: 'url',
    read: databaseUrl,
    redact: redactUrl,
    about: 'streaming replica of DATABASE_URL for GraphQL queries without a token (none)',
  }),
  replicaLagSeconds: setting({
    variable: 'FEAAS_REPLICA_LAG_SECONDS',
    flag: 'replica-lag-seconds',
    value: 'seconds',
    read: positiveSeconds,
    about: `seconds that the replica may be behind; then the primary answers (${DEFAULTS.replicaLagSeconds})`,
  }),
  redisUrl: setting({
    variable: 'REDIS_URL',
    value: 'url',
    read: redisUrl,
    redact: redactUrl,
    about: 'Redis or Valkey for the limits that all hosts share; otherwise PostgreSQL',
  }),
  ...STORAGE_SETTINGS,
  development: setting({
    variable: 'FEAAS_DEV',
    flag: 'dev',
    read: onOrOff,
    about: 'development: demo library, printed sign-in, GraphiQL; on a loopback address only (off)',
  }),
  environment: setting({
    variable: 'FEAAS_ENV',
    flag: 'env',
    value: 'name',
    read: oneOf('development', 'production'),
    about: 'production turns FEAAS_DEV off; development alone turns nothing on (production)',
  }),
  libraries: setting({
    variable: 'FEAAS_LIBRARY',
    flag: 'library',
    value: 'folder',
    read: folderPath,
    about: 'folder of libraries to import at the first start',
  }),
  site: setting({
    variable: 'FEAAS_SITE',
    flag: 'site',
    value: 'folder',
    read: folderPath,
    about: 'folder of the built site',
  }),
  maxAge: setting({
    variable: 'FEAAS_MAX_AGE',
    flag: 'max-age',
    value: 'seconds',
    read: wholeNumber(31_536_000),
    about: `seconds for which browsers may show published content without a check (${DEFAULTS.deliveryMaxAge})`,
  }),
  ...PURGE_SETTINGS,
  surrogateKeys: setting({
    variable: 'FEAAS_SURROGATE_KEYS',
    flag: 'surrogate-keys',
    value: 'name',
    read: oneOf('on', 'off'),
    about: 'on: content has the headers Surrogate-Key and Cache-Tag (on with a purge target)',
  }),
  mediaHosts: setting({
    variable: 'FEAAS_MEDIA_HOSTS',
    flag: 'media-hosts',
    value: 'names',
    read: hostNames,
    about: 'hosts that /proxy/media may fetch from, separated by commas (none)',
  }),
  webhookHosts: setting({
    variable: 'FEAAS_WEBHOOK_HOSTS',
    flag: 'webhook-hosts',
    value: 'names',
    read: hostNames,
    about: 'private hosts that webhooks may call, with any port and without TLS, separated by commas (none)',
  }),
  trustedProxies: setting({
    variable: 'FEAAS_TRUSTED_PROXIES',
    flag: 'trusted-proxies',
    value: 'addresses',
    read: addresses,
    about: 'proxies to trust for X-Forwarded-For, separated by commas (none)',
  }),
  rateTokenReads: rateSetting('token', 'reads', 'operations of one token'),
  rateTokenWrites: rateSetting('token', 'writes', 'writes of one token'),
  rateAddressReads: rateSetting('address', 'reads', 'operations from one address'),
  rateAddressWrites: rateSetting('address', 'writes', 'writes from one address'),
  rateAddressDelivery: setting({
    variable: 'FEAAS_RATE_ADDRESS_DELIVERY',
    flag: 'rate-address-delivery',
    value: 'n/n',
    read: rate,
    about:
      'files for one address: per second / at once; a missing file counts ten times ' +
      `(${DEFAULT_DELIVERY_RATE.perSecond}/${DEFAULT_DELIVERY_RATE.burst})`,
  }),
  mcp: setting({
    variable: 'FEAAS_MCP',
    flag: 'mcp',
    value: 'name',
    read: oneOf('on', 'off'),
    about: 'on: agents with a token can connect to /mcp; off: removes /mcp (on)',
  }),
  mcpOrigins: setting({
    variable: 'FEAAS_MCP_ORIGINS',
    flag: 'mcp-origins',
    value: 'origins',
    read: origins,
    about: 'origins of pages that may connect to /mcp, separated by commas (none)',
  }),
  developmentOrigins: setting({
    variable: 'FEAAS_DEV_ORIGINS',
    flag: 'dev-origins',
    value: 'origins',
    read: loopbackOrigins,
    about: 'development: origins of pages that sign in with the printed code, separated by commas (none)',
  }),
  oidcIssuer: setting({
    variable: 'FEAAS_OIDC_ISSUER',
    flag: 'oidc-issuer',
    value: 'url',
    read: issuer,
    about: 'OpenID Connect: issuer that signs people in (none)',
  }),
  oidcClientId: setting({
    variable: 'FEAAS_OIDC_CLIENT_ID',
    flag: 'oidc-client-id',
    value: 'id',
    read: plain,
    about: 'OpenID Connect: id of the client for the host (none)',
  }),
  oidcClientSecret: setting({
    variable: 'FEAAS_OIDC_CLIENT_SECRET',
    value: 'text',
    read: clientSecret,
    redact: hidden,
    about: 'OpenID Connect: secret of this client, at least 16 characters (none)',
  }),
  oidcScopes: setting({
    variable: 'FEAAS_OIDC_SCOPES',
    flag: 'oidc-scopes',
    value: 'scopes',
    read: scopes,
    usual: DEFAULTS.oidcScopes,
    about: `OpenID Connect: scopes to ask for, separated by spaces (${DEFAULTS.oidcScopes})`,
  }),
  oidcRoles: setting({
    variable: 'FEAAS_OIDC_ROLES',
    flag: 'oidc-roles',
    value: 'rules',
    read: roleRules,
    about: 'OpenID Connect: who has which role, as claim=value:library:role, separated by commas (none)',
  }),
  publicUrl: setting({
    variable: 'FEAAS_PUBLIC_URL',
    flag: 'public-url',
    value: 'url',
    read: publicUrl,
    about: 'address of the host as browsers see it, which OpenID Connect needs (none)',
  }),
  editorOrigins: setting({
    variable: 'FEAAS_EDITOR_ORIGINS',
    flag: 'editor-origins',
    value: 'origins',
    read: origins,
    about: 'other origins whose pages sign editors in with OpenID Connect, separated by commas (none)',
  }),
  token: setting({
    variable: 'FEAAS_TOKEN',
    value: 'text',
    read: sessionOrToken,
    redact: hidden,
    about: 'bearer token that the command mcp sends to the host (none)',
  }),
  auditDays: setting({
    variable: 'FEAAS_AUDIT_DAYS',
    flag: 'audit-days',
    value: 'days',
    read: wholeNumber(36_500),
    about: `days to keep entries of the audit log; 0 keeps them forever (${DEFAULTS.auditDays})`,
  }),
  historyRevisions: setting({
    variable: 'FEAAS_HISTORY_REVISIONS',
    flag: 'history-revisions',
    value: 'number',
    read: wholeNumber(1_000_000),
    usual: '0',
    about: 'newest revisions to keep in each history, in addition to delivered ones; 0 keeps all (0)',
  }),
  historyDays: setting({
    variable: 'FEAAS_HISTORY_DAYS',
    flag: 'history-days',
    value: 'days',
    read: wholeNumber(36_500),
    usual: '0',
    about: 'days to keep all revisions; with both settings, what either keeps; 0 keeps all (0)',
  }),
  backupFolder: setting({
    variable: 'FEAAS_BACKUP_FOLDER',
    flag: 'backup-folder',
    value: 'folder',
    read: folderPath,
    about: 'folder of scheduled backups, and of the command backup without a file (none)',
  }),
  backupSchedule: setting({
    variable: 'FEAAS_BACKUP_SCHEDULE',
    flag: 'backup-schedule',
    value: 'cron',
    read: cronPattern,
    about: "when the host backs up into that folder: five fields of cron, such as '0 3 * * *' (never)",
  }),
  backupKeep: setting({
    variable: 'FEAAS_BACKUP_KEEP',
    flag: 'backup-keep',
    value: 'number',
    read: wholeNumber(10_000),
    about: `newest backups to keep in that folder; 0 keeps all (${DEFAULTS.backupKeep})`,
  }),
  metrics: setting({
    variable: 'FEAAS_METRICS',
    flag: 'metrics',
    value: 'name',
    read: oneOf('private', 'public'),
    about: 'public: /metrics answers everyone; private: it needs its own token or an admin token (private)',
  }),
  metricsToken: setting({
    variable: 'FEAAS_METRICS_TOKEN',
    value: 'text',
    read: secretText,
    redact: hidden,
    about: 'bearer token that reads /metrics and nothing else, at least 16 characters (none)',
  }),
  keepAliveSeconds: setting({
    variable: 'FEAAS_KEEP_ALIVE_SECONDS',
    flag: 'keep-alive-seconds',
    value: 'seconds',
    read: wholeNumber(3600),
    about: `seconds to keep an idle connection, more than the proxy in front; 0: no limit (${DEFAULTS.keepAliveSeconds})`,
  }),
  drainSeconds: setting({
    variable: 'FEAAS_DRAIN_SECONDS',
    flag: 'drain-seconds',
    value: 'seconds',
    read: wholeNumber(300),
    about: 'seconds between the failure of /readyz and the close of the port at a stop (3; development 0)',
  }),
  logLevel: setting({
    variable: 'LOG_LEVEL',
    flag: 'log-level',
    value: 'name',
    read: oneOf('debug', 'info', 'warn', 'error', 'silent'),
    about: 'debug, info, warn, error or silent (info, which logs every request; development warn)',
  }),
});

export type SettingName = keyof typeof SETTINGS;

/** Variables with the prefix that are read by the project's tests, scripts and example sites. None is similar to a setting. */
export const OTHER_VARIABLES: readonly string[] = Object.freeze([
  'FEAAS_CONFORMANCE',
  'FEAAS_DOCS_EDIT_URL',
  'FEAAS_FAULT',
  'FEAAS_FRONTEND_OUT',
  'FEAAS_HOST',
  'FEAAS_HOST_PORT',
  'FEAAS_KILLS',
  'FEAAS_LONG',
  'FEAAS_MODULES',
  'FEAAS_ONLY',
  'FEAAS_PACKAGES',
  'FEAAS_SEED',
  'FEAAS_SHOTS',
  'FEAAS_STARTERS',
  'FEAAS_TEMPLATES',
  'FEAAS_THUMBNAILS',
  'FEAAS_UNCHECKED',
  'FEAAS_WWW',
]);
