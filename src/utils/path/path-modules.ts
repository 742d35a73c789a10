/** Which lazily loaded modules read a path, told by its text, so that they are loaded together with the template that has it. */
import type { ModuleName } from '../scheduling/lazy-modules';
import { parsePath } from './parse';

/** What every path has that is more than names and wildcards. */
const NOT_PLAIN = /\.\.|[^\p{L}\w.*$-]/u;

/** Functions of RFC 9535, which JavaScript's language does not have. */
export const RFC9535_FUNCTION = /\b(?:length|count|match|search|value)\s*\(/;

/** Words with which an expression could reach a constructor or a global: JavaScript's language is not asked about them. */
const HOSTILE =
  /constructor|prototype|__|`|=>|[;{}\\]|\b(?:this|globalThis|window|self|function|import|new|eval|require|process)\b/;
export const isHostile = (path: string): boolean => HOSTILE.test(path);

/** Members, values and operators: all that most filters consist of. */
const TERM = /[\p{L}\w\s@.<>=!&|+-]|'[^'\\$]*'|"[^"\\$]*"|\[\s*(?:\d+|'[^'\\$]*'|"[^"\\$]*")\s*\]/u.source;
const GROUP = String.raw`(?:${TERM}|\((?:${TERM})*\))`;
/** A filter in parentheses of them: JavaScript's language reads it (D21). */
const COMPARING_FILTER = new RegExp(String.raw`(?:\.\.)?\[\?\((?:${GROUP}|\(${GROUP}*\))*\)\]`, 'gu');

/** What only JavaScript's language has: expressions, and descendants whose names are no names by RFC 9535. */
const JAVASCRIPT = /[()^~`]|[=!]==|\.length\b|\.\.(?![[*]|[\p{L}_][\p{L}\w]*(?:[.[]|$))/u;

/**
 * The modules that read a path; none for one of names, indexes, wildcards, slices and unions. Where the text leaves it open, both
 * libraries.
 */
export function modulesOfPath(path: string): ModuleName[] {
  if (!NOT_PLAIN.test(path) || !parsePath(path)?.advanced) return [];
  const modules: ModuleName[] = ['advancedPaths'];
  if (JAVASCRIPT.test(path)) modules.push('javascriptPaths');
  const rest = path.replace(COMPARING_FILTER, '');
  if (isHostile(path) || RFC9535_FUNCTION.test(path) || (rest && parsePath(rest)?.advanced !== false))
    modules.push('rfc9535Paths');
  return modules;
}
