/** Paths of a preview link on the host. */
import { versionId } from './addresses.js';
import type { PreviewLink } from './preview-link.js';

/** What people open; to a page it is the cdn of the link's versions. */
export const previewPath = (token: string): string => `/preview/${token}`;

/** Paths of a link's versions, as `feaasSrc` takes them behind the host's origin. */
export const previewSources = ({ library, subjects }: PreviewLink, token: string): string[] =>
  subjects.map(({ component, version, revision }) => {
    const path = versionId({ library, component, version }).split('/').map(encodeURIComponent).join('/');
    return `${previewPath(token)}/components/${path}/${revision ?? 'saved'}.html`;
  });
