import type { Handler } from '../http/exchange.js';
import { notFound } from '../http/reply.js';
import type { Library } from '../store/library.js';
import { deliver } from './metadata.js';
import { withPermission } from './permission.js';
import { deliveryNames } from './room.js';

/** [/cdn]/styles/{library}/{revision}.css */
export function styles(library: Library, maxAge: number): Handler {
  return async ({ names, path, headers }) => {
    const [room, libraryId, file, ...rest] = deliveryNames(names);
    if (room !== 'styles') return undefined;
    const revision = /^(published|staged|saved)\.css$/.exec(file ?? '')?.[1];
    if (!libraryId || !revision || rest.length > 0) return notFound(path);
    const { authorization } = headers;
    return withPermission(async () => {
      const found = await library.stylesheet({ library: libraryId, revision, authorization });
      if (!found) return notFound(path);
      return deliver(
        found,
        { type: 'text/css; charset=utf-8', revision, maxAge, deletedHeader: 'x-ms-meta-deletedat' },
        {},
      );
    });
  };
}
