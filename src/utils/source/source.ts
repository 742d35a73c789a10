/** Source strings of components and stylesheets, their parts, and their URLs (S1-S4). */
import { DEFAULT_CDN, DEFAULT_REVISION, DEFAULT_VERSION } from '../../global/defaults';
import { MissingSourceError, SourceParseError } from '../../global/errors';
import {
  componentURL,
  isDotted,
  matchComponentSource,
  revisionOf,
  rooted,
  splitQuery,
  stylesheetURL,
  type ComponentSource,
  type StylesheetSource,
} from './urls';

export { matchComponentSource, type ComponentSource, type Revision, type StylesheetSource } from './urls';

/** A source string, an object with one, or the parts. */
export type ComponentReference = string | { src: string; instance?: string } | ComponentSource;
export type StylesheetReference = string | { src: string } | StylesheetSource;

/** The parts of a component source with defaults; `query` if the source is a URL with one. */
export type ParsedComponentSource = Required<Omit<ComponentSource, 'hostname' | 'instance' | 'query'>> &
  Pick<ComponentSource, 'query'>;
/** The parts of a stylesheet source with defaults; `query` if the source is a URL with one. */
export type ParsedStylesheetSource = Required<Omit<StylesheetSource, 'hostname' | 'query'>> &
  Pick<StylesheetSource, 'query'>;

const STYLESHEET = /^(?:(.*?)\/styles\/)?\/?([^/]+?)(?:\/(published|staged|saved|\d+))?(?:\.css)?$/;

/**
 * Parses `[cdn/components/]library/component[/version[/revision]][.html]` (S1).
 * @returns all five parts, with defaults.
 * @throws SourceParseError 'Could not parse FEAAS Component source'.
 */
export function parseComponentSource(source: string): ParsedComponentSource {
  const parts = matchComponentSource(String(source));
  if (!parts) throw new SourceParseError(source);
  const { cdn = DEFAULT_CDN, library, component, version = DEFAULT_VERSION, revision = DEFAULT_REVISION } = parts;
  return { cdn, library, component, version, revision, ...(parts.query && { query: parts.query }) };
}

/**
 * Prints a component source without defaults, so that parsing it gives the same parts (S1).
 * @throws MissingSourceError without library or component.
 */
export function getComponentSource(source: ComponentSource): string {
  const { library, component } = source ?? {};
  if (!library || !component) throw new MissingSourceError();
  const version = orUndefined(source.version) ?? DEFAULT_VERSION;
  const revision = orUndefined(source.revision) ?? DEFAULT_REVISION;
  const versionPath =
    isAmbiguous(source, 'components') || revision != DEFAULT_REVISION
      ? `/${version}/${revision}`
      : version != DEFAULT_VERSION
        ? `/${version}`
        : '';
  const names = `${library}/${component}${versionPath}`;
  // A name with `/components/` would parse as a cdn, unless the cdn is printed.
  const folder = names.includes('/components/') ? `${DEFAULT_CDN}/components/` : '';
  return formatSource(source, 'components', '.html', names, folder);
}

/** Treats null and empty text, which attributes and forms use for missing values, as undefined. */
const orUndefined = <Part>(part: Part): Part | undefined => ((part ?? '') === '' ? undefined : part);

/** Doubles the ending of a name that ends like a file, so that the name survives parsing. */
const suffixed = (text: string, ending: string): string => (text.endsWith(ending) ? text + ending : text);

/** Prints the cdn, unless it is the default, and the names. With a query, prints the complete URL that parses to it. */
function formatSource(
  source: { cdn?: string; hostname?: string; query?: string },
  folder: string,
  ending: string,
  names: string,
  fallback = '',
): string {
  const { query } = source;
  if (!query) return suffixed(`${prefix(source, folder) || fallback}${names}`, ending);
  const encoded = names.split('/').map(encodeURIComponent).join('/');
  return `${prefix(source, folder) || `${DEFAULT_CDN}/${folder}/`}${encoded}${ending}${query}`;
}

