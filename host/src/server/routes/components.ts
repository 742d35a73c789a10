import type { Handler } from '../http/request-context.js';
import { notFound } from '../http/response.js';
import { TEMPLATE } from '../../lib/http-policies.js';
import type { Library } from '../../publishing/delivery-source.js';
import type { SurrogateHeaders } from '../http/surrogate-headers.js';
import { deliveryKey, versionId } from '../../content/addresses.js';
import { deliveryResponse } from './delivery-response.js';
import { metaValue } from '../../storage/metadata-value.js';
import { withPermission } from './with-permission.js';
import { deliveryNames } from './route-name.js';

/** [/cdn]/components/{library}/{component}/{version}/{revision}.html */
export function components(
  library: Pick<Library, 'component'>,
  maxAge: number,
  surrogateHeaders: SurrogateHeaders,
): Handler {
  return async ({ names, path, headers }) => {
    const [route, libraryId, component, version, file, ...rest] = deliveryNames(names);
    if (route !== 'components') return undefined;
    const revision = /^(published|staged|saved|\d{1,15})\.html$/.exec(file ?? '')?.[1];
    if (!libraryId || !component || !version || !revision || rest.length > 0) return notFound(path);
    const { authorization } = headers;
    return withPermission(async () => {
      const found = await library.component({ library: libraryId, component, version, revision, authorization });
      if (!found) return notFound(path);
      const key = deliveryKey(versionId({ library: libraryId, component, version }), revision);
      return deliveryResponse(
        found,
        {
          type: 'text/html; charset=utf-8',
          revision,
          maxAge,
          key,
          surrogateHeaders,
          deletedHeader: 'x-ms-meta-versiondeletedat',
        },
        {
          ...TEMPLATE,
          'x-ms-meta-componentid': metaValue(component),
          'x-ms-meta-versionid': metaValue(version),
          'x-ms-meta-versionrevision': revision,
        },
      );
    });
  };
}
