import { LIMITS } from '../../lib/limits.js';
import type { Content } from '../../lib/content.js';
import type { Handler } from '../http/request-context.js';
import { notFound } from '../http/response.js';
import { isDocument, typeOf } from '../../lib/media-types.js';
import { CORS, PAGE, PREVIEW_PAGE } from '../../lib/http-policies.js';
import { hasPreviewToken } from '../http/preview-path.js';
import type { FileReader } from './file-reader.js';
import { hashedFiles, isOfVersion } from './hashed-files.js';

/** The start page: the site's index.html, the catalog of libraries, or the catalog if the site has no index.html. */
export type Home = 'site' | 'site or catalog' | 'catalog';

export interface SiteFolders {
  /** The folder of the site. */
  readonly site: string;
  /** The folder of the kit's build, for files that the site does not have. */
  readonly kit: string;
  readonly home: Home;
  /** The folder of scripts of earlier versions, for pages that refer to them after an upgrade. */
  readonly builds?: string | undefined;
}

/** The page with the catalog. */
const CATALOG = ['libraries.html'];

interface Found {
  readonly content: Content;
  readonly names: readonly string[];
  readonly isHashed: () => Promise<boolean>;
}

/**
 * Serves the built site: pages, the kit's scripts, assets. A path with a trailing slash is its index.html; one without
 * redirects there. Files that the site does not have come from the kit, except its start page, which is a demo.
 */
export function site({ site, kit, home, builds }: SiteFolders, files: FileReader): Handler {
  const sources = [...new Set([site, kit])].map((root) => ({ root, isHashed: hashedFiles(root, files) }));

  const find = async (names: readonly string[]): Promise<Found | undefined> => {
    const isHome = names.length === 1 && names[0] === 'index.html';
    for (const { root, isHashed } of sources) {
      if (isHome && (home === 'catalog' || root !== site)) continue;
      const content = await files.read(root, names);
      if (content) return { content, names, isHashed: () => isHashed(names) };
    }
    const former = builds !== undefined && isOfVersion(names) ? await files.read(builds, names.slice(1)) : undefined;
    if (former) return { content: former, names, isHashed: async () => true };
    return isHome && home !== 'site' ? find(CATALOG) : undefined;
  };

  return async ({ names, path, query }) => {
    const requested = names.at(-1) === '' ? [...names.slice(0, -1), 'index.html'] : names;
    const found = await find(requested);
    if (!found && requested.at(-1) !== 'index.html' && (await find([...names, 'index.html'])))
      return { kind: 'text', status: 301, body: '', headers: { location: `${path}/`, 'cache-control': 'no-cache' } };
    if (!found) return notFound(path, path === '/' ? 'the site folder has no index.html: build the site' : '');
    const type = typeOf(found.names.at(-1) ?? '');
    return {
      kind: 'content',
      content: found.content,
      type,
      headers: {
        'cache-control': (await found.isHashed())
          ? `public, max-age=${LIMITS.immutableSeconds}, immutable`
          : 'no-cache',
        ...(isDocument(type) ? PAGE : { 'referrer-policy': PAGE['referrer-policy'] }),
        // Pages of other origins import the kit's scripts from here, but must not read this site's pages.
        ...(type.startsWith('text/html') ? {} : CORS),
        ...(hasPreviewToken(query) ? PREVIEW_PAGE : {}),
      },
    };
  };
}
