/**
 * Evaluates paths with filters, descendants and expressions, in one of two languages (D21). A filter in parentheses
 * compares as JavaScript does; otherwise RFC 9535 compares strictly. Neither library compiles a path to code.
 * `modulesOfPath` returns the libraries that a path needs.
 */
import { plainData } from './plain-data';
import { lazyModules } from '../scheduling/lazy-modules';
import { SELF, type Segment } from './parse';
import { isHostile, RFC9535_FUNCTION } from './path-modules';
import { query } from './query';

/** Returns the matches of a path below a value. */
export type Query = (value: unknown) => unknown[];
const CACHE_SIZE = 1000;
const cache = new Map<string, Query | undefined>();

/** Matches a member whose existence a filter tests, and the text before it. */
const EXISTENCE_TEST =
  /(\W\(|!|&&|\|\|)(\s*)(@(?:\.[\p{L}_][\p{L}\p{N}_]*|\[(?:'[^'\\]*'|"[^"\\]*"|\d+)\])+)(?=\s*(?:\)|&&|\|\|))/gu;

/** Converts existence tests in parentheses to tests for truth; RFC 9535 would only test for existence. */
const withTruthTests = (path: string): string =>
  path.includes('[?(')
    ? path.replace(EXISTENCE_TEST, (_, before: string, space: string, member: string) => {
        const tests = ['', '!=false', '!=null', '!=0', "!=''"].map((test) => member + test);
        return `${before}${space}(${tests.join('&&')})`;
      })
    : path;

/** Matches `.length` of a list or text in a filter, which only the JavaScript language supports. */
const LENGTH = /\[\?\(.*@.*\.length\b/s;

const serializeSegment = (segment: Segment): string => {
  if (segment === SELF) return '';
  if (typeof segment === 'string') {
    // A dotted number refers to an array index or an object key
    return /^\d+$/.test(segment) ? `['${segment}',${+segment}]` : `[${JSON.stringify(segment)}]`;
  }
  if (typeof segment === 'number') return `[${segment}]`;
  if (segment === null) return '[*]';
  if (Array.isArray(segment)) return `[${segment.map((each) => serializeSegment(each).slice(1, -1)).join()}]`;
  if ('name' in segment) return `[${JSON.stringify(segment.name)}]`;
  if ('slice' in segment) return `[${segment.slice[0] ?? ''}:${segment.slice[1] ?? ''}:${segment.slice[2] ?? ''}]`;
  return segment.raw;
};

/**
 * Whether a filter is entirely in parentheses, possibly on all levels below (`..`), so that it compares as JavaScript
 * does.
 */
function isParenthesized(raw: string): boolean {
  const filter = raw.startsWith('..') ? raw.slice(2) : raw;
  if (!filter.startsWith('[?(') || !filter.endsWith(')]')) return false;
  let depth = 0;
  let quote = '';
  for (let offset = 2; offset < filter.length - 1; offset++) {
    const char = filter[offset]!;
    if (quote) {
      if (char === '\\') offset++;
      else if (char === quote) quote = '';
    } else if (char === "'" || char === '"') quote = char;
    else if (char === '(') depth++;
    else if (char === ')' && !--depth) return offset === filter.length - 2;
  }
  return false;
}

/** Compiles a path starting with `$` by RFC 9535; undefined if it is invalid or its library is not loaded. */
function compileRFC9535Path(path: string): Query | undefined {
  try {
    return lazyModules.rfc9535Paths?.compileRFC9535Path(path);
  } catch {
    return undefined;
  }
}

/**
 * A path that begins with `$`, in JavaScript's language; undefined where it is not valid, or its library is not needed.
 * @param variables what its expressions read by name.
 */
const compileJavaScriptPath = (path: string, variables?: Readonly<Record<string, string>>): Query | undefined =>
  isHostile(path) ? undefined : lazyModules.javascriptPaths?.compileJavaScriptPath(path, variables);

/** A text in quotes, and the bracket before it where it may be the name of a member. */
const QUOTED_TEXT = /(\[\s*)?(?:'([^'\\]*)'|"([^"\\]*)")/g;

/**
 * A filter in parentheses; undefined where JavaScript's language can not read it. Its texts become variables, because the library would
 * replace `@` in them. It reads `@` only before a member, a bracket or a space.
 */
function compileJavaScriptFilter(raw: string): Query | undefined {
  const variables: Record<string, string> = {};
  let count = 0;
  const filter = raw
    .replace(
      QUOTED_TEXT,
      (text, bracket: string | undefined, single: string | undefined, double: string | undefined) => {
        if (bracket) return text;
        const name = `text${count++}`;
        variables[name] = single ?? double!;
        return ` ${name} `;
      },
    )
    .replace(/@(?![\w.[])/g, '@ ');
  return RFC9535_FUNCTION.test(filter) || filter.includes('$')
    ? undefined
    : compileJavaScriptPath('$' + filter, variables);
}

/** Compiles a path with filters in parentheses, segment by segment; undefined for other paths. */
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
  for (const pathText of [text ?? '', '$' + segments.map(serializeSegment).join('')]) {
    if (pathText[0] !== '$' || LENGTH.test(pathText)) continue;
    const compiled = compileRFC9535Path(withTruthTests(pathText));
    if (compiled) return compiled;
  }
  const path = segments.map((each) =>
    typeof each === 'object' && each && 'raw' in each ? each.raw : serializeSegment(each),
  );
  return compileJavaScriptPath('$' + path.join(''));
}

/**
 * Returns the matches of a path's segments below a value. `text` is the whole path, if `segments` are all of it.
 * @throws Error if the path is valid in neither language.
 */
export function queryAdvanced(segments: readonly Segment[], value: unknown, text?: string): unknown[] {
  const key = segments.map(serializeSegment).join('') + '\n' + (text ?? '');
  let compiled = cache.get(key);
  if (!cache.has(key)) {
    compiled = build(segments, text);
    // Not cached: a library that is loaded later may be able to compile the path.
    if (!compiled && !lazyModules.javascriptPaths) return throwSyntaxError(text ?? key);
    if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!);
    cache.set(key, compiled);
  }
  // The libraries do not support `toJSON`.
  return compiled ? compiled(plainData(value)) : throwSyntaxError(text ?? key);
}

function throwSyntaxError(path: string): never {
  throw new SyntaxError(`not a JSONPath: ${path}`);
}
