import { LIMITS } from '../../lib/limits.js';
import type { Handler } from '../http/request-context.js';
import { notFound } from '../http/response.js';
import { isDocument, typeOf } from '../../lib/media-types.js';
import { CORS, PAGE } from '../../lib/http-policies.js';
import type { FileReader } from './file-reader.js';
import { hashedFiles } from './hashed-files.js';

/** The built site: pages, the kit's scripts, assets. A path that ends with a slash means its index.html; one without leads there. */
export function site(root: string, files: FileReader): Handler {
  const isHashed = hashedFiles(root, files);
  return async ({ names, path }) => {
    const file = names.at(-1) === '' ? [...names.slice(0, -1), 'index.html'] : names;
    const content = await files.read(root, file);
    if (!content && file.at(-1) !== 'index.html' && (await files.read(root, [...names, 'index.html'])))
      return { kind: 'text', status: 301, body: '', headers: { location: `${path}/`, 'cache-control': 'no-cache' } };
    if (!content) return notFound(path, path === '/' ? 'the site folder has no index.html: build the site' : '');
    const type = typeOf(file.at(-1) ?? '');
    return {
      kind: 'content',
      content,
      type,
      headers: {
        'cache-control': (await isHashed(file)) ? `public, max-age=${LIMITS.immutableSeconds}, immutable` : 'no-cache',
        ...(isDocument(type) ? PAGE : { 'referrer-policy': PAGE['referrer-policy'] }),
        // Pages elsewhere import the kit's scripts from here; they have no reason to read this site's pages.
        ...(type.startsWith('text/html') ? {} : CORS),
      },
    };
  };
}
