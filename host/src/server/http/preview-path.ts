import { parseTarget } from './target.js';

/** What a token of a preview link looks like, wherever it is. */
const TOKEN = /feaas_preview_[\w-]+/g;

/** A path as logs and traces may show it: without the token of a preview link, however its letters are written. */
export function withoutPreviewToken(path: string): string {
  const [route, token] = parseTarget(path).names;
  if (route !== 'preview' || !token) return path.replace(TOKEN, '***');
  const parts = path.replace(/^https?:\/\/[^/?#]*/i, '').split('/');
  parts[2] = '***';
  return parts.join('/');
}
