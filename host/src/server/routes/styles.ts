import type { Handler } from '../http/request-context.js';
import { notFound } from '../http/response.js';
import type { Library } from '../../publishing/delivery-source.js';
import type { SurrogateHeaders } from '../http/surrogate-headers.js';
import { deliveryKey } from '../../content/addresses.js';
import { deliveryResponse } from './delivery-response.js';
import { withPermission } from './with-permission.js';
import { deliveryNames } from './route-name.js';

/** [/cdn]/styles/{library}/{revision}.css */
export function styles(
  library: Pick<Library, 'stylesheet'>,
  maxAge: number,
  surrogateHeaders: SurrogateHeaders,
): Handler {
  return async ({ names, path, headers }) => {
    const [route, libraryId, file, ...rest] = deliveryNames(names);
    if (route !== 'styles') return undefined;
    const revision = /^(published|staged|saved)\.css$/.exec(file ?? '')?.[1];
    if (!libraryId || !revision || rest.length > 0) return notFound(path);
    const { authorization } = headers;
    return withPermission(async () => {
      const found = await library.stylesheet({ library: libraryId, revision, authorization });
      if (!found) return notFound(path);
      const key = deliveryKey(libraryId, revision);
      return deliveryResponse(
        found,
        {
          type: 'text/css; charset=utf-8',
          revision,
          maxAge,
          key,
          surrogateHeaders,
          deletedHeader: 'x-ms-meta-deletedat',
        },
        {},
      );
    });
  };
}
