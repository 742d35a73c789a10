import { createHmac } from 'node:crypto';
import { blobTags } from './blob-tags.js';
import { basePaths, groupPaths } from './group-keys.js';
import type { PurgeTarget } from './purge-target.js';
import { sendPurge } from './send-purge.js';

/** Maximum paths per request. */
const MAX_PATHS = 1_000;

export interface PurgeHook {
  readonly url: string;
  /** Key of the signatures. */
  readonly secret: string;
}

/**
 * A hook of the operator: `POST {"paths": ["/components/…", "/cdn/components/…"], "tags": ["feaas-…"]}`.
 * `x-feaas-signature` is `sha256=` and the hexadecimal HMAC-SHA-256 of `{x-feaas-timestamp}.{body}`. With it, receivers
 * can reject forged and replayed requests.
 */
export function httpHook({ url, secret }: PurgeHook, now: () => number = Date.now): PurgeTarget {
  return {
    name: `the purge hook ${new URL(url).origin}`,
    calls: (keys) =>
      groupPaths(keys, { bases: basePaths([]), most: MAX_PATHS, wildcards: false }).map(
        ({ items: paths, keys: batch }) => ({
          keys: batch,
          async send(signal) {
            const tags = [...new Set(batch.flatMap((key) => blobTags(key).slice(-1)))];
            const body = JSON.stringify({ paths, tags });
            const timestamp = String(Math.floor(now() / 1000));
            const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
            await sendPurge(
              {
                service: 'the purge hook',
                method: 'POST',
                url,
                headers: {
                  'content-type': 'application/json',
                  'x-feaas-timestamp': timestamp,
                  'x-feaas-signature': `sha256=${signature}`,
                },
                body,
                credentialsRemedy: 'The hook needs the same FEAAS_PURGE_SECRET',
                nameSetting: 'FEAAS_PURGE_URL',
              },
              signal,
            );
          },
        }),
      ),
  };
}
