import { hidden, setting } from '../lib/setting.js';
import { secretText } from '../lib/setting-readers.js';
import { groupPaths, groupTags } from './group-keys.js';
import { PurgeError, type PurgeDriver } from './purge-target.js';
import { printable, sendPurge } from './send-purge.js';

/** The limit "Max operations per request" of every plan. */
const MOST = 100;

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
          bases.length > 0 ? groupPaths(keys, { bases, most: MOST, wildcards: false }) : groupTags(keys, MOST);
        return groups.map(({ items, keys: of }) => ({
          keys: of,
          async send(signal) {
            const answer = (await sendPurge(
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
            if (answer?.success === true) return;
            throw new PurgeError(
              `Cloudflare did not purge (${printable(reasonIn(answer) ?? 'no reason')}). Check FEAAS_PURGE`,
              { isAboutTarget: false },
            );
          },
        }));
      },
    };
  },
} as const satisfies PurgeDriver;

const reasonIn = (answer: unknown): string | undefined => {
  const [error] = (answer as CloudflareResponse | undefined)?.errors ?? [];
  return error && `${error.code}: ${error.message}`;
};
