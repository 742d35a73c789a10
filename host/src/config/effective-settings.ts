import type { Allowance } from './rate-limits.js';
import { DEFAULTS } from './defaults.js';
import type { Setting } from '../lib/setting.js';
import type { Reading, Settings } from './read-settings.js';
import { type SettingName, SETTINGS } from './settings-table.js';

export interface EffectiveSetting {
  readonly variable: string;
  /** The value as text; undefined if there is none. Secrets are redacted. */
  readonly value: string | undefined;
  /** The origin of the value: `default`, `--port`, `PORT`, `PORT in .env`. */
  readonly origin: string;
}

const formatRate = ({ perSecond, burst }: Allowance): string => `${perSecond}/${burst}`;
const formatList = (items: readonly string[]): string | undefined => (items.length === 0 ? undefined : items.join(','));

/** Values that depend on other settings. All others are the given value or the default. */
const VALUES: { readonly [Name in SettingName]?: (settings: Settings) => string | undefined } = {
  port: ({ port }) => String(port),
  hostname: ({ hostname }) => hostname,
  data: ({ data }) => data,
  development: ({ environment }) => (environment === 'development' ? '1' : '0'),
  environment: ({ environment }) => environment,
  libraries: ({ libraries, environment }) =>
    libraries ?? (environment === 'development' ? DEFAULTS.libraries : undefined),
  site: ({ site }) => site ?? DEFAULTS.site,
  replicaLagSeconds: ({ replicaLagSeconds }) => String(replicaLagSeconds),
  maxAge: ({ maxAge }) => String(maxAge),
  surrogateKeys: ({ surrogateKeys }) => surrogateKeys,
  mediaHosts: ({ mediaHosts }) => formatList(mediaHosts),
  webhookHosts: ({ webhookHosts }) => formatList(webhookHosts),
  trustedProxies: ({ trustedProxies }) => formatList(trustedProxies),
  rateTokenReads: ({ rates }) => formatRate(rates.token.reads),
  rateTokenWrites: ({ rates }) => formatRate(rates.token.writes),
  rateAddressReads: ({ rates }) => formatRate(rates.address.reads),
  rateAddressWrites: ({ rates }) => formatRate(rates.address.writes),
  rateAddressDelivery: ({ deliveryRate }) => formatRate(deliveryRate),
  auditDays: ({ auditDays }) => String(auditDays ?? 0),
  backupFolder: ({ backup }) => backup.folder,
  backupKeep: ({ backup }) => String(backup.keep ?? 0),
  metrics: ({ metrics }) => metrics,
  keepAliveSeconds: ({ keepAliveSeconds }) => String(keepAliveSeconds),
  drainSeconds: ({ drainSeconds }) => String(drainSeconds),
  logLevel: ({ logLevel }) => logLevel,
};

/** All settings in effect, without secrets. */
export function effectiveSettings({ settings, given }: Pick<Reading, 'settings' | 'given'>): EffectiveSetting[] {
  return Object.entries(SETTINGS as Record<string, Setting<unknown>>).map(([key, { variable, redact, usual }]) => {
    const name = key as SettingName;
    const found = given(name);
    const value = VALUES[name] ? VALUES[name](settings) : (found?.text ?? usual);
    return {
      variable,
      value: value !== undefined && redact ? redact(value) : value,
      origin: found?.source ?? 'default',
    };
  });
}
