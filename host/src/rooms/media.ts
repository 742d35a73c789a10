import { LIMITS } from '../defaults.js';
import type { Handler } from '../http/exchange.js';
import { notFound } from '../http/reply.js';
import { isDocument, typeOf } from '../http/types.js';
import { CORS, MEDIA_DOCUMENT } from '../policies.js';
import type { Library } from '../store/library.js';

/** /media/{library}/{file}; the file may lie in folders. */
export function media(library: Library): Handler {
  return async ({ names, path }) => {
    const [room, libraryId, ...file] = names;
    if (room !== 'media') return undefined;
    const content = libraryId && file.length > 0 ? await library.media(libraryId, file) : undefined;
    if (!content) return notFound(path);
    const type = typeOf(file.at(-1) ?? '');
    return {
      kind: 'content',
      content,
      type,
      headers: {
        ...CORS,
        // Whoever put it there knows whether it changes: an uploaded picture never does.
        'cache-control': content.cacheControl ?? `public, max-age=${LIMITS.mediaSeconds}`,
        ...(isDocument(type) ? MEDIA_DOCUMENT : {}),
      },
    };
  };
}
