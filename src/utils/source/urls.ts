/** The parts of source names that every page needs: matching a source string, building the URLs (S1-S4). */
import { DEFAULT_CDN, DEFAULT_REVISION, DEFAULT_VERSION } from '../../global/defaults';
import { SourceParseError } from '../../global/errors';

/** published | staged | saved, or a revision number. */
export type Revision = 'published' | 'staged' | 'saved' | number;

/** Names one revision of one version of a component. */
export interface ComponentSource {
  cdn?: string;
  /** @deprecated alias of `cdn` (S3). */
  hostname?: string;
  library: string;
  component: string;
  version?: string;
  revision?: Revision;
  /** Id of the fork that belongs to this place of the page (S4). */
  instance?: string;
  /** Query of the URLs of its host, as `?contextId=a`; that of a source which is a complete URL. */
  query?: string;
}

/** Names one revision of a library's stylesheet. */
export interface StylesheetSource {
  cdn?: string;
  /** @deprecated alias of `cdn` (S3). */
  hostname?: string;
  library: string;
  revision?: Revision;
  /** Query of the URLs of its host, as `?contextId=a`; that of a source which is a complete URL. */
  query?: string;
}

const COMPONENT =
  /^(?:(.*?)\/components\/)?\/?([^/]+)\/([^/]+?)(?:\/([^/]+?)(?:\/(published|staged|saved|\d+))?)?(?:\.html)?$/;

export const revisionOf = (text: string | undefined): Revision | undefined =>
  (text && String(+text) === text ? +text : text) as Revision | undefined;

export const isDotted = (name: string | undefined): boolean => name === '.' || name === '..';

/** A complete URL, or one of this origin: with a path, the ending of a file, and what browsers have behind that. */
const COMPLETE_URL = /^((?:[a-z][a-z0-9+.-]*:\/)?\/.*?\.(?:html|css))(\?[^#]*)?(?:#.*)?$/is;

const decodeName = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** A source without the query of a complete URL, and how its names are read: in a URL they are encoded. */
export function splitQuery(source: string): { path: string; query?: string; decode: (name: string) => string } {
  const [, path, query] = COMPLETE_URL.exec(source) ?? [];
  return path ? { path, ...(query && { query }), decode: decodeName } : { path: source, decode: (name) => name };
}

/** The parts a component source names itself, without defaults; undefined when it does not parse. */
export function matchComponentSource(source: string): ComponentSource | undefined {
  const { path, query, decode } = splitQuery(source);
  const [, cdn, ...names] = COMPONENT.exec(path) ?? [];
  const [library, component, version, revision] = names.map((name: string | undefined) => name && decode(name));
  if (!library || !component || [library, component, version].some(isDotted)) return;
  return { cdn: rooted(cdn), library, component, version, revision: revisionOf(revision), ...(query && { query }) };
}

/** The cdn of `/components/…` is the page's own origin; an empty one is none (S3). */
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

/** The revision that is asked for. */
export const revisionAsked = ({ revision }: ComponentSource): Revision =>
  revision === 0 ? revision : revision || DEFAULT_REVISION;

/**
 * The URL of a component: `{cdn}/components/{library}/{component}/{version}/{revision}.html`.
 * @throws SourceParseError for a name that would lead elsewhere.
 */
export function componentURL(source: ComponentSource, version = source.version || DEFAULT_VERSION): string {
  const { library, component } = source;
  return `${base(source)}/components/${pathOf([library, component, version, revisionAsked(source)])}.html${source.query ?? ''}`;
}

/** URLs of a component's template: its fork's first, where there is an instance (S4). */
export const componentURLs = (source: ComponentSource): string[] => [
  ...(source.instance ? [componentURL(source, source.instance)] : []),
  componentURL(source),
];

/**
 * The URL of a stylesheet: `{cdn}/styles/{library}/{published|staged|saved}.css`; a number means published (S2).
 * @throws SourceParseError for a name that would lead elsewhere.
 */
export function stylesheetURL(source: StylesheetSource): string {
  const { library, revision } = source;
  return `${base(source)}/styles/${pathOf([library, revision === 'staged' || revision === 'saved' ? revision : DEFAULT_REVISION])}.css${source.query ?? ''}`;
}
