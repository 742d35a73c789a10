/** URLs of content in the original product: `{cdn}/components/…` and `{cdn}/styles/…`. */
import { isSafeName } from '../../lib/safe-name.js';
import { DEFAULT_CDN } from '../../validation/policy.js';

export type RevisionName = 'published' | 'staged';
/** Revisions to read: those of visitors and of previews. */
export const REVISIONS: readonly RevisionName[] = Object.freeze(['published', 'staged']);

const DEFAULT_VERSION = 'responsive';

export interface StylesheetAddress {
  /** Without a trailing slash. */
  readonly cdn: string;
  readonly library: string;
  /** Query of its URLs, because some hosts require a key. Empty for none. */
  readonly query: string;
}

export interface ComponentAddress extends StylesheetAddress {
  readonly component: string;
  readonly version: string;
}

const encodePath = (...names: readonly string[]): string => names.map(encodeURIComponent).join('/');

export const componentUrl = (address: ComponentAddress, revision: RevisionName): string =>
  `${address.cdn}/components/${encodePath(address.library, address.component, address.version)}/${revision}.html${address.query}`;

export const stylesheetUrl = ({ cdn, library, query }: StylesheetAddress, revision: RevisionName): string =>
  `${cdn}/styles/${encodePath(library)}/${revision}.css${query}`;

/** A page's cdn as an absolute URL; undefined if it is invalid. */
export function cdnOf(text: string | undefined, base: string | undefined): string | undefined {
  const cdn = text?.trim() || DEFAULT_CDN;
  if (!URL.canParse(cdn, base)) return undefined;
  const { protocol, origin, pathname } = new URL(cdn, base);
  return /^https?:$/.test(protocol) ? `${origin}${pathname}`.replace(/\/+$/, '') : undefined;
}

const COMPONENT =
  /^(?:(.*?)\/components\/|\/)?([^/]+)\/([^/]+?)(?:\/([^/]+?)(?:\/(?:published|staged|saved|\d+))?)?(?:\.html?)?$/;
const STYLESHEET = /^(.*?)\/styles\/([^/]+?)(\/(?:published|staged|saved|\d+))?\.css$/;

/** Splits a text into path and query, without the fragment. */
function split(text: string): readonly [path: string, query: string] {
  const [, path, query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(text.trim())!;
  return [path!, query];
}

/** Decodes a name in a URL. Returns it unchanged if that fails. */
export function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Validates a name, because names of foreign pages become paths and URLs. */
const isName = (name: string | undefined): name is string => name !== undefined && isSafeName(name);

/**
 * Parses a component source, `[cdn/components/]library/component[/version[/revision]][.html]`.
 * @param base URL of the page, for a relative cdn
 */
export function parseComponent(text: string, base?: string): ComponentAddress | undefined {
  const [path, query] = split(text);
  const [, cdnText, ...names] = COMPONENT.exec(path) ?? [];
  const [library, component, version = DEFAULT_VERSION] =
    cdnText === undefined ? names : names.map((name) => name && decodeName(name));
  const cdn = cdnText === '' && base === undefined ? undefined : cdnOf(cdnText === '' ? '/' : cdnText, base);
  if (!isName(library) || !isName(component) || !isName(version) || cdn === undefined) return undefined;
  return { cdn, library, component, version, query };
}

/**
 * Parses a stylesheet's URL.
 * @param needsRevision whether to ignore `styles/<name>.css`, because sites have such files of their own
 */
export function parseStylesheet(text: string, base?: string, needsRevision = false): StylesheetAddress | undefined {
  const [path, query] = split(text);
  const [, cdnText, name, revision] = STYLESHEET.exec(path) ?? [];
  if (name === undefined || (needsRevision && revision === undefined)) return undefined;
  const library = decodeName(name);
  const cdn = cdnOf(cdnText || '/', base);
  return isName(library) && cdn !== undefined ? { cdn, library, query } : undefined;
}

/** The address of a component, from the attributes of its element. */
export function addressOf(
  {
    library,
    component,
    version,
  }: { readonly library?: string; readonly component?: string; readonly version?: string },
  cdnText: string | undefined,
  base: string | undefined,
): ComponentAddress | undefined {
  const cdn = cdnOf(cdnText, base);
  if (!isName(library) || !isName(component) || cdn === undefined) return undefined;
  const name = version || DEFAULT_VERSION;
  return isName(name) ? { cdn, library, component, version: name, query: '' } : undefined;
}
