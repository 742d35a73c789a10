import { LIMITS } from '../../lib/limits.js';
import type { Handler } from '../http/request-context.js';
import { notFound } from '../http/response.js';
import { isDocument, typeOf } from '../../lib/media-types.js';
import { CORS, MEDIA_DOCUMENT } from '../../lib/http-policies.js';
import type { SurrogateHeaders } from '../http/surrogate-headers.js';
import { mediaKey } from '../../content/addresses.js';
import type { Library } from '../../publishing/delivery-source.js';

/** /media/{library}/{file}; the file may be in subfolders. */
export function media(library: Pick<Library, 'media'>, surrogateHeaders: SurrogateHeaders): Handler {
  return async ({ names, path }) => {
    const [route, libraryId, ...file] = names;
    if (route !== 'media') return undefined;
    if (!libraryId || file.length === 0) return notFound(path);
    const content = await library.media(libraryId, file);
    if (!content) return notFound(path);
    const type = typeOf(file.at(-1) ?? '');
    return {
      kind: 'content',
      content,
      type,
      headers: {
        ...CORS,
        ...surrogateHeaders(mediaKey(libraryId, file.join('/'))),
        // The uploader determines the caching; uploaded pictures are immutable.
        'cache-control': content.cacheControl ?? `public, max-age=${LIMITS.mediaSeconds}`,
        ...(isDocument(type) ? MEDIA_DOCUMENT : {}),
      },
    };
  };
}
