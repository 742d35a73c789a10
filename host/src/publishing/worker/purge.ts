import { createHmac } from 'node:crypto';

/** The hook of a CDN: who is told which paths have new content. */
export interface PurgeHook {
  readonly url: string;
  /** What requests are signed with. */
  readonly secret: string;
}

/** Tells that a blob was written. @throws Error that says why nobody took the word. */
export type Purge = (key: string) => Promise<void>;

/** Milliseconds in which the hook has to answer. */
const TIMEOUT = 5_000;

/**
 * Calls the hook with the paths of a blob, as the host answers them: `POST {"paths": ["/components/…", "/cdn/components/…"]}`.
 * `x-feaas-signature` is `sha256=` and the hexadecimal HMAC-SHA-256 of `{x-feaas-timestamp}.{body}`, so that the receiver can
 * refuse what others send, and what is sent again later.
 */
export function createPurge({ url, secret }: PurgeHook, now: () => number = Date.now): Purge {
  return async (key) => {
    const path = key.split('/').map(encodeURIComponent).join('/');
    const body = JSON.stringify({ paths: [`/${path}`, `/cdn/${path}`] });
    const timestamp = String(Math.floor(now() / 1000));
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-feaas-timestamp': timestamp,
        'x-feaas-signature': `sha256=${signature}`,
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the purge hook answered ${response.status} for ${key}. Check the hook`);
  };
}
