/** Maps the characters of HTML source to those of its text. */
import { parseNodes } from '../../template/parse-html';

/** A piece of source and its text: usually one character each. */
export interface Unit {
  readonly source: string;
  readonly text: string;
}

const ENTITY = /^&(?:#[xX]?[0-9a-fA-F]+;?|[a-zA-Z][a-zA-Z0-9]*;?)/;
/** Units of ASCII characters. A long text shares them instead of creating one for each character. */
const ASCII: readonly Unit[] = Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  return { source: char, text: char };
});
const CACHE_SIZE = 1000;
const cache = new Map<string, Unit>();

/** Returns the character reference at the start of a text; undefined if its ampersand is literal. */
function reference(text: string): Unit | undefined {
  const candidate = ENTITY.exec(text)?.[0];
  if (!candidate) return undefined;
  let unit = cache.get(candidate);
  if (!unit) {
    const [node] = parseNodes(candidate);
    const decoded = node && 'value' in node ? node.value : candidate;
    // `&notit;` is `¬it;`: a common ending of both is literal.
    let suffix = 0;
    if (decoded !== candidate)
      while (suffix < decoded.length - 1 && decoded.at(-1 - suffix) === candidate.at(-1 - suffix)) suffix++;
    unit = { source: candidate.slice(0, candidate.length - suffix), text: decoded.slice(0, decoded.length - suffix) };
    if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!);
    cache.set(candidate, unit);
  }
  return unit.source === unit.text ? undefined : unit;
}

/**
 * Splits the source of a text into units.
 * @param raw whether character references are literal
 */
export function unitsOf(source: string, raw = false): Unit[] {
  const units: Unit[] = [];
  for (let index = 0; index < source.length;) {
    const code = source.codePointAt(index)!;
    const char = String.fromCodePoint(code);
    let unit: Unit = ASCII[code] ?? { source: char, text: char };
    if (char === '\r') unit = { source: source[index + 1] === '\n' ? '\r\n' : '\r', text: '\n' };
    else if (char === '&' && !raw) unit = reference(source.slice(index, index + 40)) ?? unit;
    units.push(unit);
    index += unit.source.length;
  }
  return units;
}

/** Returns the text of some source. */
export const readText = (source: string, raw = false): string =>
  /[&\r]/.test(source)
    ? unitsOf(source, raw)
        .map(({ text }) => text)
        .join('')
    : source;

/** Returns text without what markup may not contain: NUL, and halves of surrogate pairs. */
export const storable = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\ufffd');

/** Returns {@link storable} text as HTML source. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>\u00a0]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[char] ?? '&nbsp;');

/** Returns text as HTML source. */
export const writeText = (text: string): string => escapeText(storable(text));

/** Returns a value as HTML source within double quotes. */
export const writeValue = (value: string): string =>
  storable(value).replace(
    /[&"<>\u00a0]/g,
    (char) => ({ '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' })[char] ?? '&nbsp;',
  );
