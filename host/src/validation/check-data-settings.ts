import { BadInputError } from '../lib/domain-error.js';
import { checkJson } from './check-input.js';
import { DATA_SETTINGS_SCHEMA } from './data-settings-schema.js';

/** The properties of data settings (specification §5). Files may also contain `$schema`, which is not stored. */
const KEYS: ReadonlySet<string> = new Set(
  Object.keys(DATA_SETTINGS_SCHEMA.properties).filter((key) => key !== '$schema'),
);

const TEXTS = ['method', 'jsonpath'] as const;
const OBJECTS = ['headers', 'params'] as const;

/** URL schemes from which a page may fetch, including its own data sources. */
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'datasource:']);

const BASE = 'https://page.invalid/';

/** @throws BadInputError unless the text is JSON of data settings: pages would treat anything else as plain data. */
export function checkSettings(argument: string, text: string): string {
  checkJson(argument, text);
  const settings = JSON.parse(text) as unknown;
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    throw new BadInputError(`${argument} must be a JSON object.`, argument);
  const { url, ...rest } = settings as { url?: unknown } & Record<string, unknown>;
  if (typeof url !== 'string') throw new BadInputError(`${argument} has no text as url. Add one.`, argument);
  const unknownKey = Object.keys(settings).find((key) => !KEYS.has(key));
  if (unknownKey !== undefined)
    throw new BadInputError(
      `${argument} has '${unknownKey.slice(0, 100)}', but may have ${[...KEYS].join(', ')} only.`,
      argument,
    );
  for (const key of TEXTS)
    if (rest[key] != null && typeof rest[key] !== 'string')
      throw new BadInputError(`${argument} has ${quote(rest[key])} as ${key}, which must be a text.`, argument);
  for (const key of OBJECTS)
    if (rest[key] != null && (typeof rest[key] !== 'object' || Array.isArray(rest[key])))
      throw new BadInputError(`${argument} has ${quote(rest[key])} as ${key}, which must be an object.`, argument);
  const scheme = URL.canParse(url, BASE) ? new URL(url, BASE).protocol : undefined;
  if (scheme === undefined || !SCHEMES.has(scheme))
    throw new BadInputError(
      `${argument} has '${url.slice(0, 200)}' as url, which is no address of the web. Give one that begins with https://.`,
      argument,
    );
  return text;
}

const quote = (value: unknown): string => JSON.stringify(value).slice(0, 60);
