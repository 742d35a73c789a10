import { hidden, setting } from '../lib/setting.js';
import { secretText } from '../lib/setting-readers.js';
import { groupPaths, groupTags } from './group-keys.js';
import { PurgeError, type PurgeDriver } from './purge-target.js';
import { printable, sendPurge } from './send-purge.js';

/** The limit "Max operations per request" of every plan. */
const MAX_ITEMS = 100;

interface CloudflareResponse {
  readonly success?: boolean;
  readonly errors?: readonly { readonly code?: number; readonly message?: string }[];
}

/** `POST /client/v4/zones/{zone}/purge_cache`, by tags, or by URLs if the settings contain any. */
export const cloudflare = {
  form: 'cloudflare:<zone id>',
  names: /^[0-9a-f]{32}$/,
  settings: {
    cloudflareToken: setting({
      variable: 'CLOUDFLARE_API_TOKEN',
      value: 'text',
      read: secretText,
      redact: hidden,
      about: 'with FEAAS_PURGE=cloudflare:…: a token with the permission Zone / Cache Purge',
    }),
  },
  open({ name: zone, endpoint = 'https://api.cloudflare.com', bases }, { cloudflareToken }) {
    return {
      name: `Cloudflare zone ${zone}`,
      calls: (keys) => {
        const groups =
          bases.length > 0
            ? groupPaths(keys, { bases, most: MAX_ITEMS, wildcards: false })
            : groupTags(keys, MAX_ITEMS);
        return groups.map(({ items, keys: batch }) => ({
          keys: batch,
          async send(signal) {
            const body = (await sendPurge(
              {
                service: 'Cloudflare',
                method: 'POST',
                url: `${endpoint}/client/v4/zones/${zone}/purge_cache`,
                headers: { authorization: `Bearer ${cloudflareToken}`, 'content-type': 'application/json' },
                body: JSON.stringify(bases.length > 0 ? { files: items } : { tags: items }),
                credentialsRemedy: 'Give CLOUDFLARE_API_TOKEN the permission Zone / Cache Purge for this zone',
                nameSetting: 'the zone id in FEAAS_PURGE',
                reasonIn,
              },
              signal,
            )) as CloudflareResponse | undefined;
            if (body?.success === true) return;
            throw new PurgeError(
              `Cloudflare did not purge (${printable(reasonIn(body) ?? 'no reason')}). Check FEAAS_PURGE`,
              { isAboutTarget: false },
            );
          },
        }));
      },
    };
  },
} as const satisfies PurgeDriver;

const reasonIn = (body: unknown): string | undefined => {
  const [error] = (body as CloudflareResponse | undefined)?.errors ?? [];
  return error && `${error.code}: ${error.message}`;
};
