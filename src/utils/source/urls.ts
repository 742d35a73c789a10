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
}

/** Names one revision of a library's stylesheet. */
export interface StylesheetSource {
  cdn?: string;
  /** @deprecated alias of `cdn` (S3). */
  hostname?: string;
  library: string;
  revision?: Revision;
}

const COMPONENT =
  /^(?:(.*?)\/components\/)?\/?([^/]+)\/([^/]+?)(?:\/([^/]+?)(?:\/(published|staged|saved|\d+))?)?(?:\.html)?$/;

export const revisionOf = (text: string | undefined): Revision | undefined =>
  (text && String(+text) === text ? +text : text) as Revision | undefined;

export const isDotted = (name: string | undefined): boolean => name === '.' || name === '..';

/** The parts a component source names itself, without defaults; undefined when it does not parse. */
export function matchComponentSource(source: string): ComponentSource | undefined {
  const [, cdn, library, component, version, revision] = COMPONENT.exec(source) ?? [];
  if (!library || !component || [library, component, version].some(isDotted)) return;
  return { cdn, library, component, version, revision: revisionOf(revision) };
}

const base = (source: { cdn?: string; hostname?: string }): string =>
  (source.cdn || source.hostname || DEFAULT_CDN).replace(/\/+$/, '');

const path = (names: (string | number)[]): string =>
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
  return `${base(source)}/components/${path([library, component, version, revisionAsked(source)])}.html`;
}

/**
 * The URL of a stylesheet: `{cdn}/styles/{library}/{published|staged|saved}.css`; a number means published (S2).
 * @throws SourceParseError for a name that would lead elsewhere.
 */
export function stylesheetURL(source: StylesheetSource): string {
  const { library, revision } = source;
  return `${base(source)}/styles/${path([library, revision === 'staged' || revision === 'saved' ? revision : DEFAULT_REVISION])}.css`;
}
