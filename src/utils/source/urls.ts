/** The parts of source handling that all pages need: matching a source string and building URLs (S1-S4). */
import { DEFAULT_CDN, DEFAULT_REVISION, DEFAULT_VERSION } from '../../global/defaults';
import { SourceParseError } from '../../global/errors';

/** `published`, `staged`, `saved`, or a revision number. */
export type Revision = 'published' | 'staged' | 'saved' | number;

/** Identifies one revision of one version of a component. */
export interface ComponentSource {
  cdn?: string;
  /** @deprecated alias of `cdn` (S3). */
  hostname?: string;
  library: string;
  component: string;
  version?: string;
  revision?: Revision;
  /** Id of the fork for this position in the page (S4). */
  instance?: string;
  /** Query of the host's URLs, such as `?contextId=a`; only from a source that is a complete URL. */
  query?: string;
}

/** Identifies one revision of a library's stylesheet. */
export interface StylesheetSource {
  cdn?: string;
  /** @deprecated alias of `cdn` (S3). */
  hostname?: string;
  library: string;
  revision?: Revision;
  /** Query of the host's URLs, such as `?contextId=a`; only from a source that is a complete URL. */
  query?: string;
}

const COMPONENT =
  /^(?:(.*?)\/components\/)?\/?([^/]+)\/([^/]+?)(?:\/([^/]+?)(?:\/(published|staged|saved|\d+))?)?(?:\.html)?$/;

export const revisionOf = (text: string | undefined): Revision | undefined =>
  (text && String(+text) === text ? +text : text) as Revision | undefined;

export const isDotted = (name: string | undefined): boolean => name === '.' || name === '..';

/** Matches a complete URL, or one of this origin: a path with a file ending, maybe with a query and a fragment. */
const COMPLETE_URL = /^((?:[a-z][a-z0-9+.-]*:\/)?\/.*?\.(?:html|css))(\?[^#]*)?(?:#.*)?$/is;

const decodeName = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/**
 * Splits the query off a source that is a complete URL, and returns the decoder for its names, which are encoded in a
 * URL.
 */
export function splitQuery(source: string): { path: string; query?: string; decode: (name: string) => string } {
  const [, path, query] = COMPLETE_URL.exec(source) ?? [];
  return path ? { path, ...(query && { query }), decode: decodeName } : { path: source, decode: (name) => name };
}

/** The explicit parts of a component source, without defaults; undefined if it is invalid. */
export function matchComponentSource(source: string): ComponentSource | undefined {
  const { path, query, decode } = splitQuery(source);
  const [, cdn, ...names] = COMPONENT.exec(path) ?? [];
  const [library, component, version, revision] = names.map((name: string | undefined) => name && decode(name));
  if (!library || !component || [library, component, version].some(isDotted)) return;
  return { cdn: rooted(cdn), library, component, version, revision: revisionOf(revision), ...(query && { query }) };
}

/** The cdn of `/components/…`, an empty text, is the page's own origin (S3). */
export const rooted = (cdn: string | undefined): string | undefined => (cdn === '' ? '/' : cdn);

const base = (source: { cdn?: string; hostname?: string }): string =>
  (source.cdn || source.hostname || DEFAULT_CDN).replace(/\/+$/, '');

const pathOf = (names: (string | number)[]): string =>
  names
    .map((name) => {
      if (isDotted(name as string)) throw new SourceParseError(name);
      return encodeURIComponent(name);
    })
    .join('/');

/** The requested revision. */
export const requestedRevision = ({ revision }: ComponentSource): Revision =>
  revision === 0 ? revision : revision || DEFAULT_REVISION;

/**
 * The URL of a component: `{cdn}/components/{library}/{component}/{version}/{revision}.html`.
 * @throws SourceParseError for a name that would change the URL's path.
 */
export function componentURL(source: ComponentSource, version = source.version || DEFAULT_VERSION): string {
  const { library, component } = source;
  return `${base(source)}/components/${pathOf([library, component, version, requestedRevision(source)])}.html${source.query ?? ''}`;
}

/** URLs of a component's template; with an instance, that of the fork is first (S4). */
export const componentURLs = (source: ComponentSource): string[] => [
  ...(source.instance ? [componentURL(source, source.instance)] : []),
  componentURL(source),
];

/**
 * The URL of a stylesheet: `{cdn}/styles/{library}/{published|staged|saved}.css`; a number means published (S2).
 * @throws SourceParseError for a name that would change the URL's path.
 */
export function stylesheetURL(source: StylesheetSource): string {
  const { library, revision } = source;
  return `${base(source)}/styles/${pathOf([library, revision === 'staged' || revision === 'saved' ? revision : DEFAULT_REVISION])}.css${source.query ?? ''}`;
}
