/** How this site asks for content: published by everybody, and kept; drafts by who previews, each time anew. */
import type { RenderOptions } from 'feaas-kit-react';
import { createHash } from 'node:crypto';
import { draftMode } from 'next/headers';

export const HOST = process.env['FEAAS_HOST'] ?? 'http://127.0.0.1:3333';

/** Seconds for which data is kept. */
const DATA_AGE = 3600;

/** How Next.js keeps a response: content until an event of the host names one of its tags, data for some time. */
function lifeOf(url: string): { readonly tags: string[] } | { readonly revalidate: number } {
  const [, kind, library, component] = /\/(components|styles)\/([^/]+)\/([^/]+)/.exec(new URL(url).pathname) ?? [];
  if (!kind) return { revalidate: DATA_AGE };
  return { tags: ['feaas', `feaas-${library}`, `feaas-${library}-${kind === 'styles' ? kind : component}`] };
}

/** Headers with which the host shows drafts. */
export const credentials = (): Record<string, string> => ({ authorization: `Bearer ${process.env['FEAAS_TOKEN']}` });

/** Stands in the addresses of drafts: nothing that asks for content sends cookies. */
export const previewKey = (): string =>
  createHash('sha256').update(`drafts ${process.env['SITE_SECRET']}`).digest('hex');

export interface Content {
  /** Names a component of the library, as the page that is shown needs it. */
  readonly source: { readonly cdn: string; readonly library: string; readonly revision?: 'saved' };
  readonly options: RenderOptions;
}

export async function content(): Promise<Content> {
  const { isEnabled } = await draftMode();
  return isEnabled
    ? {
        // The browser asks this site for drafts, which asks the host: the token stays on the server.
        source: { cdn: `/cdn/${previewKey()}`, library: 'aurora', revision: 'saved' },
        options: {
          base: HOST,
          language: 'en',
          fetch: (url, init) =>
            fetch(url.replace(`/cdn/${previewKey()}/`, '/cdn/'), {
              ...init,
              headers: { ...asObject(init.headers), ...(isOfHost(url) && credentials()) },
              cache: 'no-store',
            }),
        },
      }
    : {
        source: { cdn: `${HOST}/cdn`, library: 'aurora' },
        options: {
          base: HOST,
          language: 'en',
          fetch: (url, init) => fetch(url, { ...init, cache: 'force-cache', next: lifeOf(url) }),
        },
      };
}

/** Content can name addresses of others: the token is for the host alone. */
const isOfHost = (url: string): boolean => new URL(url, HOST).origin === new URL(HOST).origin;

const asObject = (headers: HeadersInit | undefined): Record<string, string> => Object.fromEntries(new Headers(headers));
