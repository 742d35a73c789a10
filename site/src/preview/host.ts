/** The preview's requests to the host. Drafts and data require permission to read drafts. */
import { HostQueryError, queryHost } from '../graphql';
import type { PageMessages } from '../page-messages';
import type { Source } from './state';

export interface PreviewStyles {
  readonly themes: readonly { readonly name: string; readonly className: string }[];
  readonly breakpoints: readonly { readonly id: string; readonly minWidth: number }[];
}

/** An error with a message for the page. */
export class PreviewError extends Error {
  constructor(readonly text: (messages: PageMessages) => string) {
    super('Could not show the preview');
  }
}

interface DataSource {
  readonly key: string;
  readonly sample: string;
  readonly settings: string | null;
}

const headersOf = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {};

/** HTML of a revision. @throws PreviewError */
export async function viewOf(source: Source, token: string | undefined): Promise<string> {
  const { link, library, component, version, revision } = source;
  const parts = [library, component, version].map(encodeURIComponent).join('/');
  const url = `${link}/components/${parts}/${revision}.html`;
  // A numbered revision may never have been published.
  const isDraft = revision !== 'published' && !link;
  const response = await fetch(url, { headers: isDraft ? headersOf(token) : {}, cache: 'no-store' });
  const { status, ok, headers } = response;
  if (link && status === 403) throw new PreviewError(({ t }) => t('preview.notOfLink'));
  if (status === 401 || status === 403) throw new PreviewError(({ t }) => t('preview.forbidden'));
  if (status === 404) throw new PreviewError(({ t }) => t('preview.missing'));
  if (headers.has('x-ms-meta-versiondeletedat')) throw new PreviewError(({ t }) => t('preview.deleted'));
  if (status === 410) throw new PreviewError(({ t }) => t('preview.ended'));
  if (!ok) throw new PreviewError(({ t }) => t('preview.status', { status }));
  return response.text();
}

/** Sources of the versions that a preview link shows; empty if the link is no longer valid. */
export async function sourcesOf(link: string): Promise<readonly string[]> {
  const response = await fetch(`${link}/link.json`, { cache: 'no-store' });
  return response.ok ? ((await response.json()) as { sources: readonly string[] }).sources : [];
}

/** The result of a query about a library; undefined without permission. @throws like `queryHost` otherwise */
const query = <Data>(text: string, library: string, token: string | undefined): Promise<Data | undefined> =>
  queryHost<Data>(text, { library }, token).catch((error: unknown) => {
    if (error instanceof HostQueryError && error.isForbidden) return undefined;
    throw error;
  });

/** Themes and breakpoints of a library. */
export async function fetchPreviewStyles(library: string, token: string | undefined): Promise<PreviewStyles> {
  const text =
    'query ($library: ID!) { stylesheet(library: $library) { themes { name className } breakpoints { id minWidth } } }';
  const data = await query<{ stylesheet: PreviewStyles | null }>(text, library, token);
  return data?.stylesheet ?? { themes: [], breakpoints: [] };
}

/** The data of a library's components: samples, or for `live` the settings of sources that have some. */
export async function dataOf(library: string, kind: 'sample' | 'live', token: string | undefined): Promise<object> {
  if (!token) return {};
  const text = 'query ($library: ID!) { dataSources(library: $library) { key sample settings } }';
  const data = await query<{ dataSources: readonly DataSource[] | null }>(text, library, token);
  return Object.fromEntries(
    (data?.dataSources ?? []).map(({ key, sample, settings }) => [
      key,
      JSON.parse(kind === 'live' && settings !== null ? settings : sample) as unknown,
    ]),
  );
}
