/** What the preview shows, and its address: whoever is given that sees the same. */

export interface State {
  /** `library/component[/version[/revision]]`, as `feaasSrc`. */
  readonly source: string;
  /** Of the frame, in CSS pixels. */
  readonly width: number;
  /** Name of the class that a theme is; empty for none. */
  readonly theme: string;
  readonly scheme: 'auto' | 'light' | 'dark';
  readonly rtl: boolean;
  readonly data: 'sample' | 'live';
  /** Language of the page around it; empty for the browser's. */
  readonly lang: string;
}

export interface Source {
  /** Path of the preview link that shows it; empty for none. */
  readonly link: string;
  readonly library: string;
  readonly component: string;
  readonly version: string;
  /** `published`, `staged`, `saved` or a number's digits. */
  readonly revision: string;
}

/** Least and greatest width that can be chosen, in CSS pixels. */
const WIDTHS = { least: 240, most: 1920 } as const;
const DEFAULTS: State = { source: '', width: 1280, theme: '', scheme: 'auto', rtl: false, data: 'sample', lang: '' };
const SCHEMES = ['auto', 'light', 'dark'] as const;

export function clampWidth(width: number): number {
  return Number.isFinite(width) ? Math.min(WIDTHS.most, Math.max(WIDTHS.least, Math.round(width))) : DEFAULTS.width;
}

/** What an address says; what it can not mean is the default. */
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

/** The address of a state, from `?` on; what is the default is left out. */
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
 * The parts of a source of this host.
 * @param origin of the page: a source of another one is none
 */
export function parseSource(text: string, origin: string): Source | undefined {
  const [, cdn = '', path = ''] = /^(?:(.*?)\/?components\/)?(.*?)(?:\.html)?$/.exec(text.trim()) ?? [];
  const place = cdn.replace(/\/$/, '');
  const relative = place.startsWith(`${origin}/`) || place === origin ? place.slice(origin.length) : place;
  const link = LINK.test(relative) ? relative : '';
  if (!['', '/cdn', link].includes(relative)) return undefined;
  // The host writes names of a link encoded, as in any complete address.
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

/** The same source at another revision. */
export const withRevision = ({ library, component, version }: Source, revision: string): string =>
  [library, component, version, revision].join('/');
