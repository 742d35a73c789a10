/**
 * Paths with filters, descendants and expressions: which of two languages reads them (D21). A filter in parentheses compares as JavaScript
 * does, RFC 9535 strictly. Neither library compiles anything of a path to code. `modulesOfPath` tells which libraries a path needs.
 */
import { plainData } from './plain-data';
import { lazyModules } from '../scheduling/lazy-modules';
import { SELF, type Segment } from './parse';
import { isHostile, RFC9535_FUNCTION } from './path-modules';
import { query } from './query';

/** Finds the matches of a path below a value. */
export type Query = (value: unknown) => unknown[];
const CACHE_SIZE = 1000;
const cache = new Map<string, Query | undefined>();

/** A member that a filter only asks for, and what stands before it. */
const ASKED =
  /(\W\(|!|&&|\|\|)(\s*)(@(?:\.[\p{L}_][\p{L}\p{N}_]*|\[(?:'[^'\\]*'|"[^"\\]*"|\d+)\])+)(?=\s*(?:\)|&&|\|\|))/gu;

/** A filter in parentheses asks for what is true; RFC 9535 for what is there. */
const withTruthTests = (path: string): string =>
  path.includes('[?(')
    ? path.replace(ASKED, (_, before: string, space: string, asked: string) => {
        const tests = ['', '!=false', '!=null', '!=0', "!=''"].map((test) => asked + test);
        return `${before}${space}(${tests.join('&&')})`;
      })
    : path;

/** Only JavaScript's language knows how long a list is, or a text. */
const LENGTH = /\[\?\(.*@.*\.length\b/s;

const spell = (segment: Segment): string => {
  if (segment === SELF) return '';
  if (typeof segment === 'string') {
    // a dotted number reads an array's index or an object's key
    return /^\d+$/.test(segment) ? `['${segment}',${+segment}]` : `[${JSON.stringify(segment)}]`;
  }
  if (typeof segment === 'number') return `[${segment}]`;
  if (segment === null) return '[*]';
  if (Array.isArray(segment)) return `[${segment.map((each) => spell(each).slice(1, -1)).join()}]`;
  if ('name' in segment) return `[${JSON.stringify(segment.name)}]`;
  if ('slice' in segment) return `[${segment.slice[0] ?? ''}:${segment.slice[1] ?? ''}:${segment.slice[2] ?? ''}]`;
  return segment.raw;
};

/** A filter that is in parentheses as a whole, perhaps on all levels below (`..`): it compares as JavaScript does. */
function isParenthesized(raw: string): boolean {
  const filter = raw.startsWith('..') ? raw.slice(2) : raw;
  if (!filter.startsWith('[?(') || !filter.endsWith(')]')) return false;
  let depth = 0;
  let quote = '';
  for (let at = 2; at < filter.length - 1; at++) {
    const char = filter[at]!;
    if (quote) {
      if (char === '\\') at++;
      else if (char === quote) quote = '';
    } else if (char === "'" || char === '"') quote = char;
    else if (char === '(') depth++;
    else if (char === ')' && !--depth) return at === filter.length - 2;
  }
  return false;
}

/** A path that begins with `$`, in the language of RFC 9535; undefined where it is not valid, or its library is not needed. */
function compileRFC9535Path(path: string): Query | undefined {
  try {
    return lazyModules.rfc9535Paths?.compileRFC9535Path(path);
  } catch {
    return undefined;
  }
}

/** A path that begins with `$`, in JavaScript's language; undefined where it is not valid, or its library is not needed. */
const compileJavaScriptPath = (path: string): Query | undefined =>
  isHostile(path) ? undefined : lazyModules.javascriptPaths?.compileJavaScriptPath(path);

/** A filter in parentheses; undefined where JavaScript's language can not read it. */
const compileJavaScriptFilter = (raw: string): Query | undefined =>
  RFC9535_FUNCTION.test(raw) || raw.includes('$') ? undefined : compileJavaScriptPath('$' + raw);

/** A path whose filters are in parentheses, segment by segment; undefined for any other. */
function buildWithJavaScriptFilters(segments: readonly Segment[]): Query | undefined {
  let hasFilter = false;
  const steps: Query[] = [];
  for (const segment of segments) {
    const raw = typeof segment === 'object' && segment && 'raw' in segment ? segment.raw : undefined;
    if (raw === undefined) steps.push((value) => [...query([segment], value)]);
    else {
      const isFilter = isParenthesized(raw);
      const step = isFilter ? compileJavaScriptFilter(raw) : compileRFC9535Path('$' + raw);
      if (!step) return undefined;
      hasFilter ||= isFilter;
      steps.push(step);
    }
  }
  return hasFilter ? (value) => steps.reduce((found, step) => found.flatMap(step), [value]) : undefined;
}

function build(segments: readonly Segment[], text: string | undefined): Query | undefined {
  const withFilters = buildWithJavaScriptFilters(segments);
  if (withFilters) return withFilters;
  for (const attempt of [text ?? '', '$' + segments.map(spell).join('')]) {
    if (attempt[0] !== '$' || LENGTH.test(attempt)) continue;
    const compiled = compileRFC9535Path(withTruthTests(attempt));
    if (compiled) return compiled;
  }
  const path = segments.map((each) => (typeof each === 'object' && each && 'raw' in each ? each.raw : spell(each)));
  return compileJavaScriptPath('$' + path.join(''));
}

/**
 * Matches of a path's segments below a value. `text` is the path as it was written, when the segments are all of it.
 * @throws Error when the path is valid in neither language.
 */
export function queryAdvanced(segments: readonly Segment[], value: unknown, text?: string): unknown[] {
  const key = segments.map(spell).join('') + '\n' + (text ?? '');
  let run = cache.get(key);
  if (!cache.has(key)) {
    run = build(segments, text);
    // What is loaded later may read it.
    if (!run && !lazyModules.javascriptPaths) return unreadable(text ?? key);
    if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!);
    cache.set(key, run);
  }
  // The libraries know nothing of `toJSON`.
  return run ? run(plainData(value)) : unreadable(text ?? key);
}

function unreadable(path: string): never {
  throw new SyntaxError(`not a JSONPath: ${path}`);
}
