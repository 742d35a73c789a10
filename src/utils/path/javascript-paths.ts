/**
 * Paths of the language before RFC 9535, whose filters compare as JavaScript does (D21). jsonpath-plus evaluates them
 * with its own expression evaluator. A lazily loaded module, because such paths are rare.
 */
import { JSONPath } from 'jsonpath-plus';
import type { Query } from './advanced';

const isSyntaxError = (error: unknown): boolean => /at character|unexpected|expected/i.test((error as Error).message);

/** Compiles a path that starts with `$`; undefined if it is invalid. */
export function compileJavaScriptPath(path: string): Query | undefined {
  const options = { path, wrap: true, eval: 'safe' } as const;
  try {
    JSONPath({ ...options, json: [{}] });
  } catch (error) {
    // Access to a member of a missing value is an error of the data, not of the path.
    if (isSyntaxError(error)) return undefined;
  }
  return (value) =>
    typeof value === 'object' && value
      ? ((JSONPath({ ...options, json: value, ignoreEvalErrors: true }) as unknown[] | undefined) ?? [])
      : [];
}
