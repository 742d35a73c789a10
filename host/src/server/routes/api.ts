import type { Handler } from '../http/request-context.js';
import { notFound } from '../http/response.js';
import { typeOf } from '../../lib/media-types.js';
import { CORS } from '../../lib/http-policies.js';
import type { Library } from '../../publishing/delivery-source.js';

/** /api/{name}.json from the first library that has it; /api/{library}/{name}.json from that one. */
export function api(library: Library): Handler {
  return async ({ names, path }) => {
    const [route, ...rest] = names;
    if (route !== 'api') return undefined;
    const file = rest.at(-1) ?? '';
    const name = /^(.+)\.json$/.exec(file)?.[1];
    if (!name || rest.length > 2) return notFound(path);
    const content = await library.data(name, rest.length === 2 ? rest[0] : undefined);
    if (!content) return notFound(path);
    return { kind: 'content', content, type: typeOf(file), headers: { ...CORS, 'cache-control': 'no-cache' } };
  };
}
