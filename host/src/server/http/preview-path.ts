import { parseTarget } from './target.js';

/** The pattern of a preview link's token anywhere in a text. */
const TOKEN = /feaas_preview_[\w-]+/g;

/** Removes the token of a preview link from a path, for logs and traces, even if it is percent-encoded. */
export function withoutPreviewToken(path: string): string {
  const [route, token] = parseTarget(path).names;
  if (route !== 'preview' || !token) return path.replace(TOKEN, '***');
  const parts = path.replace(/^https?:\/\/[^/?#]*/i, '').split('/');
  parts[2] = '***';
  return parts.join('/');
}

/** Whether a query holds the token of a preview link, however its letters are written. */
export const hasPreviewToken = (query: string): boolean =>
  query !== '' && [...new URLSearchParams(query).values()].some((value) => value.search(TOKEN) >= 0);
