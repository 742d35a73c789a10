/** The services from which content can be purged. To add one, write its driver and list it in DRIVERS. */
import { redactUrl } from '../db/dsn.js';
import { HostError } from '../lib/host-error.js';
import { isLoopbackName } from '../lib/loopback.js';
import { hidden, type Read, setting } from '../lib/setting.js';
import { httpUrl, secretText, wrongValue } from '../lib/setting-readers.js';
import type { S3Credentials } from '../storage/s3/location.js';
import { azureFrontDoor } from './azure-front-door.js';
import { cloudflare } from './cloudflare.js';
import { cloudfront } from './cloudfront.js';
import { fastly } from './fastly.js';
import { httpHook } from './http-hook.js';
import type { PurgeDriver, PurgeTarget, SettingValues } from './purge-target.js';

const DRIVERS: Readonly<Record<string, PurgeDriver>> = Object.freeze({
  cloudflare,
  cloudfront,
  fastly,
  'azure-front-door': azureFrontDoor,
});

const FORMS = Object.values(DRIVERS).map(({ form }) => form);
const PARAMETERS = ['endpoint', 'login'] as const;

interface NamedCache {
  readonly service: string;
  readonly name: string;
  readonly endpoint: string | undefined;
  readonly login: string | undefined;
}

/** @throws HostError that begins with `source`, the name of the setting. */
function parseCache(text: string, source: string): NamedCache {
  const [, service = '', name = '', query = ''] = /^([a-z-]+):([^?]+)(?:\?(.*))?$/.exec(text) ?? [];
  const driver = Object.hasOwn(DRIVERS, service) ? DRIVERS[service]! : undefined;
  if (!driver) throw wrongValue(source, `like ${FORMS.join(' or ')}`, text);
  if (!driver.names.test(name)) throw wrongValue(source, `like ${driver.form}`, text);
  const parameters = new URLSearchParams(query);
  for (const parameter of parameters.keys())
    if (!(PARAMETERS as readonly string[]).includes(parameter))
      throw new HostError(
        `${source} has an unknown parameter '${parameter}'. Those of FEAAS_PURGE are ${PARAMETERS.join(' and ')}. Correct or remove it.`,
      );
  const [endpoint, login] = PARAMETERS.map((parameter) => {
    const value = parameters.get(parameter);
    return value === null ? undefined : apiUrl(value, `${parameter} in ${source}`);
  });
  return { service, name, endpoint, login };
}

/** Requires https, because credentials are sent to this URL. */
const apiUrl: Read<string> = (text, source) => {
  const url = new URL(httpUrl(text, source));
  if (url.protocol === 'https:' || isLoopbackName(url.hostname.replace(/^\[|\]$/g, ''))) return text.replace(/\/$/, '');
  throw wrongValue(source, 'a URL with https', text);
};

const readCache: Read<string> = (text, source) => {
  parseCache(text, source);
  return text;
};

const readBases: Read<readonly string[]> = (text, source) =>
  text.split(',').map((part) => {
    const url = new URL(httpUrl(part.trim(), source));
    if (url.search || url.hash) throw wrongValue(source, 'addresses without ? and #, separated by commas', text);
    return `${url.origin}${url.pathname.replace(/\/$/, '')}`;
  });

/** The settings of all targets. */
export const PURGE_SETTINGS = Object.freeze({
  purge: setting({
    variable: 'FEAAS_PURGE',
    flag: 'purge',
    value: 'cache',
    read: readCache,
    about: `CDN whose copies of changed content the host removes, such as ${cloudflare.form} (none)`,
  }),
  purgeBases: setting({
    variable: 'FEAAS_PURGE_BASES',
    flag: 'purge-bases',
    value: 'urls',
    read: readBases,
    about: 'addresses of the content at the CDN, with commas; the purge is then by address (by tag)',
  }),
  purgeUrl: setting({
    variable: 'FEAAS_PURGE_URL',
    flag: 'purge-url',
    value: 'url',
    read: httpUrl,
    redact: redactUrl,
    about: 'purge hook of any other CDN; the host calls it with the paths and tags of changed content (none)',
  }),
  purgeSecret: setting({
    variable: 'FEAAS_PURGE_SECRET',
    value: 'text',
    read: secretText,
    redact: hidden,
    about: 'secret for the signature of these calls, at least 16 characters',
  }),
  ...cloudflare.settings,
  ...fastly.settings,
  ...azureFrontDoor.settings,
});

/** The given values of PURGE_SETTINGS. */
export type PurgeValues = Omit<SettingValues, 'purgeBases'> & { readonly purgeBases?: readonly string[] | undefined };

/** Opens the selected target. Nothing is sent before its first use. */
export interface PurgeSettings {
  readonly open: () => PurgeTarget;
}

/** @throws HostError for missing or conflicting settings. */
export function parsePurge(
  values: PurgeValues,
  awsCredentials: () => S3Credentials | undefined,
): PurgeSettings | undefined {
  const { purge, purgeBases: bases = [], purgeUrl: url, purgeSecret: secret, ...credentials } = values;
  if (purge !== undefined && url !== undefined)
    throw new HostError('FEAAS_PURGE and FEAAS_PURGE_URL each name a target. Remove one of them.');
  if (purge === undefined && bases.length > 0)
    throw new HostError('FEAAS_PURGE_BASES has a value, but FEAAS_PURGE has none. Set FEAAS_PURGE, or remove it.');
  if ((url === undefined) !== (secret === undefined)) {
    const [present, missing] =
      url === undefined ? ['FEAAS_PURGE_SECRET', 'FEAAS_PURGE_URL'] : ['FEAAS_PURGE_URL', 'FEAAS_PURGE_SECRET'];
    throw new HostError(`${present} has a value, but ${missing} has none. Set both, or none.`);
  }
  if (url !== undefined && secret !== undefined) return { open: () => httpHook({ url, secret }) };
  if (purge === undefined) return undefined;
  const { service, name, endpoint, login } = parseCache(purge, 'FEAAS_PURGE');
  const driver = DRIVERS[service]!;
  for (const [key, { variable }] of Object.entries(driver.settings))
    if (credentials[key] === undefined)
      throw new HostError(`FEAAS_PURGE names ${service}, but ${variable} has no value. Set ${variable}.`);
  const location = {
    ...{ name, endpoint, login, bases },
    awsCredentials: service === 'cloudfront' ? awsCredentials() : undefined,
  };
  return { open: () => driver.open(location, credentials as SettingValues) };
}
