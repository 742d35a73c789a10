import { hidden, setting } from '../lib/setting.js';
import { secretText } from '../lib/setting-readers.js';
import { groupPaths, groupTags } from './group-keys.js';
import type { PurgeDriver } from './purge-target.js';
import { sendPurge } from './send-purge.js';

/** Maximum surrogate keys per request. */
const MAX_SURROGATE_KEYS = 256;

/** `POST /service/{service}/purge`, by surrogate keys; `POST /purge/{address}` if the settings contain URLs. */
export const fastly = {
  form: 'fastly:<service id>',
  names: /^[A-Za-z0-9]{8,40}$/,
  settings: {
    fastlyToken: setting({
      variable: 'FASTLY_API_TOKEN',
      value: 'text',
      read: secretText,
      redact: hidden,
      about: 'with FEAAS_PURGE=fastly:…: a token with the scope purge_select',
    }),
  },
  open({ name: service, endpoint = 'https://api.fastly.com', bases }, { fastlyToken }) {
    const common = {
      service: 'Fastly',
      method: 'POST',
      credentialsRemedy: 'Give FASTLY_API_TOKEN the scope purge_select for this service',
      nameSetting: 'the service id in FEAAS_PURGE',
      reasonIn,
    } as const;
    const headers = { 'fastly-key': fastlyToken!, accept: 'application/json' };
    return {
      name: `Fastly service ${service}`,
      calls(keys) {
        if (bases.length > 0)
          return groupPaths(keys, { bases, most: bases.length, wildcards: false }).map(({ items, keys: batch }) => ({
            keys: batch,
            async send(signal) {
              for (const address of items)
                await sendPurge(
                  { ...common, headers, url: `${endpoint}/purge/${address.replace(/^https?:\/\//, '')}` },
                  signal,
                );
            },
          }));
        return groupTags(keys, MAX_SURROGATE_KEYS).map(({ items, keys: batch }) => ({
          keys: batch,
          async send(signal) {
            await sendPurge(
              {
                ...common,
                url: `${endpoint}/service/${service}/purge`,
                headers: { ...headers, 'content-type': 'application/json' },
                body: JSON.stringify({ surrogate_keys: items }),
              },
              signal,
            );
          },
        }));
      },
    };
  },
} as const satisfies PurgeDriver;

const reasonIn = (body: unknown): string | undefined => {
  const { msg, detail } = (body ?? {}) as { msg?: string; detail?: string };
  return [msg, detail].filter(Boolean).join(': ') || undefined;
};
