/** Paths of preview links on the host. */
import { versionId } from './addresses.js';
import type { PreviewLink } from './preview-link.js';

/** The path that people open. Pages use it as the cdn of the link's versions. */
export const previewPath = (token: string): string => `/preview/${token}`;

/** The paths of a link's versions. `feaasSrc` combines them with the host's origin. */
export const previewSources = ({ library, subjects }: PreviewLink, token: string): string[] =>
  subjects.map(({ component, version, revision }) => {
    const path = versionId({ library, component, version }).split('/').map(encodeURIComponent).join('/');
    return `${previewPath(token)}/components/${path}/${revision ?? 'saved'}.html`;
  });