interface Hosted {
  readonly cdn?: string;
  readonly hostname?: string;
}

const hostOf = ({ cdn, hostname }: Hosted): string => cdn || hostname || DEFAULT_CDN;

/** Whether the cdn ends with the folder's name, which would parse as a library unless all parts are printed. */
const isAmbiguous = (source: Hosted, folder: string): boolean => new RegExp(`/${folder}/*$`).test(hostOf(source));

function prefix(source: Hosted, folder: string): string {
  const cdn = hostOf(source);
  if (cdn === DEFAULT_CDN) return '';
  return cdn === '/' ? `/${folder}/` : `${cdn}/${folder}/`;
}

/**
 * The URL of a component (specification §7).
 * @throws SourceParseError, MissingSourceError.
 */
export const getComponentURL = (reference: ComponentReference): string => componentURL(toComponentSource(reference));

/**
 * Converts any component reference to its parts.
 * @throws SourceParseError, MissingSourceError.
 */
export function toComponentSource(reference: ComponentReference): ComponentSource {
  if (typeof reference === 'string') return parseComponentSource(reference);
  if (!reference) throw new MissingSourceError();
  if (typeof reference !== 'object') throw new SourceParseError(reference);
  if ('src' in reference && reference.src) {
    return { ...parseComponentSource(reference.src), instance: reference.instance };
  }
  const source = reference as ComponentSource;
  if (!source.library || !source.component) throw new MissingSourceError();
  return source;
}

/** The explicit parts of a stylesheet source (or a component source, S2), without defaults. */
export function matchStylesheetSource(source: string): StylesheetSource | undefined {
  const { path, query, decode } = splitQuery(source);
  const [, cdn, name, revision] = STYLESHEET.exec(path) ?? [];
  const library = name && decode(name);
  if (library && !isDotted(library))
    return { cdn: rooted(cdn), library, revision: revisionOf(revision), ...(query && { query }) };
  const component = matchComponentSource(source);
  return (
    component && {
      cdn: component.cdn,
      library: component.library,
      revision: component.revision,
      ...(query && { query }),
    }
  );
}

/**
 * Parses `[cdn/styles/]library[/revision][.css]`, or a component source, which contains its library (S2).
 * @throws SourceParseError.
 */
export function parseStylesheetSource(source: string): ParsedStylesheetSource {
  const parts = source == null ? undefined : matchStylesheetSource(String(source));
  if (!parts) throw new SourceParseError(source);
  const { cdn = DEFAULT_CDN, library, revision = DEFAULT_REVISION, query } = parts;
  return { cdn, library, revision, ...(query && { query }) };
}

/**
 * Prints a stylesheet source without defaults (S2).
 * @throws MissingSourceError without library.
 */
export function getStylesheetSource(source: StylesheetSource): string {
  if (!source?.library) throw new MissingSourceError();
  const { library } = source;
  const revision = orUndefined(source.revision) ?? DEFAULT_REVISION;
  const isShort = revision === DEFAULT_REVISION && !isAmbiguous(source, 'styles');
  const names = `${library}${isShort ? '' : `/${revision}`}`;
  return formatSource(source, 'styles', '.css', names);
}

/**
 * The URL of a stylesheet (specification §7, S2).
 * @throws SourceParseError, MissingSourceError.
 */
export function getStylesheetURL(reference: StylesheetReference): string {
  if (typeof reference === 'string') return stylesheetURL(parseStylesheetSource(reference));
  if (!reference) throw new MissingSourceError();
  if (typeof reference !== 'object') throw new SourceParseError(reference);
  if ('src' in reference && reference.src) return stylesheetURL(parseStylesheetSource(reference.src));
  const source = reference as StylesheetSource;
  if (!source.library) throw new MissingSourceError();
  return stylesheetURL(source);
}
