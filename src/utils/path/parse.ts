/**
 * Parses data paths: RFC 9535 syntax and the looser dotted form (`a.b.*.c`, `a[1:3].b`, `user['first name']`). A path
 * becomes a list of segments, never code. Filters, descendants and expressions stay as text for the libraries.
 */
/** `$`: the value itself. It stays in the segments because the fallbacks of D3 search for it. */
export const SELF = true;
/** `*`: all entries of an array or object. */
export const ANY = null;

/** A segment that only the lazily loaded libraries evaluate: a filter, descendants, or an expression. */
export interface RawSegment {
  readonly raw: string;
}
/** A quoted name; unlike a dotted name it never refers to an array index. */
export interface QuotedName {
  readonly name: string;
}
/** `[start:end:step]`; all parts are optional. */
export interface Slice {
  readonly slice: readonly [number | undefined, number | undefined, number | undefined];
}
/** A dotted name, an index, `*`, `$`, a quoted name, a slice, a union of these, or a segment for the libraries. */
export type Segment = string | number | typeof ANY | typeof SELF | QuotedName | Slice | Segment[] | RawSegment;

/** One parsed path. */
export interface Path {
  readonly text: string;
  readonly segments: readonly Segment[];
  /** Canonical spelling of each segment, for comparison of paths: `.name`, `*`, `$`, or the original text. */
  readonly keys: readonly string[];
  /** Whether it needs the lazily loaded libraries. */
  readonly advanced?: boolean;
}

const INTEGER = '(?:0|-?[1-9]\\d{0,14})';
const INDEX = new RegExp(`^\\s*${INTEGER}\\s*$`);
const SLICE = new RegExp(`^\\s*(${INTEGER})?\\s*:\\s*(${INTEGER})?\\s*(?::\\s*(${INTEGER})?\\s*)?$`);
// eslint-disable-next-line no-control-regex -- RFC 9535 forbids raw control characters in names
const QUOTED = /^\s*(?:'([^'\\\x00-\x1f]*)'|"([^"\\\x00-\x1f]*)")\s*$/;
/** Matches an empty, or an invalid numeric selector, which is valid in no language. */
const NUMERIC = /^[\s\d:.+-]*$/;
const BARE = /^[\p{L}_][\p{L}\p{N}_ -]*$/u;
const EXPRESSION = /[\^~`()]/;

const integer = (text: string | undefined): number | undefined => (text === undefined ? undefined : +text);

/** Parses one selector in brackets; undefined if it is for the libraries. */
function parseSelector(text: string): Segment | undefined {
  if (text.trim() === '*') return ANY;
  if (INDEX.test(text)) return +text;
  const quoted = QUOTED.exec(text);
  if (quoted) return { name: quoted[1] ?? quoted[2]! };
  const slice = SLICE.exec(text);
  if (slice) return { slice: [integer(slice[1]), integer(slice[2]), integer(slice[3])] };
  return BARE.test(text) ? text : undefined;
}

/** The end of the bracket that opens at `start`, considering quotes and nesting; -1 if it is not closed. */
function closingBracket(text: string, start: number, commas?: number[]): number {
  let depth = 0;
  let quote = '';
  for (let offset = start; offset < text.length; offset++) {
    const char = text[offset]!;
    if (quote) {
      if (char === '\\') offset++;
      else if (char === quote) quote = '';
    } else if (char === "'" || char === '"') quote = char;
    else if (char === '[' || char === '(') depth++;
    else if (char === ']' || char === ')') {
      if (!--depth) return offset;
    } else if (char === ',' && depth === 1) commas?.push(offset);
  }
  return -1;
}

const keyOf = (segment: Segment, raw: string): string =>
  typeof segment === 'string'
    ? '.' + segment
    : segment === ANY
      ? '*'
      : segment === SELF
        ? '$'
        : typeof segment === 'object' && 'name' in segment
          ? '.' + segment.name
          : raw;

/**
 * Parses a path: names, quotes, slices, unions, and the extent of filters, descendants and expressions. Undefined if it
 * is valid in neither language.
 */
export function parsePath(text: string): Path | undefined {
  const segments: Segment[] = [];
  const keys: string[] = [];
  let advanced = false;
  let offset = 0;
  const push = (segment: Segment | undefined, raw: string): void => {
    if (segment === undefined) {
      segment = { raw };
      advanced = true;
    }
    segments.push(segment);
    keys.push(keyOf(segment, raw));
  };
  // RFC 9535 allows white space between segments; the libraries evaluate such a path as a whole.
  if (/^\$(?:\s|[^]*\s[.[])/.test(text)) return { text, segments: [{ raw: text }], keys: [text], advanced: true };
  while (offset < text.length) {
    const start = offset;
    if (text[offset] === '.') {
      offset++;
      if (text[offset] === '.') {
        // Descendants: `..name`, `..*`, `..[…]`
        offset++;
        if (text[offset] === '[') offset = closingBracket(text, offset) + 1;
        else while (offset < text.length && text[offset] !== '.' && text[offset] !== '[') offset++;
        if (!offset || offset === start + 2) return;
        push(undefined, text.slice(start, offset));
        continue;
      }
      if (!start) return;
    } else if (offset && text[offset] !== '[') return;
    if (text[offset] === '[') {
      if (offset !== start) return;
      const commas: number[] = [];
      const end = closingBracket(text, offset, commas);
      if (end < 0) return;
      const bounds = [offset, ...commas, end];
      const texts = bounds.slice(1).map((stop, index) => text.slice(bounds[index]! + 1, stop));
      const parts = texts.map(parseSelector);
      if (texts.some((each, index) => parts[index] === undefined && NUMERIC.test(each))) return;
      offset = end + 1;
      const raw = text.slice(start, offset);
      if (parts.includes(undefined)) push(undefined, raw);
      else push(parts.length > 1 ? (parts as Segment[]) : parts[0], raw);
      continue;
    }
    const from = offset;
    while (offset < text.length && text[offset] !== '.' && text[offset] !== '[') {
      offset = text[offset] === '(' ? closingBracket(text, offset) + 1 : offset + 1;
      if (!offset) return;
    }
    const name = text.slice(from, offset);
    if (!name || /[\]\n]/.test(name)) return;
    push(
      name === '*' ? ANY : name === '$' ? SELF : EXPRESSION.test(name) ? undefined : name,
      text.slice(start, offset),
    );
  }
  return segments.length ? { text, segments, keys, advanced } : undefined;
}

/** Whether a segment selects entries: `*`, an index, a slice, a union or a filter. A list's path may end with it. */
export const isCollection = (segment: Segment | undefined): boolean =>
  segment === ANY ||
  typeof segment === 'number' ||
  (typeof segment === 'object' && !('name' in segment) && (segment as RawSegment).raw?.[0] !== '.');
