/** Finds the lazily loaded modules that a path needs, by its text, so that they load together with its template. */
import type { ModuleName } from '../scheduling/lazy-modules';
import { parsePath } from './parse';

/** Matches characters that no path of only names and wildcards contains. */
const NOT_PLAIN = /\.\.|[^\p{L}\w.*$-]/u;

/** Matches functions of RFC 9535, which the JavaScript language does not have. */
export const RFC9535_FUNCTION = /\b(?:length|count|match|search|value)\s*\(/;

/**
 * Matches words by which an expression could reach a constructor or a global; the JavaScript language does not evaluate
 * them.
 */
const HOSTILE =
  /constructor|prototype|__|`|=>|[;{}\\]|\b(?:this|globalThis|window|self|function|import|new|eval|require|process)\b/;
export const isHostile = (path: string): boolean => HOSTILE.test(path);

/** A member, value or operator. Most filters consist only of these. */
const TERM = /[\p{L}\w\s@.<>=!&|+-]|'[^'\\$]*'|"[^"\\$]*"|\[\s*(?:\d+|'[^'\\$]*'|"[^"\\$]*")\s*\]/u.source;
const GROUP = String.raw`(?:${TERM}|\((?:${TERM})*\))`;
/** Matches a filter in parentheses of such terms, which the JavaScript language evaluates (D21). */
const COMPARING_FILTER = new RegExp(String.raw`(?:\.\.)?\[\?\((?:${GROUP}|\(${GROUP}*\))*\)\]`, 'gu');

/**
 * Matches syntax that only the JavaScript language has: expressions, and descendants whose names are invalid in RFC
 * 9535.
 */
const JAVASCRIPT = /[()^~`]|[=!]==|\.length\b|\.\.(?![[*]|[\p{L}_][\p{L}\w]*(?:[.[]|$))/u;

/**
 * The modules that a path needs; none for names, indexes, wildcards, slices and unions. Returns both libraries if the
 * text is ambiguous.
 */
export function modulesOfPath(path: string): ModuleName[] {
  if (!NOT_PLAIN.test(path) || !parsePath(path)?.advanced) return [];
  const modules: ModuleName[] = ['advancedPaths'];
  if (JAVASCRIPT.test(path)) modules.push('javascriptPaths');
  const remainder = path.replace(COMPARING_FILTER, '');
  if (isHostile(path) || RFC9535_FUNCTION.test(path) || (remainder && parsePath(remainder)?.advanced !== false))
    modules.push('rfc9535Paths');
  return modules;
}
