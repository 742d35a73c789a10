/**
 * The lazily loaded half of the path language: filters, descendants and expressions. json-p3 reads RFC 9535;
 * jsonpath-plus, without eval, its own old syntax. Neither compiles anything of a path to code.
 */
import { JSONPathEnvironment, type FilterFunction } from 'json-p3';
import { JSONPath } from 'jsonpath-plus';
import { SELF, type Segment } from './parse';

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

function build(segments: readonly Segment[], text: string | undefined): Query | undefined {
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
