/** The state of the preview, and its address. */

export interface State {
  /** `library/component[/version[/revision]]`, as in `feaasSrc`. */
  readonly source: string;
  /** Width of the frame in CSS pixels. */
  readonly width: number;
  /** Class name of the theme; empty for none. */
  readonly theme: string;
  readonly scheme: 'auto' | 'light' | 'dark';
  readonly rtl: boolean;
  readonly data: 'sample' | 'live';
  /** Language of the page; empty for the browser's. */
  readonly lang: string;
}

export interface Source {
  /** Path of the preview link; empty for none. */
  readonly link: string;
  readonly library: string;
  readonly component: string;
  readonly version: string;
  /** `published`, `staged`, `saved` or a revision number. */
  readonly revision: string;
}

/** Minimum and maximum width in CSS pixels. */
const WIDTHS = { least: 240, most: 1920 } as const;
const DEFAULTS: State = { source: '', width: 1280, theme: '', scheme: 'auto', rtl: false, data: 'sample', lang: '' };
const SCHEMES = ['auto', 'light', 'dark'] as const;

export function clampWidth(width: number): number {
  return Number.isFinite(width) ? Math.min(WIDTHS.most, Math.max(WIDTHS.least, Math.round(width))) : DEFAULTS.width;
}

/** Reads the state of an address. Invalid values become defaults. */
export function readState(search: string): State {
  const parameters = new URLSearchParams(search);
  const width = parameters.get('width');
  return {
    source: parameters.get('feaasSrc') ?? DEFAULTS.source,
    width: width === null ? DEFAULTS.width : clampWidth(Number(width)),
    theme: parameters.get('theme') ?? DEFAULTS.theme,
    scheme: SCHEMES.find((each) => each === parameters.get('scheme')) ?? DEFAULTS.scheme,
    rtl: parameters.get('rtl') === '1',
    data: parameters.get('data') === 'live' ? 'live' : 'sample',
    lang: parameters.get('lang') ?? DEFAULTS.lang,
  };
}

/** The query string of a state, without default values. */
export function searchOf(state: State): string {
  const parameters = new URLSearchParams();
  if (state.source) parameters.set('feaasSrc', state.source);
  if (state.width !== DEFAULTS.width) parameters.set('width', String(state.width));
  if (state.theme) parameters.set('theme', state.theme);
  if (state.scheme !== DEFAULTS.scheme) parameters.set('scheme', state.scheme);
  if (state.rtl) parameters.set('rtl', '1');
  if (state.data !== DEFAULTS.data) parameters.set('data', state.data);
  if (state.lang) parameters.set('lang', state.lang);
  return parameters.size ? `?${parameters}` : '';
}

/**
 * Parses a source of this host.
 * @param origin of the page; sources of other origins are invalid
 */
export function parseSource(text: string, origin: string): Source | undefined {
  const [, cdn = '', path = ''] = /^(?:(.*?)\/?components\/)?(.*?)(?:\.html)?$/.exec(text.trim()) ?? [];
  const place = cdn.replace(/\/$/, '');
  const relative = place.startsWith(`${origin}/`) || place === origin ? place.slice(origin.length) : place;
  const link = LINK.test(relative) ? relative : '';
  if (!['', '/cdn', link].includes(relative)) return undefined;
  // Names in a preview link are URL-encoded.
  const [library, component, version = 'responsive', revision = 'published', ...rest] = path
    .split('/')
    .map((name) => (link ? decodeName(name) : name));
  const known = /^(?:published|staged|saved|\d+)$/.test(revision);
  const plain = [library, component, version].every((part) => part && part !== '.' && part !== '..');
  return known && plain && rest.length === 0
    ? { link, library: library!, component: component!, version, revision }
    : undefined;
}

const LINK = /^\/preview\/[\w-]+$/;

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return '';
  }
}

/** The same source with another revision. */
export const withRevision = ({ library, component, version }: Source, revision: string): string =>
  [library, component, version, revision].join('/');
