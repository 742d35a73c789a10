import type { Handler } from '../http/request-context.js';
import { failure, notFound, printable } from '../http/response.js';
import { typeOf } from '../../lib/media-types.js';
import { CORS } from '../../lib/http-policies.js';
import { withPermission } from './with-permission.js';
import type { Library } from '../../publishing/delivery-source.js';

/** /api/{name}.json from the first library whose data the caller may read; /api/{library}/{name}.json from that one. */
export function api(library: Library): Handler {
  return async ({ names, path, headers }) => {
    const [route, ...rest] = names;
    if (route !== 'api') return undefined;
    const file = rest.at(-1) ?? '';
    const name = /^(.+)\.json$/.exec(file)?.[1];
    if (!name || rest.length > 2) return notFound(path);
    const { authorization } = headers;
    return withPermission(async () => {
      const found = await library.data({ name, library: rest.length === 2 ? rest[0] : undefined, authorization });
      if (!found?.content) {
        if (authorization !== undefined) return notFound(path);
        return failure(404, `Not found: ${printable(path)} Data that is not public needs a token.`);
      }
      const cacheControl = found.restricted ? 'private, no-cache' : 'no-cache';
      return {
        kind: 'content',
        content: found.content,
        type: typeOf(file),
        headers: { ...CORS, 'cache-control': cacheControl },
      };
    });
  };
}
