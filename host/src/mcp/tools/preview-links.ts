import type { Execute } from '../../graphql/admitted-request.js';
import { PUBLIC_DRAFTS, runQuery } from '../client/queries.js';

export interface PreviewLinks {
  readonly page: string;
  readonly html: string;
  readonly needsSignIn: boolean;
  readonly note: string;
}

export type PreviewState = 'saved' | 'staged' | 'published';

/** Links with which people can view a version. */
export async function previewLinks(
  execute: Execute,
  origin: string,
  id: string,
  state: PreviewState,
): Promise<PreviewLinks> {
  const [library = ''] = id.split('/');
  const isPublic =
    state === 'published' ||
    (await runQuery(execute, PUBLIC_DRAFTS, { library })).library?.settings.publicDrafts === true;
  const path = id.split('/').map(encodeURIComponent).join('/');
  return {
    page: `${origin}/preview.html?${new URLSearchParams({ feaasSrc: `${id}/${state}` })}`,
    html: `${origin}/components/${path}/${state}.html`,
    needsSignIn: !isPublic,
    note: isPublic
      ? 'Everybody who knows the link sees it. The page is there if the host serves its demo site.'
      : 'The link carries no token: whoever opens the page enters one of the role viewer there. create_preview_link makes a link that needs none. The page is there if the host serves its demo site.',
  };
}
