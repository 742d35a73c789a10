/**
 * The lazily loaded half of the path language: filters, descendants and expressions. json-p3 reads RFC 9535;
 * jsonpath-plus, without eval, its own old syntax. Neither compiles anything of a path to code.
 */
import { JSONPathEnvironment, type FilterFunction } from 'json-p3';
import { JSONPath } from 'jsonpath-plus';
import { SELF, type Segment } from './parse';
import { query } from './query';

type Query = (value: unknown) => unknown[];
const CACHE_SIZE = 1000;
const cache = new Map<string, Query | undefined>();

const environment = new JSONPathEnvironment();
const length = environment.functionRegister.get('length')!;
/** The length of a text is that in characters (RFC 9535, 2.4.4); json-p3 counts halves of some. */
const lengthInCharacters: FilterFunction = {
  argTypes: length.argTypes,
  returnType: length.returnType,
  call: (value: unknown) => (typeof value === 'string' ? [...value].length : (length.call(value) as unknown)),
};
environment.functionRegister.set('length', lengthInCharacters);

/** Words with which an expression could reach a constructor or a global; the old syntax refuses them unread. */
const HOSTILE =
  /constructor|prototype|__|`|=>|[;{}\\]|\b(?:this|globalThis|window|self|function|import|new|eval|require|process)\b/;

/** A member that a filter only asks for, and what stands before it. */
const ASKED =
  /(\W\(|!|&&|\|\|)(\s*)(@(?:\.[\p{L}_][\p{L}\p{N}_]*|\[(?:'[^'\\]*'|"[^"\\]*"|\d+)\])+)(?=\s*(?:\)|&&|\|\|))/gu;

/** A filter in parentheses, as the old syntax has it, asks for what is true; RFC 9535 for what is there. */
const oldFilters = (path: string): string =>
  path.includes('[?(')
    ? path.replace(ASKED, (_, before: string, space: string, asked: string) => {
        const tests = ['', '!=false', '!=null', '!=0', "!=''"].map((test) => asked + test);
        return `${before}${space}(${tests.join('&&')})`;
      })
    : path;

/** Only the old syntax knows how long a list is, or a text. */
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

/** Functions of RFC 9535, which the old syntax does not have. */
const RFC_FUNCTION = /\b(?:length|count|match|search|value)\s*\(/;

/** A filter that is in parentheses as a whole, perhaps on all levels below (`..`): the old syntax, which compares as JavaScript does. */
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

const isSyntaxError = (error: unknown): boolean => /at character|unexpected|expected/i.test((error as Error).message);

/** What jsonpath-plus finds for one filter, by its own evaluator of expressions; undefined where it can not read it. */
function oldFilter(raw: string): Query | undefined {
  if (HOSTILE.test(raw) || RFC_FUNCTION.test(raw) || raw.includes('$')) return undefined;
  const options = { path: '$' + raw, wrap: true, eval: 'safe' } as const;
  try {
    JSONPath({ ...options, json: [{}] });
  } catch (error) {
    // A member of nothing is an error of the data, not of the path.
    if (isSyntaxError(error)) return undefined;
  }
  return (value) =>
    typeof value === 'object' && value
      ? ((JSONPath({ ...options, json: value, ignoreEvalErrors: true }) as unknown[] | undefined) ?? [])
      : [];
}

/** A path whose filters are in parentheses, segment by segment; undefined for any other. */
function buildWithOldFilters(segments: readonly Segment[]): Query | undefined {
  let hasFilter = false;
  const steps: Query[] = [];
  for (const segment of segments) {
    const raw = typeof segment === 'object' && segment && 'raw' in segment ? segment.raw : undefined;
    if (raw === undefined) steps.push((value) => [...query([segment], value)]);
    else if (isParenthesized(raw)) {
      const step = oldFilter(raw);
      if (!step) return undefined;
      hasFilter = true;
      steps.push(step);
    } else {
      try {
        const path = environment.compile('$' + raw);
        steps.push((value) => path.query(value as never).values());
      } catch {
        return undefined;
      }
    }
  }
  return hasFilter ? (value) => steps.reduce((found, step) => found.flatMap(step), [value]) : undefined;
}

function build(segments: readonly Segment[], text: string | undefined): Query | undefined {
  const withOldFilters = buildWithOldFilters(segments);
  if (withOldFilters) return withOldFilters;
  const attempts = [text ?? '', '$' + segments.map(spell).join('')];
  for (const attempt of attempts) {
    if (attempt[0] !== '$' || LENGTH.test(attempt)) continue;
    try {
      const path = environment.compile(oldFilters(attempt));
      return (value) => path.query(value as never).values();
    } catch {
      // not RFC 9535: the next spelling, then the old syntax
    }
  }
  const path = segments
    .map((each) => (typeof each === 'object' && each && 'raw' in each ? each.raw : spell(each)))
    .join('');
  if (HOSTILE.test(path)) return;
  try {
    JSONPath({ path: '$' + path, json: {}, wrap: true, eval: 'safe' });
  } catch {
    return;
  }
  return (value) =>
    (JSONPath({
      path: '$' + path,
      json: value as object,
      wrap: true,
      eval: 'safe',
      ignoreEvalErrors: true,
    }) as unknown[]) ?? [];
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
    if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!);
    cache.set(key, run);
  }
  if (!run) throw new SyntaxError(`not a JSONPath: ${text ?? key}`);
  return run(value);
}
