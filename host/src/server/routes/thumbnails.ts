import type { Handler } from '../http/request-context.js';
import { notFound } from '../http/response.js';
import { CORS, MEDIA_DOCUMENT } from '../../lib/http-policies.js';
import type { SurrogateHeaders } from '../http/surrogate-headers.js';
import { THUMBNAILS } from '../../content/media/thumbnail-blobs.js';
import type { Library } from '../../publishing/delivery-source.js';
import { metaHeaders } from './delivery-response.js';
import { deliveryNames } from './route-name.js';

/** [/cdn]/thumbnails/{key}: pictures of components, with their metadata; the key may contain slashes. */
export function thumbnails(library: Library, surrogateHeaders: SurrogateHeaders): Handler {
  return async ({ names: segments, path }) => {
    const [route, ...names] = deliveryNames(segments);
    if (route !== 'thumbnails') return undefined;
    const content = names.length > 0 ? await library.thumbnail?.(names) : undefined;
    // They are uploads, so only pictures are served: other files must not become pages of this origin.
    if (!content || !/^image\/(jpe?g|png|webp|avif)$/.test(content.contentType)) return notFound(path);
    const metadata = metaHeaders(content.metadata);
    const exposed = [CORS['access-control-expose-headers'], ...Object.keys(metadata)].join(', ');
    return {
      kind: 'content',
      content,
      type: content.contentType,
      headers: {
        ...CORS,
        ...surrogateHeaders(THUMBNAILS + names.join('/')),
        ...MEDIA_DOCUMENT,
        ...metadata,
        'access-control-expose-headers': exposed,
        'cache-control': content.cacheControl,
      },
    };
  };
}
